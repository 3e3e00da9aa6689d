package bench

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ridgeline/cuda/arch"
	"ridgeline/kernels"
	"ridgeline/kernels/sass"
	"ridgeline/results"
)

// claim says in a record of the tensor family, before anything can fail, what it is
// of and what the architecture has.
func (e *engine) claim(p point, r *results.Record) {
	k := p.c.recipe.probe
	if k == nil {
		return
	}
	work := results.Work{Path: k.path, Way: k.reached()}
	r.Tensor = &results.TensorProof{Path: work.Path, Way: work.Way, Instructions: []string{}, Rate: e.limits.architecture(work)}
}

// prove adds to a record of a tensor path what shows that the tensor cores did it.
func (e *engine) prove(ctx context.Context, p point, l prepared, r *results.Record) error {
	proof := r.Tensor
	if proof == nil {
		return nil
	}
	e.programs.instructions(r.Kernel.Symbol, proof)
	proof.Native = slices.ContainsFunc(proof.Instructions, nativeTo(proof.Path))
	var err error
	proof.Probe, err = e.probe(ctx, *p.c.recipe.probe, l)
	return err
}

// architecture is what the tables have for the way of the work, whatever the device
// says of itself.
func (l limits) architecture(w results.Work) results.ArchitectureRate {
	c := l.info.ComputeCapability
	rate, fastest := arch.WayRate(c.Major, c.Minor, w.Path, w.Way)
	if !rate.Known() {
		return results.ArchitectureRate{Source: rate.Missing}
	}
	low := rate.Number
	if rate.Low > 0 {
		low = rate.Low
	}
	return results.ArchitectureRate{Low: &low, High: &rate.Number, Source: rate.Source, Fastest: fastest}
}

// instructions are the tensor instructions of a kernel in the machine code for the
// architecture of the device.
func (p *programs) instructions(symbol string, proof *results.TensorProof) {
	capability := p.dev.Info().ComputeCapability.Number()
	_, entry, _, err := p.lib.Find(symbol, capability)
	if err != nil {
		return
	}
	_, machine, err := entry.BuildFor(fmt.Sprintf("sm_%d", capability))
	if err != nil {
		return // no older architecture was built for
	}
	proof.Target = machine
	proof.Instructions = append(proof.Instructions, tensorInstructions(entry, machine)...)
}

func tensorInstructions(entry kernels.Entry, machine string) []string {
	audit, _ := entry.AuditFor(machine)
	found := map[string]bool{}
	for _, counts := range append([]sass.Counts{audit.Outside}, audit.Loops...) {
		for opcode := range counts {
			if name, _, _ := strings.Cut(opcode, "."); strings.HasSuffix(name, "MMA") {
				found[opcode] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// blockInputs are the types that the instructions of tcgen05 have, of which the
// operands say the one that is meant.
var blockInputs = map[string][]string{
	"UTCHMMA": {"fp16", "bf16", "tf32"},
	"UTCIMMA": {"int8"},
	"UTCQMMA": {"e4m3", "e5m2", "e2m3", "e2m1", "mxfp8", "mxfp6"},
	"UTCOMMA": {"mxfp4", "nvfp4"},
}

// nativeTo tells whether a machine instruction is of a path's own type.
func nativeTo(path string) func(opcode string) bool {
	types := map[string]string{
		"bf16": "BF16", "tf32": "TF32", "int8": "S8", "int4": "S4", "e4m3": "E4M3", "e5m2": "E5M2", "e2m3": "E2M3", "e2m1": "E2M1",
		"mxfp8": "E4M3", "mxfp6": "E2M3", "mxfp4": "E2M1", "nvfp4": "E2M1",
	}
	input := strings.Split(path, ".")[1]
	return func(opcode string) bool {
		modifiers := strings.Split(opcode, ".")
		if strings.HasPrefix(opcode, "UTC") {
			return slices.Contains(blockInputs[modifiers[0]], input)
		}
		if named, known := types[input]; known {
			return slices.Contains(modifiers, named)
		}
		half := strings.HasSuffix(modifiers[0], "HMMA") || modifiers[0] == "HGMMA"
		return input == "fp64" && modifiers[0] == "DMMA" ||
			input == "fp16" && half && !slices.Contains(modifiers, "BF16") && !slices.Contains(modifiers, "TF32")
	}
}
