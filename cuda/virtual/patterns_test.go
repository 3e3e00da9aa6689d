package virtual

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/arch"
	"ridgeline/cuda/virtual/spec"
)

func embeddedSKUs(t *testing.T, test func(t *testing.T, s *spec.Spec)) {
	specs, err := spec.Embedded()
	require.NoError(t, err)
	for _, s := range specs {
		t.Run(s.Name, func(t *testing.T) { test(t, s) })
	}
}

// patterns is a rig with the kernels of known cost.
func patterns(t *testing.T, s *spec.Spec, assembled map[string]cuda.Attributes) rig {
	r := openSpec(t, s)
	r.module = r.load("testdata/patterns.ptx", assembled)
	return r
}

// Loads of 4 bytes a stride apart take min(stride, 8) sectors for each 8 lanes
// and, streaming from memory, as many times as long.
func TestStridedLoads(t *testing.T) {
	embeddedSKUs(t, func(t *testing.T, s *spec.Spec) {
		small := *s // a small GPU of this kind streams from a small set
		small.SMCount, small.L2.Bytes = 4, 256<<10
		small.L2.BytesPerCycle *= 4 / float64(s.SMCount)
		small.Memory.BusWidthBits = max(8, s.Memory.BusWidthBits*4/s.SMCount)
		r := patterns(t, &small, nil)
		const trips = 24
		grid := small.SMCount * small.Limits.ThreadsPerSM / blockThreads
		in, out := r.alloc(int64(grid)*trips*4096*32), r.words(grid*blockThreads, 0)
		var single float64
		for _, stride := range []int{1, 2, 3, 4, 8, 16, 32} {
			w := r.time(r.launch("strided", grid, blockThreads, cuda.ArgPtr(in), cuda.ArgPtr(out),
				cuda.ArgU32(uint32(stride)), cuda.ArgU32(trips)), 1)
			loads := w.Report.Counters.GlobalLoad
			assert.Equal(t, uint64(grid*trips*4*blockThreads/32), loads.Requests)
			assert.Equal(t, uint64(4*min(stride, 8)), loads.Sectors/loads.Requests, "stride %d", stride)
			if stride == 1 {
				single = w.CyclesPerLaunch
				want := float64(4*blockThreads*4*trips*grid) / float64(small.SMCount) / small.SteadyState().DRAMBytesPerSMCycle
				assert.InEpsilon(t, want, single, 0.05, "the case must be bound by memory")
			}
			assert.InEpsilon(t, float64(min(stride, 8)), w.CyclesPerLaunch/single, 0.05, "stride %d", stride)
		}
	})
}

// Shared words a stride apart take gcd(stride, 32) passes, and as many times as
// long.
func TestBankConflicts(t *testing.T) {
	for _, sku := range []string{"h100-sxm", "t4"} {
		r := patterns(t, mustOpen(t, sku), nil)
		out := r.words(r.spec.SMCount*blockThreads, 0)
		var single float64
		for _, c := range []struct{ stride, passes int }{{1, 1}, {2, 2}, {3, 1}, {4, 4}, {8, 8}, {12, 4}, {16, 16}, {31, 1}, {32, 32}, {33, 1}} {
			w := r.time(r.launch("banked", r.spec.SMCount, blockThreads, cuda.ArgPtr(out), cuda.ArgU32(uint32(c.stride)), cuda.ArgU32(128)), 1)
			loads := w.Report.Counters.SharedLoad
			assert.Equal(t, uint64(c.passes), loads.Passes/loads.Requests, "stride %d", c.stride)
			if c.stride == 1 {
				single = w.CyclesPerLaunch
			}
			if c.passes > 1 {
				assert.InEpsilon(t, 128*4*blockThreads/32*c.passes, w.CyclesPerLaunch, 0.1, "%s stride %d", sku, c.stride)
			} else {
				assert.InEpsilon(t, single, w.CyclesPerLaunch, 0.001, "%s stride %d", sku, c.stride)
			}
		}
	}
}

func mustOpen(t *testing.T, name string) *spec.Spec {
	t.Helper()
	s, err := spec.Open(name)
	require.NoError(t, err)
	return s
}

