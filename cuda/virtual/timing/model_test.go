package timing

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"ridgeline/cuda"
	"ridgeline/cuda/virtual/exec"
)

// intensityKernel loads 4 x 16 bytes a thread, the next trip's while it works on
// this trip's, and does so many FMAs on each of 4 floats a load.
func intensityKernel(fmas, trips, warps int) *fakeKernel {
	at := func(u int) func(place) int {
		return func(p place) int { return ((p.block*(trips+1)+p.trip)*4+u)*warps + p.warp }
	}
	k := &fakeKernel{trips: trips, warps: warps}
	for u := range 4 {
		k.head = append(k.head, load(8+u, at(u), 512))
	}
	for u := range 4 {
		k.body = append(k.body, alu(u, 8+u)) // takes the data over: the load below may overwrite it
	}
	for u := range 4 {
		next := at(u)
		k.body = append(k.body, load(8+u, func(p place) int { p.trip++; return next(p) }, 512))
	}
	for range fmas {
		for c := range 16 {
			k.body = append(k.body, fma(c%4)) // 16 elements a thread and trip, as 4 chains
		}
	}
	k.body = append(k.body, loopEnd()...)
	return k
}

// The sweep over intensities is a roof: it never exceeds either ceiling, is on
// them at both ends, and near the ridge no phase of all warps loading, or all
// computing, keeps it far below.
func TestIntensitySweepIsARoof(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	rates := s.SteadyState()
	ridge := rates.FP32FLOPPerSMCycle / rates.DRAMBytesPerSMCycle
	for _, fmas := range []int{1, 2, 4, 8, 16, 32, 64, 128, 256} {
		trips := max(1024/fmas, 12)
		r := simulate(t, s, intensityKernel(fmas, trips, 8), s.SMCount*8, 8)
		flops := float64(8*8*trips*fmas*16*32*2) / r.Cycles
		intensity := float64(fmas) / 2
		roof := min(rates.FP32FLOPPerSMCycle, intensity*rates.DRAMBytesPerSMCycle)
		t.Logf("%5.1f FLOP/B: %.3f of the roof", intensity, flops/roof)
		assert.Less(t, flops/roof, 1.0001)
		least := 0.97
		if intensity > ridge/2 && intensity < ridge*2 {
			least = 0.9
		}
		assert.Greater(t, flops/roof, least, "%v FLOP/B", intensity)
	}
}

func TestBarrierHoldsTheWarpsOfABlock(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	// Warp 0 loads from memory before it arrives; nobody passes before it.
	slow := load(8, func(p place) int { return p.block }, 512)
	inner := slow.access
	slow.access = func(p place) exec.Access {
		if p.warp != 0 {
			return exec.Access{}
		}
		return inner(p)
	}
	clock := fakeInst{meta: exec.Meta{Pipe: exec.PipeALU, Issues: 1, Op: "clock"}}
	k := &fakeKernel{head: []fakeInst{slow, alu(0, 8), barrier(), clock}, warps: 8}
	simulate(t, s, k, 1, 1)
	require.Len(t, k.clocks, 8)
	for _, at := range k.clocks {
		assert.Greater(t, at, uint64(s.Memory.LatencyCycles))
	}
}

func TestHooksTellTheTime(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	clock := fakeInst{meta: exec.Meta{Pipe: exec.PipeALU, Issues: 1, Op: "clock"}}
	k := &fakeKernel{head: append(repeat(100, fma(0)), alu(0, 0), clock), warps: 1}
	_, err := Simulate(context.Background(), s, Launch{Program: k, Blocks: 1, Resident: 1, Slots: fakeSlots, StartNanoseconds: 1000})
	require.NoError(t, err)
	// 100 FMAs of 4 cycles; the add, whose pipe takes one in 2 cycles.
	assert.Equal(t, []uint64{402}, k.clocks)
	assert.Equal(t, []uint64{1203}, k.globals) // 402 cycles of 1/1.98 ns
}

func TestExpandedInstructionsTakeTheirIssues(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	one := simulate(t, s, &fakeKernel{body: repeat(64, fma(0), fma(1), fma(2), fma(3)), trips: 8, warps: 32}, 132, 1)
	var body []fakeInst
	for c := range 4 {
		i := fma(c)
		i.meta.Issues = 2
		body = append(body, i)
	}
	two := simulate(t, s, &fakeKernel{body: repeat(64, body...), trips: 8, warps: 32}, 132, 1)
	assert.InEpsilon(t, 2*one.Cycles, two.Cycles, 0.01)
}

