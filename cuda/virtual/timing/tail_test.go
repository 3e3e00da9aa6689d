package timing

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"ridgeline/cuda/virtual/spec"
)

// testTail: the grid fills every SM once; one block more keeps one SM busy with
// one block alone for as long as that takes.
func testTail(t *testing.T, s *spec.Spec) {
	const resident = 2
	kernel := func() *fakeKernel { return fmaKernel(1, 64, 32, 2) }
	wave := simulate(t, s, kernel(), s.SMCount*resident, resident)
	more := simulate(t, s, kernel(), s.SMCount*resident+1, resident)
	assert.Equal(t, resident, wave.Blocks)
	assert.Equal(t, resident+1, more.Blocks)
	assert.InEpsilon(t, 2*wave.Cycles, more.Cycles, 0.02)
	// A block less changes nothing: the busiest SM is as busy.
	fewer := simulate(t, s, kernel(), s.SMCount*resident-1, resident)
	assert.Equal(t, wave.Cycles, fewer.Cycles)
}