// What the assembler reports to have spilled is stored and loaded once in every
// trip of the loop where the registers are most scarce.
func TestSpillsAreCountedAndTimed(t *testing.T) {
	const trips, grid, block, spilled = 100, 8, 64, 40
	run := func(a cuda.Attributes) cuda.Window {
		r := patterns(t, mustOpen(t, "h100-sxm"), map[string]cuda.Attributes{"pressed": a})
		data := r.words(grid*block, 7)
		return r.time(r.launch("pressed", grid, block, cuda.ArgPtr(data), cuda.ArgU32(trips)), 1)
	}
	none := run(cuda.Attributes{Registers: 16})
	assert.Zero(t, none.Report.Counters.SpillStore)
	// A stack that nothing was spilled to is no spill.
	assert.Equal(t, none, run(cuda.Attributes{Registers: 16, LocalBytes: spilled}))
	some := run(cuda.Attributes{Registers: 6, LocalBytes: spilled, SpillStoreBytes: 100, SpillLoadBytes: 60})
	requests := uint64(trips * grid * block / 32 * spilled / 4)
	want := cuda.Traffic{Requests: requests, UsefulBytes: trips * grid * block * spilled, Sectors: 4 * requests}
	assert.Equal(t, want, some.Report.Counters.SpillStore)
	assert.Equal(t, want, some.Report.Counters.SpillLoad)
	assert.Equal(t, cuda.SpillsTotals, some.Report.Counters.SpillSource)
	assert.Zero(t, some.Report.Counters.LocalLoad, "nothing of it is executed")
	assert.Greater(t, some.CyclesPerLaunch, none.CyclesPerLaunch+trips*spilled/4)
}

// Where the machine code has been read, its accesses are counted: those outside of
// the loop once, those inside in each trip.
func TestSpillsOfTheMachineCode(t *testing.T) {
	const trips, grid, block = 100, 8, 48 // the second warp has 16 threads
	const warps, threads = grid * 2, grid * block
	machine := cuda.Attributes{Registers: 6, LocalBytes: 40, SpillStoreBytes: 36, SpillLoadBytes: 24,
		Local: &cuda.LocalTraffic{
			Outside: cuda.LocalAccesses{Loads: 1, LoadBytes: 4, Stores: 5, StoreBytes: 28},
			PerTrip: cuda.LocalAccesses{Loads: 4, LoadBytes: 20, Stores: 2, StoreBytes: 8},
		}}
	run := func(kernel string, a cuda.Attributes, args ...cuda.Arg) cuda.Window {
		r := patterns(t, mustOpen(t, "h100-sxm"), map[string]cuda.Attributes{kernel: a})
		return r.time(r.launch(kernel, grid, block, append([]cuda.Arg{cuda.ArgPtr(r.words(grid*block, 7))}, args...)...), 1)
	}
	w := run("pressed", machine, cuda.ArgU32(trips))
	c := w.Report.Counters
	assert.Equal(t, cuda.SpillsMachineCode, c.SpillSource)
	assert.Equal(t, cuda.Traffic{Requests: warps * (1 + 4*trips), UsefulBytes: threads * (4 + 20*trips), Sectors: warps * (4 + 20*trips)}, c.SpillLoad)
	assert.Equal(t, cuda.Traffic{Requests: warps * (5 + 2*trips), UsefulBytes: threads * (28 + 8*trips), Sectors: warps * (28 + 8*trips)}, c.SpillStore)
	assert.Greater(t, w.CyclesPerLaunch, run("pressed", cuda.Attributes{Registers: 6}, cuda.ArgU32(trips)).CyclesPerLaunch)
}

// A kernel that overwrites its own input takes the time that its first launch
// takes, and leaves what so many launches leave.
func TestTimeOfAKernelThatChangesItsInput(t *testing.T) {
	r := newRig(t, "t4")
	p := r.words(64, 1)
	w := r.time(r.launch("increment", 1, 64, cuda.ArgPtr(p)), 3)
	assert.Zero(t, w.Replayed)
	r.all(p, 64, 4)
}