func TestSharedConflictsCostPasses(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	cycles := func(passes int) float64 {
		k := &fakeKernel{body: repeat(16, sharedLoad(8, passes), sharedLoad(9, passes), sharedLoad(10, passes), sharedLoad(11, passes)), trips: 8, warps: 32}
		return simulate(t, s, k, 132, 1).Cycles / (16 * 4 * 8 * 32)
	}
	for _, passes := range []int{1, 2, 8, 32} {
		assert.InEpsilon(t, float64(passes), cycles(passes), 0.02, "%d passes", passes)
	}
}

func TestCachesHoldWhatFits(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	sweep := func(bytes, trips int) Result {
		places := bytes / 512
		k := &fakeKernel{trips: trips, warps: 8}
		for u := range 4 {
			k.body = append(k.body, load(8+u, func(p place) int { return p.block<<20 + (p.trip*32+u*8+p.warp)%places }, 512))
		}
		k.body = append(k.body, loopEnd()...)
		return simulate(t, s, k, s.SMCount, 1)
	}
	const moved = 64 * 32 * 512
	// 16 KiB fit into L1: one time from memory.
	r := sweep(16<<10, 64)
	assert.Equal(t, uint64(16<<10), r.DRAMBytes)
	assert.Equal(t, uint64(16<<10), r.L2Bytes)
	// 4 times the share of L2, again and again: from memory each time.
	share := int(s.L2.Bytes) / s.SMCount
	r = sweep(4*share/512*512, 64)
	assert.Greater(t, r.DRAMBytes, uint64(moved)*95/100)
}

func TestSmallTableStaysInCacheWhileDataStreams(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	k := streamKernel(8, 32, 4, false)
	k.body = append(repeat(1, load(0, func(p place) int { return 1<<50 + p.trip%8 }, 512)), k.body...)
	r := simulate(t, s, k, s.SMCount*8, 8)
	streamed := uint64(8 * 8 * 32 * 4 * 512)
	assert.InEpsilon(t, streamed+8*512, r.DRAMBytes, 0.005)
}

func TestStoresAreDrainedBeforeTheEnd(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	k := &fakeKernel{trips: 16, warps: 8, body: []fakeInst{store(0, func(p place) int { return (p.block*16+p.trip)*8 + p.warp })}}
	r := simulate(t, s, k, s.SMCount*8, 8)
	bytes := 8.0 * 8 * 16 * 512
	assert.Equal(t, uint64(bytes), r.DRAMBytes)
	assert.InEpsilon(t, bytes/s.SteadyState().DRAMBytesPerSMCycle, r.Cycles, 0.02)
}

func TestRewritingASectorInL2IsFree(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	k := &fakeKernel{trips: 50, warps: 1, body: []fakeInst{store(0, func(place) int { return 7 })}}
	r := simulate(t, s, k, 1, 1)
	assert.Equal(t, uint64(512), r.DRAMBytes)
	assert.Equal(t, uint64(50*512), r.L2Bytes)
}

// Of a sector that leaves L2 with a part unwritten the rest is read, once; one that
// other stores complete is not.
func TestPartlyWrittenSectorsAreRead(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	half := func(which uint32) func(p place) exec.Access {
		return func(p place) exec.Access {
			a := exec.Access{Space: exec.SpaceGlobal, Store: true, Bytes: 128}
			for i := range 8 {
				a.Sectors = append(a.Sectors, exec.GlobalSectorBase+uint64(8*(p.block*200+p.trip)+i))
				a.Written = append(a.Written, 0xffff<<which)
			}
			return a
		}
	}
	put := func(which uint32) fakeInst {
		return fakeInst{meta: exec.Meta{Pipe: exec.PipeLSU, Issues: 1, Op: "st"}, access: half(which)}
	}
	const sectors = 8 * 200 * 8
	for name, c := range map[string]struct {
		body []fakeInst
		want uint64
	}{
		"low halves":            {[]fakeInst{put(0)}, 2 * sectors * SectorBytes},
		"both halves":           {[]fakeInst{put(0), put(16)}, sectors * SectorBytes},
		"the same halves twice": {[]fakeInst{put(16), put(16)}, 2 * sectors * SectorBytes},
	} {
		r := simulate(t, s, &fakeKernel{trips: 200, warps: 1, body: c.body}, s.SMCount*8, 8)
		assert.Equal(t, c.want, r.DRAMBytes, name)
	}
}

func TestOneBlockMoreThanAWaveTakesAWaveMore(t *testing.T) {
	allSKUs(t, testTail)
}

