package timing

import (
	"fmt"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/spec"
)

// pipeTimes are the pipes of a sub-core: the time between two machine
// instructions, and from issue to use.
type pipeTimes struct {
	spec     *spec.Spec
	interval [exec.PipeCount]ticks
	latency  [exec.PipeCount]int64
	multiply ticks // as interval, of an integer multiplication on the fma pipe
	tensor   map[*exec.Meta]ticks
}

// newPipeTimes splits the lanes of each pipe over the sub-cores.
func newPipeTimes(s *spec.Spec) pipeTimes {
	t := pipeTimes{spec: s, tensor: map[*exec.Meta]ticks{}}
	perWarp := func(p spec.Pipe) ticks {
		return perUnit(spec.WarpThreads, float64(p.Lanes)/float64(s.SM.Schedulers))
	}
	for pipe, p := range map[exec.Pipe]spec.Pipe{
		exec.PipeFMA: s.Pipes.FMA.Floats(), exec.PipeALU: s.Pipes.ALU, exec.PipeFP64: s.Pipes.FP64,
		exec.PipeFP16: s.Pipes.FP16, exec.PipeXU: s.Pipes.XU, exec.PipeBranch: s.Pipes.Branch,
	} {
		t.interval[pipe], t.latency[pipe] = perWarp(p), int64(p.LatencyCycles)
	}
	t.multiply = perWarp(s.Pipes.FMA.Multiplies())
	if s.Tensor != nil {
		t.latency[exec.PipeTensor] = int64(s.Tensor.LatencyCycles)
	}
	return t
}

// of gives the time between two of the machine instructions of an instruction.
func (t *pipeTimes) of(m *exec.Meta) ticks {
	switch {
	case m.Pipe == exec.PipeTensor:
		return t.tensor[m]
	case m.Integers:
		return t.multiply
	}
	return t.interval[m.Pipe]
}

// admitTensor finds the time that a tensor instruction takes: its operations
// over the rate of a sub-core, for each of its machine instructions; or as long as
// shared memory takes to bring its operands, where four warps multiply together, as
// each of the four sub-cores then waits for them. It is an error where the chip has no
// such path.
func (t *pipeTimes) admitTensor(m *exec.Meta) error {
	if _, ok := t.tensor[m]; ok {
		return nil
	}
	if m.TensorPath == "" && spec.Family(m.Op) == spec.TCGen05 { // its operands say what it does, beside the warps
		t.tensor[m] = cycle
		return nil
	}
	family := spec.Family(m.Op)
	rate := t.spec.Tensor.Rate(m.TensorPath, family)
	if rate == 0 {
		return NoTensorPath(t.spec, m)
	}
	perIssue := float64(m.TensorFLOPs) / float64(max(m.Issues, 1))
	t.tensor[m] = max(perUnit(perIssue, rate/float64(t.spec.SM.Schedulers)),
		perUnit(float64(m.TensorSharedBytes), float64(t.spec.Shared.BytesPerCycle)))
	return nil
}

// NoTensorPath is the error for a tensor instruction that the chip has not; nil
// where it has it.
func NoTensorPath(s *spec.Spec, m *exec.Meta) error { return noTensorPath(s, m, m.TensorPath) }

func noTensorPath(s *spec.Spec, m *exec.Meta, path string) error {
	family := spec.Family(m.Op)
	if s.Tensor.Rate(path, family) > 0 {
		return nil
	}
	detail := fmt.Sprintf("%s has no rate for the math path %s by %s", s.Name, path, family)
	if s.Tensor == nil {
		detail = s.Name + " has no tensor cores"
	}
	return &cuda.Error{Op: "Time", Kind: cuda.Unsupported, Line: m.Line,
		Detail: detail + ", which " + m.Op + " needs",
		Remedy: "take a kernel for another math path, or a device that has this one"}
}
