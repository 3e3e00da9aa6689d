package timing

import "ridgeline/cuda/virtual/exec"

// What the units of L2 that do atomic operations give to an SM. Both are derived
// from figures of B300, 148 SMs at 1.92 GHz (ademeure/QuickRunCUDA, 07_atomics):
// 402 to 504 G operations a second on words of their own are 1.6 a cycle and SM; 38
// to 89 where all threads of a block meet in a word are an instruction of a warp in
// some 140 cycles.
const (
	atomicsPerCycle = 1.6
	sameWordCycles  = 4.5 // from one lane to the next one that goes to the same word
)

// atomic serves an atomic instruction whose words have come to L2 at a cycle.
func (m *memory) atomic(a *exec.Access, arrived int64) (done int64) {
	each := perUnit(float64(a.Operations), atomicsPerCycle)
	same := perUnit(float64(a.Serial)*sameWordCycles, 1)
	m.atomics.serve(m.l2Port.free, max(each, same))
	return max(arrived, m.atomics.free.ceil()+int64(m.spec.L2.LatencyCycles))
}
