package spec

import (
	"maps"
	"slices"
	"strings"
)

// Tensor is the tensor cores. Each sub-core has one.
type Tensor struct {
	// LatencyCycles is from issue to the use of the result.
	LatencyCycles int `json:"latency_cycles" min:"1" max:"10000"`
	// FLOPPerCycle is the dense rate of the whole SM, in FLOPs, or integer
	// operations, a cycle: by math path, such as "tc.fp16.fp32", and by the
	// family of instructions that reaches it.
	FLOPPerCycle map[string]map[string]float64 `json:"flop_per_cycle"`
}

// The families of tensor instructions, by the names of package arch. MMASync has
// wmma, too.
const (
	MMASync = "mma.sync"
	WGMMA   = "wgmma"
	TCGen05 = "tcgen05"
)

// Family is the family of a tensor instruction, by its opcode.
func Family(op string) string {
	for _, family := range []string{WGMMA, TCGen05} {
		if strings.HasPrefix(op, family) {
			return family
		}
	}
	return MMASync
}

// Rate is the rate of a path by a family; 0 where the chip has none.
func (t *Tensor) Rate(path, family string) (flopPerSMCycle float64) {
	if t == nil {
		return 0
	}
	return t.FLOPPerCycle[path][family]
}

// Best is the highest rate of a path, whatever instruction reaches it; 0 where
// the chip has none.
func (t *Tensor) Best(path string) (flopPerSMCycle float64) { return t.Rate(path, t.Fastest(path)) }

// Fastest is the family that reaches the highest rate of a path, the first by
// name where several do; empty where the chip has none.
func (t *Tensor) Fastest(path string) (family string) {
	if t == nil {
		return ""
	}
	for _, name := range slices.Sorted(maps.Keys(t.FLOPPerCycle[path])) {
		if t.Rate(path, name) > t.Rate(path, family) {
			family = name
		}
	}
	return family
}

// Paths lists the paths of the tensor cores, in alphabetical order.
func (t *Tensor) Paths() []string {
	if t == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(t.FLOPPerCycle))
}

// fields are the paths of its values.
func (t *Tensor) fields() []string {
	if t == nil {
		return nil
	}
	fields := []string{"tensor.latency_cycles"}
	for _, path := range t.Paths() {
		for _, family := range slices.Sorted(maps.Keys(t.FLOPPerCycle[path])) {
			fields = append(fields, "tensor.flop_per_cycle."+path+"."+family)
		}
	}
	return fields
}

// checkTensor wants paths and families that an instruction can have.
func (s *Spec) checkTensor() *Error {
	for _, path := range s.Tensor.Paths() {
		field := "tensor.flop_per_cycle[" + quoted(path) + "]"
		if !strings.HasPrefix(path, "tc.") || len(s.Tensor.FLOPPerCycle[path]) == 0 {
			return bad(field, path, "a path such as \"tc.fp16.fp32\", with the rate of at least one family")
		}
		for _, family := range slices.Sorted(maps.Keys(s.Tensor.FLOPPerCycle[path])) {
			if family != MMASync && family != WGMMA && family != TCGen05 {
				return bad(field, quoted(family), "one of %q, %q and %q", MMASync, WGMMA, TCGen05)
			}
		}
	}
	return nil
}
