package timing

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/cuda/virtual/exec"
)

// A warp waits for an asynchronous copy where it says so, and not before.
func TestAsynchronousCopies(t *testing.T) {
	s := mustSpec(t, "a100-80-sxm")
	async := func(kind exec.Async, pending int) fakeInst {
		return fakeInst{meta: exec.Meta{Pipe: exec.PipeBranch, Issues: 1, Op: "cp.async.x", Async: kind, AsyncPending: pending}}
	}
	copied := load(8, func(p place) int { return p.trip }, LineBytes)
	copied.meta.Dst, copied.meta.Async = nil, exec.AsyncCopy
	run := func(rest ...fakeInst) float64 {
		body := append([]fakeInst{copied, async(exec.AsyncCommit, 0)}, rest...)
		return simulate(t, s, &fakeKernel{body: body, trips: 64, warps: 1}, s.SMCount, 1).Cycles / 64
	}
	latency := float64(s.Memory.LatencyCycles)
	assert.InEpsilon(t, latency, run(async(exec.AsyncWait, 0)), 0.05)
	assert.InEpsilon(t, latency, run(async(exec.AsyncWaitAll, 0)), 0.05)
	assert.InEpsilon(t, latency/4, run(async(exec.AsyncWait, 3)), 0.1, "four groups in flight")
	assert.Less(t, run(), 40.0, "nobody waits")
}

func TestAsyncGroups(t *testing.T) {
	var a asyncWork
	step := func(kind exec.Async, arrives int64, pending int) int64 {
		return a.step(&exec.Meta{Async: kind, AsyncPending: pending}, arrives)
	}
	step(exec.AsyncCopy, 100, 0)
	step(exec.AsyncCopy, 90, 0)
	step(exec.AsyncCommit, 0, 0)
	step(exec.AsyncCopy, 200, 0)
	step(exec.AsyncCommit, 0, 0)
	step(exec.AsyncCopy, 300, 0)
	assert.EqualValues(t, 0, step(exec.AsyncWait, 0, 2))
	assert.EqualValues(t, 100, step(exec.AsyncWait, 0, 1))
	assert.EqualValues(t, 200, step(exec.AsyncWait, 0, 0), "what is not committed is not waited for")
	assert.EqualValues(t, 300, step(exec.AsyncWaitAll, 0, 0))
	assert.EqualValues(t, 0, step(exec.AsyncWaitAll, 0, 0))
}

// Spilled words cost an instruction of the load-store unit each, and in L1 they
// stay: 4 warps x 16 words are 64 lines.
func TestSpillsTakeTheLoadStoreUnit(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	const warps, trips, words = 4, 256, 16
	run := func(words int) Result {
		k := fmaKernel(8, 4, trips, warps)
		at := &k.body[0].meta
		return timed(t, s, k, s.SMCount, 1, func(l *Launch) {
			l.FootprintBytes = 1
			l.Spill = Spill{Words: words, Begin: SpillWords{Stores: words}, Trip: SpillWords{words, words}, TripAt: at}
		})
	}
	none, some := run(0), run(words)
	assert.Zero(t, some.L2Bytes)
	assert.Greater(t, some.Cycles-none.Cycles, 0.5*warps*trips*2*words, "the unit takes one a cycle")
	assert.Less(t, some.Cycles-none.Cycles, 1.5*warps*trips*2*words)
	assert.Greater(t, run(4096).L2Bytes, uint64(0), "2 MiB do not stay in L1")
}

// What is spilled outside of the loop costs as much in a kernel of many trips as
// in one of none.
func TestSpillsOutsideOfTheLoopAreChargedOnce(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	const warps, words = 4, 16
	extra := func(trips int) float64 {
		run := func(l Spill) float64 {
			return timed(t, s, fmaKernel(8, 4, trips, warps), s.SMCount, 1, func(launch *Launch) { launch.Spill = l }).Cycles
		}
		return run(Spill{Words: words, Begin: SpillWords{words, words}}) - run(Spill{})
	}
	assert.Greater(t, extra(1), float64(warps*2*words)/2, "the unit takes one a cycle")
	assert.InDelta(t, extra(1), extra(64), warps*2*words)
}