func TestTensorInstructions(t *testing.T) {
	embeddedSKUs(t, func(t *testing.T, s *spec.Spec) {
		r := openSpec(t, s)
		if s.Capability().Number() < 75 {
			t.Log("m16n8k8 needs 7.5")
			return
		}
		r.module = r.load("testdata/tensor.ptx", nil)
		const trips, block = 40, 256
		out := r.words(s.SMCount*block, 0)
		w := r.time(r.launch("multiply", s.SMCount, block, cuda.ArgPtr(out), cuda.ArgU32(trips)), 1)
		r.all(out, s.SMCount*block, 2*8*trips)
		flops := uint64(2 * 2 * 16 * 8 * 8 * trips * block / 32)
		assert.Equal(t, flops*uint64(s.SMCount), w.Report.Counters.Operations["tc.fp16.fp32"])
		most := s.Tensor.Rate("tc.fp16.fp32", spec.MMASync)
		rate := float64(flops) / w.CyclesPerLaunch
		assert.LessOrEqual(t, rate, most)
		// 2 warps a sub-core with 2 chains each are 4 x 2048 FLOPs in a latency.
		inFlight := float64(s.SM.Schedulers*4*2048) / float64(s.Tensor.LatencyCycles)
		assert.Greater(t, rate, 0.6*min(most, inFlight))
	})
}

func TestATensorPathThatIsNotThereIsRefused(t *testing.T) {
	s := mustOpen(t, "t4")
	s.Tensor = nil
	r := openSpec(t, s)
	r.module = r.load("testdata/tensor.ptx", nil)
	out := r.words(64, 7)
	l := r.launch("multiply", 1, 64, cuda.ArgPtr(out), cuda.ArgU32(1))
	_, launched := r.Launch(context.Background(), l)
	_, timed := r.Time(context.Background(), l, 1)
	for _, err := range []error{launched, timed} {
		assert.True(t, cuda.IsKind(err, cuda.Unsupported), "%v", err)
		assert.ErrorContains(t, err, "t4 has no tensor cores, which mma.sync.aligned.m16n8k8")
		assert.ErrorContains(t, err, "multiply")
	}
	r.all(out, 64, 7)
}

// The specs agree with what the tables say of their architecture.
func TestSpecsAgreeWithTheArchitecture(t *testing.T) {
	embeddedSKUs(t, func(t *testing.T, s *spec.Spec) {
		d := openSpec(t, s)
		c := s.Capability()
		for _, path := range append([]string{"fp32", "fp64", "fp16x2", "int32", "dp4a", "sfu"}, s.Tensor.Paths()...) {
			limit, _, ok := d.PathLimit(path)
			require.True(t, ok, path)
			want := arch.PathRate(c.Major, c.Minor, path)
			switch {
			case !want.Known():
			case want.Depends():
				assert.Contains(t, []float64{want.Low, want.Number}, limit, path)
			case path == "int32":
				assert.LessOrEqual(t, limit, want.Number, path)
			default:
				assert.Equal(t, want.Number, limit, path)
			}
		}
		sm, err := arch.Lookup(c.Major, c.Minor)
		require.NoError(t, err)
		for _, level := range []string{"l1", "shared"} {
			limit, source, ok := d.LevelLimit(level)
			require.True(t, ok)
			assert.Equal(t, "spec "+s.Name, source)
			if want := sm.Level(level); want.Known() {
				assert.Contains(t, []float64{want.Low, want.Number}, limit, level)
			}
		}
		limit, _, _ := d.LevelLimit("l2")
		assert.InEpsilon(t, s.SteadyState().L2BytesPerSecond, limit*float64(s.SMCount)*s.ClockHz(), 1e-12)
		_, _, ok := d.LevelLimit("dram")
		assert.False(t, ok, "it is the bus's, which the device tells")
		assert.Equal(t, sm.Limits.MaxThreadsPerSM.Int(), s.Limits.ThreadsPerSM)
		assert.Equal(t, sm.Limits.MaxBlocksPerSM.Int(), s.Limits.BlocksPerSM)
		assert.Equal(t, sm.Limits.SharedPerSM.Int(), int(s.Limits.SharedPerSMBytes))
		assert.Equal(t, sm.Limits.SharedPerBlockOptIn.Int(), int(s.Limits.SharedPerBlockOptInBytes))
		assert.Equal(t, sm.Limits.UnifiedCacheBytes.Int(), int(s.L1.UnifiedBytes))
	})
}
