package timing

import (
	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/spec"
)

// beside follows what the tensor cores of the SM do beside the warps, one after the
// other (tcgen05): as long as the rate of the path asks, or as shared memory takes to
// bring A and B. What else the warps do with shared memory at the time goes on beside
// it. It returns the cycle until which the warp waits; 0 where it need not.
func (m *sm) beside(b *block, meta *exec.Meta, t *exec.TensorWork, at int64) (until int64, err error) {
	switch {
	case t.Wait:
		return b.commits[t.Barrier], nil
	case t.Commit:
		if b.commits == nil {
			b.commits = map[uint32]int64{}
		}
		b.commits[t.Barrier] = b.tensorDone
		return 0, nil
	}
	duration := perUnit(float64(t.SharedBytes), float64(m.spec.Shared.BytesPerCycle))
	latency := int64(m.spec.Shared.LatencyCycles)
	if t.Path != "" {
		if err := noTensorPath(m.spec, meta, t.Path); err != nil {
			return 0, err
		}
		duration = max(duration, perUnit(float64(t.FLOPs), m.spec.Tensor.Rate(t.Path, spec.Family(meta.Op))))
		latency = int64(m.spec.Tensor.LatencyCycles)
	}
	begin := m.tensor.serve(atCycle(at), duration)
	b.tensorDone = max(b.tensorDone, (begin+duration).ceil()+latency)
	return 0, nil
}
