package virtual

import (
	"context"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

const replayWords = 1024

func TestLaunchIsReplayedWhileNothingChanges(t *testing.T) {
	r := newRig(t, "t4")
	in, out := r.words(replayWords, 3), r.words(replayWords, 0)
	l := r.launch("twice", 4, 256, cuda.ArgPtr(in), cuda.ArgPtr(out))
	first := r.run(l)
	assert.False(t, first.Replayed)
	again := r.run(l)
	assert.True(t, again.Replayed)
	assert.Equal(t, first.Counters, again.Counters)
	again.Counters.Pipes["alu"] = 0
	assert.NotZero(t, r.run(l).Counters.Pipes["alu"], "a report shares nothing with the record")

	step := func(what string, change func(), replayed bool, want uint32) {
		t.Helper()
		change()
		assert.Equal(t, replayed, r.run(l).Replayed, what)
		r.all(out, replayWords, want)
	}
	step("an input was written", func() { r.fill(in, replayWords, 5) }, false, 10)
	step("nothing", func() {}, true, 10)
	step("the output was overwritten", func() { r.fill(out, replayWords, 0) }, false, 10)
	other := r.words(replayWords, 1)
	step("other memory was written", func() { r.fill(other, replayWords, 9) }, true, 10)
	step("another kernel wrote an input", func() {
		r.run(r.launch("increment", 4, 256, cuda.ArgPtr(in)))
	}, false, 12)
	step("another kernel wrote the output", func() {
		r.run(r.launch("twice", 4, 256, cuda.ArgPtr(other), cuda.ArgPtr(out)))
	}, false, 12)
	l.NoReplay = true
	step("replay is off", func() {}, false, 12)
	l.NoReplay = false
	step("another shape", func() { l = r.launch("twice", 8, 128, cuda.ArgPtr(in), cuda.ArgPtr(out)) }, false, 12)
}

func TestFreedMemoryEndsReplay(t *testing.T) {
	r := newRig(t, "t4")
	in, out := r.words(replayWords, 3), r.words(replayWords, 0)
	l := r.launch("twice", 4, 256, cuda.ArgPtr(in), cuda.ArgPtr(out))
	r.run(l)
	require.NoError(t, r.Free(in))
	_, err := r.Launch(context.Background(), l)
	assert.True(t, cuda.IsKind(err, cuda.IllegalAddress), "%v", err)
}

func TestWindowExecutesOnce(t *testing.T) {
	r := newRig(t, "t4")
	in, out := r.words(replayWords, 3), r.words(replayWords, 0)
	l := r.launch("twice", 4, 256, cuda.ArgPtr(in), cuda.ArgPtr(out))
	w := r.time(l, 1000)
	assert.Equal(t, 1000, w.Launches)
	assert.Equal(t, 999, w.Replayed)
	assert.False(t, w.Report.Replayed)
	r.all(out, replayWords, 6)
	again := r.time(l, 500)
	assert.Equal(t, 500, again.Replayed)
	assert.True(t, again.Report.Replayed)
	assert.InEpsilon(t, w.Seconds/2, again.Seconds, 1e-12)
	assert.Equal(t, w.CyclesPerLaunch, again.CyclesPerLaunch)
	per := w.CyclesPerLaunch/r.spec.ClockHz() + r.spec.Launch.OverheadSeconds + r.spec.Launch.GapSeconds
	assert.InEpsilon(t, 1000*per, w.Seconds, 1e-12)
	assert.Zero(t, w.TickSeconds)
}

func TestWindowOfAKernelInPlaceExecutesAll(t *testing.T) {
	r := newRig(t, "t4")
	data := r.words(replayWords, 0)
	l := r.launch("increment", 4, 256, cuda.ArgPtr(data))
	w := r.time(l, 7)
	assert.Zero(t, w.Replayed)
	r.all(data, replayWords, 7)
	assert.False(t, r.run(l).Replayed)
	r.all(data, replayWords, 8)
	assert.Equal(t, w.CyclesPerLaunch, r.time(l, 3).CyclesPerLaunch)
	r.all(data, replayWords, 11)
}

// A kernel that leaves in its memory what was there need not be executed again.
func TestWindowOfAKernelThatChangesNothingExecutesOnce(t *testing.T) {
	r := newRig(t, "t4")
	data := r.words(replayWords, 3)
	l := r.launch("settle", 4, 256, cuda.ArgPtr(data), cuda.ArgU32(5))
	assert.Equal(t, 6, r.time(l, 8).Replayed, "the second launch finds what it leaves")
	r.all(data, replayWords, 5)
	assert.Equal(t, 8, r.time(l, 8).Replayed)
	r.fill(data, replayWords, 2)
	w := r.time(l, 2)
	assert.Zero(t, w.Replayed, "the memory was written")
	r.all(data, replayWords, 5)
}

func TestWindowWithoutReplayExecutesAll(t *testing.T) {
	r := newRig(t, "t4")
	in, out := r.words(replayWords, 3), r.words(replayWords, 0)
	l := r.launch("twice", 4, 256, cuda.ArgPtr(in), cuda.ArgPtr(out))
	l.NoReplay = true
	assert.Zero(t, r.time(l, 4).Replayed)
	r.all(out, replayWords, 6)
}

// Who asks for every block gets it, and is not served from the record of a
// sample; the counters of instructions are scaled as those of the launch.
func TestEveryBlock(t *testing.T) {
	r := newRig(t, "t4")
	r.budgets.full, r.budgets.sample = 1_000_000, 100_000
	l := r.launch("turn", 500, 32, cuda.ArgPtr(r.words(500, 0)), cuda.ArgU32(100))
	l.PerInstruction = true
	sampled := r.run(l)
	require.True(t, sampled.Sampled)
	sum := cuda.Counters{}
	for _, in := range sampled.Instructions {
		sum.Add(in.Counters)
	}
	assert.InEpsilon(t, sampled.Counters.WarpInstructions, sum.WarpInstructions, 1e-3)
	l.PerInstruction, l.EveryBlock = false, true
	all := r.run(l)
	assert.False(t, all.Sampled || all.Replayed)
	assert.Nil(t, all.Instructions)
	assert.Equal(t, sampled.Counters.GlobalStore, all.Counters.GlobalStore)
}

func TestHugeLaunchIsSampled(t *testing.T) {
	const blocks = 500
	turns := func(sample uint64) (rig, cuda.Launch, cuda.Ptr, cuda.Report) {
		r := newRig(t, "t4")
		r.budgets.full, r.budgets.sample = 1_000_000, sample
		out := r.words(blocks, 0)
		l := r.launch("turn", blocks, 32, cuda.ArgPtr(out), cuda.ArgU32(100))
		return r, l, out, r.run(l)
	}
	r, l, out, report := turns(100_000)
	require.True(t, report.Sampled)
	chosen := report.ExecutedBlocks
	// A block has 100 trips of 3 instructions in 32 lanes, and a few more.
	assert.InDelta(t, 10, len(chosen), 1)
	assert.Equal(t, 0, chosen[0])
	assert.Equal(t, blocks-1, chosen[len(chosen)-1])
	assert.IsIncreasing(t, chosen)
	executed := map[int]bool{}
	for _, b := range chosen {
		executed[b] = true
	}
	raw := make([]byte, 4*blocks)
	require.NoError(t, r.Read(raw, out))
	for b := range blocks {
		want := uint32(0)
		if executed[b] {
			want = uint32(b + 1)
		}
		assert.Equal(t, want, binary.LittleEndian.Uint32(raw[4*b:]), "block %d", b)
	}
	assert.True(t, r.run(l).Replayed)
	r.words(1, 0)
	assert.False(t, r.run(l).Replayed, "what the other blocks read is not known: any change counts")

	_, _, _, same := turns(100_000)
	assert.Equal(t, chosen, same.ExecutedBlocks)

	// The scaled counters are those of the whole grid.
	r.budgets.full = 1e12
	l.NoReplay = true
	full := r.run(l)
	assert.False(t, full.Sampled)
	assert.Nil(t, full.ExecutedBlocks)
	assert.Equal(t, full.Counters.WarpInstructions, report.Counters.WarpInstructions)
	assert.Equal(t, full.Counters, report.Counters)

	_, _, _, few := turns(1)
	assert.Len(t, few.ExecutedBlocks, 8, "a handful at least")
}

// A sample goes on to hold while other launches, whole ones, write where it has
// touched nothing.
func TestSampleHoldsBesideOtherLaunches(t *testing.T) {
	r := newRig(t, "t4")
	r.budgets.full, r.budgets.sample = 1_000_000, 100_000
	out, other := r.words(500, 0), r.words(replayWords, 0)
	turn := r.launch("turn", 500, 32, cuda.ArgPtr(out), cuda.ArgU32(100))
	require.True(t, r.run(turn).Sampled)
	r.run(r.launch("increment", 4, 256, cuda.ArgPtr(other)))
	assert.True(t, r.run(turn).Replayed, "other memory was written")
	r.run(r.launch("increment", 1, 256, cuda.ArgPtr(out)))
	assert.False(t, r.run(turn).Replayed, "its own was")
}

// A kernel that reads a clock is executed each time, and finds that time went by.
func TestClocksAreNotReplayed(t *testing.T) {
	plain := newRig(t, "t4")
	r := plain.suite("clock_stamp")
	const sms = 40
	out := r.words(8*sms, 0)
	stamps := func() []uint64 {
		assert.False(t, r.run(r.launch("clock_stamp", sms, 32, cuda.ArgPtr(out), cuda.ArgU32(8))).Replayed)
		raw := make([]byte, 32*sms)
		require.NoError(t, r.Read(raw, out))
		words := make([]uint64, 4*sms)
		for i := range words {
			words[i] = binary.LittleEndian.Uint64(raw[8*i:])
		}
		return words
	}
	first := stamps()
	w := r.time(plain.launch("twice", 4, 256, cuda.ArgPtr(r.words(replayWords, 1)), cuda.ArgPtr(r.words(replayWords, 1))), 1000)
	last := stamps()
	for sm := range sms {
		a, b := first[4*sm:], last[4*sm:]
		assert.Equal(t, []uint64{uint64(sm), uint64(sm)}, []uint64{a[0], b[0]})
		assert.InDelta(t, 1e9*w.Seconds, b[1]-a[1], 2e4, "a launch more")
		assert.InEpsilon(t, r.spec.SMClockMHz/1e3, float64(b[2]-a[2])/float64(b[1]-a[1]), 1e-4)
	}
}

func TestTroubleNamesItsPlace(t *testing.T) {
	r := newRig(t, "t4")
	for op, run := range map[string]func(cuda.Launch) error{
		"Launch": func(l cuda.Launch) error { _, err := r.Launch(context.Background(), l); return err },
		"Time":   func(l cuda.Launch) error { _, err := r.Time(context.Background(), l, 2); return err },
	} {
		err := run(r.launch("store_at", 100, 32, cuda.ArgU64(64)))
		assert.True(t, cuda.IsKind(err, cuda.IllegalAddress), "%v", err)
		assert.ErrorContains(t, err, op+" store_at (testdata/kernels.ptx:")
		assert.ErrorContains(t, err, "block (99,0,0) thread (0,0,0)")
	}
}

func TestEndlessKernelEnds(t *testing.T) {
	r := newRig(t, "t4")
	out := r.words(64, 0)
	endless := r.launch("turn", 4, 32, cuda.ArgPtr(out), cuda.ArgU32(0)) // 2^32 trips
	r.budgets.launch, r.budgets.timing = 100_000, 100_000
	_, err := r.Launch(context.Background(), endless)
	assert.True(t, cuda.IsKind(err, cuda.LaunchTimeout), "%v", err)
	_, err = r.Time(context.Background(), endless, 1)
	assert.True(t, cuda.IsKind(err, cuda.LaunchTimeout), "%v", err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = r.Launch(ctx, endless)
	require.ErrorIs(t, err, context.Canceled)
	_, err = r.Time(ctx, endless, 1)
	require.ErrorIs(t, err, context.Canceled)
}
