package classify

import (
	"fmt"
	"strings"

	"ridgeline/roofline"
	"ridgeline/roofline/profile"
)

// TensorUse is whether the tensor cores worked.
type TensorUse string

const (
	TensorUsed    TensorUse = "used"
	TensorLegacy  TensorUse = "used-legacy" // through the older instructions of the chip
	TensorNotUsed TensorUse = "not-used"
	TensorUnknown TensorUse = "cannot-tell"
)

// TensorVerdict is whether the tensor cores worked, and the evidence.
type TensorVerdict struct {
	Use      TensorUse `json:"use"`
	Evidence []string  `json:"evidence"`
}

// tensorEvidence is what an input says of the tensor cores.
type tensorEvidence struct {
	legacy, fresh profile.Number // operations by instruction
	operations    float64        // of the tensor paths
	active        profile.Number // percent, of either pipe
	texts         []string
}

// judgeTensor looks at the operations by instruction, then at the operations by
// type, then at the activity of the pipe, and last at the rate.
func judgeTensor(k *profile.Kernel, c *Ceilings) TensorVerdict {
	if k.Tier == profile.TierDeclared {
		return tensorByRate(k, c)
	}
	e := gatherTensor(k)
	older, newer := instructionNames(k.Device.ComputeCapability)
	switch {
	case e.fresh.Or(0) > 0:
		return TensorVerdict{TensorUsed, e.texts}
	case newer == "" && (e.legacy.Or(0) > 0 || e.operations > 0 || e.active.Or(0) > 0):
		return TensorVerdict{TensorUsed, e.texts}
	case legacyOnly(k, e):
		return TensorVerdict{TensorLegacy, append(e.texts, fmt.Sprintf("%s and no %s", older, newer))}
	case e.operations > 0 || e.active.Or(0) > 0:
		return TensorVerdict{TensorUsed, append(e.texts, fmt.Sprintf("whether through %s or %s was not counted", newer, older))}
	case len(e.texts) > 0:
		return TensorVerdict{TensorNotUsed, e.texts}
	}
	return TensorVerdict{TensorUnknown, []string{"the input has no counter of the tensor cores: collect ComputeWorkloadAnalysis, or --set full"}}
}

// instructionNames is the older and the newer way to the tensor cores on a chip;
// newer is empty where there is but one.
func instructionNames(capability string) (older, newer string) {
	switch major, _, _ := strings.Cut(capability, "."); major {
	case "9":
		return "mma.sync (HMMA)", "wgmma (HGMMA)"
	case "10":
		return "mma.sync (legacy)", "tcgen05"
	}
	return "mma.sync", ""
}

func gatherTensor(k *profile.Kernel) tensorEvidence {
	t := k.Tensor
	e := tensorEvidence{legacy: t.LegacyOperations, fresh: t.NewOperations, active: t.LegacyActivePercent}
	if t.NewActivePercent.Or(0) > e.active.Or(0) {
		e.active = t.NewActivePercent
	}
	rows := 0
	for _, w := range k.Work {
		if strings.HasPrefix(w.Path, "tc.") {
			rows++
			e.operations += w.Operations
		}
	}
	if rows > 0 {
		e.texts = append(e.texts, fmt.Sprintf("%.4g tensor operations counted by type", e.operations))
	}
	for _, fact := range []struct {
		what   string
		number profile.Number
	}{
		{"operations of the older instructions", t.LegacyOperations}, {"operations of the newer instructions", t.NewOperations},
		{"% of the tensor pipe's peak", t.LegacyActivePercent}, {"% of the tc pipe's peak", t.NewActivePercent},
		{"warp instructions sent to the tensor pipe", t.Instructions},
	} {
		if value, known := fact.number.Get(); known {
			e.texts = append(e.texts, fmt.Sprintf("%.4g %s", value, fact.what))
		}
	}
	return e
}

// legacyOnly tells that the chip's newer instructions did nothing: by operations,
// or on 10.x by the activity of the two pipes.
func legacyOnly(k *profile.Kernel, e tensorEvidence) bool {
	const busy, idle = 10, 1 // percent
	if e.legacy.Or(0) > 0 && e.fresh.Known() {
		return true
	}
	tc, known := k.Tensor.NewActivePercent.Get()
	return known && tc < idle && k.Tensor.LegacyActivePercent.Or(0) > busy
}

// tensorByRate is the verdict where only the author says what was computed: a
// rate that no other path reaches proves it.
func tensorByRate(k *profile.Kernel, c *Ceilings) TensorVerdict {
	seconds := k.TimeSeconds.Or(0)
	fastest := c.fastestVector()
	for _, w := range k.Work {
		if seconds <= 0 || fastest == nil || roofline.OperationUnit(w.Path) != "FLOP" {
			continue
		}
		if rate := w.Operations / seconds; rate > impossible*fastest.PerSecond.High {
			return TensorVerdict{TensorUsed, []string{fmt.Sprintf("%s is %.3g times what the fastest other path, %s, reaches",
				roofline.Readable(rate, "FLOP/s"), rate/fastest.PerSecond.Median, fastest.Name)}}
		}
	}
	return TensorVerdict{TensorUnknown, []string{"work is declared, and its rate is one that other paths reach too"}}
}

// fastestVector is the fastest floating-point path outside of the tensor cores.
func (c *Ceilings) fastestVector() *Roof {
	var best *Roof
	for i := range c.Roofs {
		r := &c.Roofs[i]
		vector := r.Kind == roofline.KindPath && !strings.HasPrefix(r.Name, "tc.") && roofline.OperationUnit(r.Name) == "FLOP"
		if vector && (best == nil || r.PerSecond.Median > best.PerSecond.Median) {
			best = r
		}
	}
	return best
}
