package timing

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/spec"
)

// timed simulates a launch of a fake kernel after a change.
func timed(t testing.TB, s *spec.Spec, k *fakeKernel, blocks, resident int, change func(*Launch)) Result {
	t.Helper()
	l := Launch{Program: k, Blocks: blocks, Resident: resident, Slots: fakeSlots, ExactInstructions: math.MaxUint64}
	change(&l)
	r, err := Simulate(context.Background(), s, l)
	require.NoError(t, err)
	return r
}

// coldL2 is a footprint that L2 does not hold.
func coldL2(s *spec.Spec) func(*Launch) {
	return func(l *Launch) { l.FootprintBytes = s.L2.Bytes + 1 }
}

func warmL2(s *spec.Spec) func(*Launch) {
	return func(l *Launch) { l.FootprintBytes = s.L2.Bytes }
}

// chaseOver follows a cycle through so many lines, in an order that has nothing
// to do with their numbers, and gives the cycles of a load.
func chaseOver(t testing.TB, s *spec.Spec, lines int, bypass bool, change func(*Launch)) float64 {
	const perTrip = 32
	k := &fakeKernel{warps: 1, trips: 8 + 16*lines/perTrip}
	for u := range perTrip {
		step := load(8, func(p place) int { return (p.trip*perTrip + u) * 2654435761 % lines * lineSectors }, SectorBytes)
		step.meta.Src = []uint16{8}
		inner := step.access
		step.access = func(p place) exec.Access {
			a := inner(p)
			a.BypassL1 = bypass
			return a
		}
		k.body = append(k.body, step)
	}
	r := timed(t, s, k, 1, 1, change)
	return r.Cycles / float64(perTrip*k.trips)
}

// A pointer chase shows the latency of the level that holds its footprint.
func TestChaseShowsTheLatencies(t *testing.T) {
	allSKUs(t, func(t *testing.T, s *spec.Spec) {
		small := *s // so that a chase beyond L2 is short
		small.L2.Bytes = 1 << 20
		inL1, inL2, beyond := int(s.L1.UnifiedBytes/LineBytes/4), 4096, 4*int(small.L2.Bytes)/LineBytes
		assert.InEpsilon(t, s.L2.LatencyCycles, chaseOver(t, &small, inL2, true, warmL2(&small)), 0.02, "L2 past L1")
		assert.InEpsilon(t, s.L2.LatencyCycles, chaseOver(t, &small, beyond/8, true, coldL2(&small)), 0.15, "L2 that fills")
		assert.InEpsilon(t, s.Memory.LatencyCycles, chaseOver(t, &small, beyond, false, coldL2(&small)), 0.02, "DRAM")
		// The first pass through L1 misses it.
		first := float64(s.L2.LatencyCycles-s.L1.LatencyCycles) * float64(inL1) / float64(32*(8+inL1/2))
		assert.InEpsilon(t, float64(s.L1.LatencyCycles)+first, chaseOver(t, s, inL1, false, warmL2(s)), 0.02, "L1")
	})
}

// Streams that L2 holds reach its rate, those that it does not hold that of the
// memory.
func TestL2StreamingEmerges(t *testing.T) {
	allSKUs(t, func(t *testing.T, s *spec.Spec) {
		const warps, trips, loads = 8, 24, 4
		resident := s.Limits.ThreadsPerSM / 256
		for name, copyOut := range map[string]bool{"read": false, "copy": true} {
			r := timed(t, s, streamKernel(warps, trips, loads, copyOut), s.SMCount*resident, resident, warmL2(s))
			assert.Zero(t, r.DRAMBytes)
			rate := float64(r.L2Bytes) / r.Cycles * float64(s.SMCount) * s.ClockHz()
			assert.InEpsilon(t, s.SteadyState().L2BytesPerSecond, rate, 0.02, name)
			assert.LessOrEqual(t, rate, s.SteadyState().L2BytesPerSecond*1.001, name)
		}
	})
}

