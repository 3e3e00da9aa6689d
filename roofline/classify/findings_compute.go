package classify

import (
	"fmt"
	"math"
	"strings"

	"ridgeline/roofline"
	"ridgeline/roofline/profile"
)

// tensorOff: much arithmetic on the ordinary pipes, none on the tensor cores.
func tensorOff(s *subject) *Finding {
	top, fastest := s.u.top(), s.c.fastestTensor()
	if top.Name != "fp32" && top.Name != "fp16x2" || s.tensor.Use != TensorNotUsed || fastest == nil {
		return nil
	}
	i := s.intensityAt(profile.LevelDRAM)
	if i == nil || i.Ridge == nil || i.Value <= i.Ridge.Median/2 {
		return nil
	}
	factor, _ := clockFactor(s.k, *fastest)
	left := top.Share.Median * top.Roof.Median / (fastest.PerSecond.Median * factor)
	if memory := s.u.best(SideMemory); memory != nil {
		left = max(left, memory.Share.Median)
	}
	return &Finding{
		ID:        "TENSOR_OFF",
		Evidence:  fmt.Sprintf("%s computes and the tensor cores do not, at %.3g %s of a ridge at %.3g", top.Name, i.Value, i.Unit, i.Ridge.Median),
		Advice:    "if it is a matrix product, use the tensor cores (tf32 or bf16), where the lower precision may be had",
		TimeSaved: profile.Known(max(0, 1-left)), Bound: fmt.Sprintf("the ratio of the ceilings of %s and %s, down to the memory roof", fastest.Name, top.Name),
	}
}

// fastestTensor is the fastest tensor path that can stand in for fp32; nil where
// the document has none.
func (c *Ceilings) fastestTensor() *Roof {
	var best *Roof
	for _, name := range []string{"tc.tf32.fp32", "tc.bf16.fp32", "tc.fp16.fp32"} {
		if r := c.find(roofline.KindPath, name); r != nil && (best == nil || r.PerSecond.Median > best.PerSecond.Median) {
			best = r
		}
	}
	return best
}

// tensorLegacy: the chip has faster tensor instructions than those used.
func tensorLegacy(s *subject) *Finding {
	if s.tensor.Use != TensorLegacy {
		return nil
	}
	_, fresh := instructionNames(s.k.Device.ComputeCapability)
	return &Finding{
		ID: "TENSOR_LEGACY", Evidence: strings.Join(s.tensor.Evidence, "; "),
		Advice:    "build for " + fresh + ": check the architecture target (sm_90a, sm_100a) and the library's version",
		TimeSaved: profile.Missing("the document does not hold the ceilings of both ways"), Bound: "the measured ratio of the two ceilings",
	}
}

// tensorHalf: the pipe's own counter reads half on GeForce for sums in fp32.
func tensorHalf(s *subject) *Finding {
	const half, apart = 0.5, 0.05
	top := s.u.top()
	active, known := s.k.Tensor.LegacyActivePercent.Get()
	name := strings.ToLower(s.k.Device.Name)
	isGeForce := strings.Contains(name, "geforce") || strings.Contains(name, "rtx")
	if !known || !isGeForce || !strings.HasPrefix(top.Name, "tc.") || math.Abs(active/100/top.Share.Median-half) > apart {
		return nil
	}
	return &Finding{
		ID: "TENSOR_HALF", Evidence: fmt.Sprintf("the tensor pipe reads %.0f %% where the operations are %.0f %% of the ceiling", active, 100*top.Share.Median),
		Advice:    "trust the operations, not the pipe's percentage: on GeForce it is known to read half",
		TimeSaved: profile.Missing("it is a defect of a counter, not of the kernel"), Bound: "none",
	}
}

// nonFMA: adds and multiplies apart take twice the instructions of an FMA.
func nonFMA(s *subject) *Finding {
	const most = 0.5
	for _, w := range s.k.Work {
		share, known := w.NonFMA().Get()
		if w.Path == s.verdict.Roof && known && share > most {
			return &Finding{
				ID: "NONFMA", Evidence: fmt.Sprintf("%.0f %% of the %s operations are adds and multiplies apart", 100*share, w.Path),
				Advice:    "let the compiler contract them to FMAs (--fmad=true), or rewrite a*b+c so that it can",
				TimeSaved: s.saves(share/2, SideMemory), Bound: "half of the instructions that are no FMA",
			}
		}
	}
	return nil
}

// diverge: instructions run for a part of the warp.
func diverge(s *subject) *Finding {
	const warp, poor = 32, 24
	threads, known := s.k.Divergence.ThreadsPerInstruction.Get()
	if !known || threads <= 0 || threads >= poor {
		return nil
	}
	return &Finding{
		ID: "DIVERGE", Evidence: fmt.Sprintf("an instruction runs for %.3g of the %d threads of a warp", threads, warp),
		Advice:    "give the threads of a warp the same way through the code, and blocks a multiple of 32 threads",
		TimeSaved: s.saves(1-threads/warp, SideMemory), Bound: "the idle threads of a warp",
	}
}