func TestLargeGridsAreExtrapolated(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	for name, k := range map[string]func() *fakeKernel{
		"fma":    func() *fakeKernel { return fmaKernel(4, 64, 4, 8) },
		"stream": func() *fakeKernel { return streamKernel(8, 8, 4, true) },
		"mixed":  func() *fakeKernel { return intensityKernel(16, 8, 8) },
	} {
		t.Run(name, func(t *testing.T) {
			for _, blocks := range []int{400, 403} {
				l := Launch{Program: k(), Blocks: s.SMCount * blocks, Resident: 8, Slots: fakeSlots, ExactInstructions: 100_000}
				short, err := Simulate(context.Background(), s, l)
				require.NoError(t, err)
				l.Program, l.ExactInstructions = k(), math.MaxUint64
				full, err := Simulate(context.Background(), s, l)
				require.NoError(t, err)
				assert.Equal(t, blocks, full.SimulatedBlocks)
				assert.Less(t, short.SimulatedBlocks, blocks/2)
				assert.Equal(t, blocks%8, short.SimulatedBlocks%8, "whole waves are left out")
				assert.InEpsilon(t, full.Cycles, short.Cycles, 0.01, "%d blocks", blocks)
			}
		})
	}
}

// Blocks that do ever more work never become steady; the simulation then ends
// all the same, with the mean.
func TestUnsteadyGridsEnd(t *testing.T) {
	s := mustSpec(t, "t4")
	k := &fakeKernel{trips: 4, warps: 8}
	k.body = append(repeat(8, load(8, func(p place) int { return p.block / s.SMCount % 7 * (p.trip + 1) << 10 * (p.warp + 1) }, 512), alu(0, 8)), loopEnd()...)
	l := Launch{Program: k, Blocks: s.SMCount * 100_000, Resident: 3, Slots: fakeSlots, ExactInstructions: 500}
	r, err := Simulate(context.Background(), s, l)
	require.NoError(t, err)
	assert.Less(t, r.SimulatedBlocks, 1000)
	assert.Positive(t, r.Cycles)
}

func TestResultIsTheSameEachTime(t *testing.T) {
	s := mustSpec(t, "t4")
	a := simulate(t, s, intensityKernel(16, 8, 8), 999, 4)
	b := simulate(t, s, intensityKernel(16, 8, 8), 999, 4)
	assert.Equal(t, a, b)
}

func TestTroubleIsATypedError(t *testing.T) {
	s := mustSpec(t, "t4")
	run := func(ctx context.Context, k *fakeKernel, budget uint64) error {
		_, err := Simulate(ctx, s, Launch{Program: k, Blocks: 1, Resident: 1, Slots: fakeSlots, BudgetInstructions: budget})
		return err
	}
	endless := func() *fakeKernel { return &fakeKernel{body: loopEnd(), trips: 1 << 60, warps: 2} }
	assert.True(t, cuda.IsKind(run(context.Background(), endless(), 5000), cuda.LaunchTimeout))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, run(ctx, endless(), 0), context.Canceled)
	stuck := &fakeKernel{head: []fakeInst{barrier(), barrier()}, warps: 2}
	assert.NoError(t, run(context.Background(), stuck, 0))
	tensor := &fakeKernel{head: []fakeInst{{meta: exec.Meta{Pipe: exec.PipeTensor, Op: "mma.sync", Line: 12}}}, warps: 1}
	err := run(context.Background(), tensor, 0)
	assert.True(t, cuda.IsKind(err, cuda.Unsupported))
	assert.ErrorContains(t, err, "mma.sync")
}

func TestDeadlockIsAnError(t *testing.T) {
	s := mustSpec(t, "t4")
	_, err := Simulate(context.Background(), s, Launch{Program: deadlock{}, Blocks: 1, Resident: 1, Slots: fakeSlots})
	assert.True(t, cuda.IsKind(err, cuda.LaunchDeadlock), fmt.Sprint(err))
}

// deadlock has a block whose warp waits for ever.
type deadlock struct{}

func (deadlock) NewBlock(int, exec.Hooks) ([]Warp, error) { return []Warp{deadlock{}}, nil }
func (deadlock) Status() exec.Status                      { return exec.Blocked }
func (deadlock) Peek() *exec.Meta                         { return nil }
func (deadlock) Step(*exec.Step) error                    { return nil }

func TestSeconds(t *testing.T) {
	s := mustSpec(t, "h100-sxm")
	r := Result{Cycles: 1980}
	assert.InEpsilon(t, 1e-6+4e-7, r.Seconds(s), 1e-12)
	assert.InEpsilon(t, 10*(1e-6+8e-7), r.WindowSeconds(s, 10), 1e-12)
}