func TestSharedStreamingEmerges(t *testing.T) {
	allSKUs(t, func(t *testing.T, s *spec.Spec) {
		for _, passes := range []int{1, 2, 32} {
			k := &fakeKernel{body: repeat(8, sharedLoad(8, passes), sharedLoad(9, passes)), trips: 64, warps: 16}
			r := simulate(t, s, k, s.SMCount, 1)
			got := float64(16*64*16*128) / r.Cycles
			assert.InEpsilon(t, s.SteadyState().SharedBytesPerSMCycle/float64(passes), got, 0.02, "%d passes", passes)
		}
	})
}

// Lines that all SMs fetch take the bus once. An SM that fetches n lines, which
// n SMs share, waits as if it fetched one.
func TestSharedLinesTakeTheBusOnce(t *testing.T) {
	s := mustSpec(t, "t4")
	const warps, trips, loads, resident = 8, 64, 4, 4
	run := func(sharing float64) Result {
		return timed(t, s, streamKernel(warps, trips, loads, false), s.SMCount*resident, resident, func(l *Launch) {
			l.FootprintBytes, l.Sharing = s.L2.Bytes+1, sharing
		})
	}
	alone, two, all := run(0), run(2), run(1e9)
	assert.InEpsilon(t, alone.Cycles/2, two.Cycles, 0.03)
	assert.InEpsilon(t, alone.DRAMBytes/2, two.DRAMBytes, 1e-6)
	assert.Equal(t, alone.Lines, two.Lines)
	assert.EqualValues(t, warps*trips*loads*resident*512/LineBytes, alone.Lines)
	// All 40 share: then L2 is the limit.
	assert.InEpsilon(t, s.SteadyState().L2BytesPerSecond/float64(s.SMCount)/s.ClockHz(), float64(all.L2Bytes)/all.Cycles, 0.05)
}

// A table that is larger than an SM's part of L2 stays in it where all SMs read
// the same one.
func TestATableThatAllReadStaysInL2(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	s.L1.UnifiedBytes = 1024 // next to none
	const lines = 1 << 16    // 8 MiB of 50
	table := func() *fakeKernel {
		k := &fakeKernel{warps: 8, trips: 1 << 12}
		k.body = append(k.body, load(8, func(p place) int { return (p.trip*8 + p.warp) * 2654435761 % lines }, LineBytes))
		return k
	}
	bytes := func(sharing float64) uint64 {
		return timed(t, s, table(), s.SMCount*4, 4, func(l *Launch) {
			l.FootprintBytes, l.Sharing = s.L2.Bytes+1, sharing
		}).DRAMBytes
	}
	private := bytes(0)
	assert.Less(t, bytes(float64(s.SMCount)), private/100)
}

// Local memory stays in L1 as long as it fits, and is written back when it does
// not.
func TestLocalMemoryStaysInL1(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	kernel := func(words int) *fakeKernel {
		k := &fakeKernel{warps: 8, trips: 64}
		for word := range words {
			at := func(p place) int { return (exec.LocalSectorBase/lineSectors + p.warp*words + word) * 1 }
			out, in := store(8, at), load(9, at, LineBytes)
			for _, i := range []*fakeInst{&out, &in} {
				isStore := i == &out
				i.access = func(p place) exec.Access {
					return exec.Access{Space: exec.SpaceLocal, Store: isStore, Bytes: LineBytes,
						Sectors: number(make([]uint64, lineSectors), at(p))}
				}
			}
			k.body = append(k.body, out, in)
		}
		return k
	}
	fits := timed(t, s, kernel(64), s.SMCount, 1, warmL2(s)) // 8 x 64 lines: 64 KiB of 256
	assert.Zero(t, fits.L2Bytes)
	large := timed(t, s, kernel(1024), s.SMCount, 1, warmL2(s)) // 1 MiB
	assert.Greater(t, float64(large.L2Bytes), 0.8*8*1024*64*128)
	assert.Zero(t, large.Lines, "local memory is no part of the footprint")
}

// A warp that runs where another one ended uses its local memory.
func TestLocalMemoryIsTakenOver(t *testing.T) {
	m := &sm{launch: Launch{LocalSectors: 16}}
	sectors := []uint64{exec.LocalSectorBase + 16*77 + 3, exec.LocalSectorBase + 16*77 + 4}
	m.place(&warp{place: 2}, sectors)
	assert.Equal(t, []uint64{exec.LocalSectorBase + 35, exec.LocalSectorBase + 36}, sectors)
}
