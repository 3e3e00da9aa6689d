package timing

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/spec"
)

// fmaKernel is a kernel of independent chains of dependent FMAs.
func fmaKernel(chains, steps, trips, warps int) *fakeKernel {
	var step []fakeInst
	for c := range chains {
		step = append(step, fma(c))
	}
	return &fakeKernel{body: append(repeat(steps, step...), loopEnd()...), trips: trips, warps: warps}
}

// flopPerCycle is the rate of an fmaKernel on the simulated SM.
func flopPerCycle(t testing.TB, s *spec.Spec, chains, warps, resident, waves int) float64 {
	steps, trips := 512/chains, 8
	r := simulate(t, s, fmaKernel(chains, steps, trips, warps), s.SMCount*resident*waves, resident)
	return float64(2*32*chains*steps*trips*warps*resident*waves) / r.Cycles
}

func allSKUs(t *testing.T, test func(t *testing.T, s *spec.Spec)) {
	specs, err := spec.Embedded()
	require.NoError(t, err)
	for _, s := range specs {
		t.Run(s.Name, func(t *testing.T) { test(t, s) })
	}
}

func TestFMAPeakEmerges(t *testing.T) {
	allSKUs(t, func(t *testing.T, s *spec.Spec) {
		for _, chains := range []int{1, 2, 4, 8} {
			got := flopPerCycle(t, s, chains, 8, s.Limits.ThreadsPerSM/256, 2)
			assert.InEpsilon(t, s.SteadyState().FP32FLOPPerSMCycle, got, 0.02, "%d chains", chains)
		}
	})
}

// A dependent FMA of 4 cycles gives each warp 64 FLOP in 4 cycles, up to the
// peak of the pipes.
func TestDependentFMAChains(t *testing.T) {
	for _, c := range []struct {
		sku                 string
		warps               int
		wantFLOPPerSMCycles float64
	}{
		{"h100-sxm", 1, 16}, {"h100-sxm", 4, 64}, {"h100-sxm", 8, 128}, {"h100-sxm", 16, 256}, {"h100-sxm", 32, 256},
		{"t4", 1, 16}, {"t4", 4, 64}, {"t4", 8, 128}, {"t4", 16, 128},
	} {
		t.Run(fmt.Sprintf("%s/%d", c.sku, c.warps), func(t *testing.T) {
			assert.InEpsilon(t, c.wantFLOPPerSMCycles, flopPerCycle(t, mustSpec(t, c.sku), 1, c.warps, 1, 1), 0.03)
		})
	}
}

// A pipe with fewer lanes than sub-cores serves each of them the more rarely: 2
// lanes for 4 sub-cores are an instruction in 64 cycles and sub-core.
func TestPipeRates(t *testing.T) {
	allSKUs(t, func(t *testing.T, s *spec.Spec) {
		for pipe, lanes := range map[exec.Pipe]int{
			exec.PipeFMA: s.Pipes.FMA.Lanes, exec.PipeALU: s.Pipes.ALU.Lanes, exec.PipeFP64: s.Pipes.FP64.Lanes,
			exec.PipeFP16: s.Pipes.FP16.Lanes, exec.PipeXU: s.Pipes.XU.Lanes,
		} {
			var body []fakeInst
			for chain := range 8 {
				i := fma(chain)
				i.meta.Pipe = pipe
				body = append(body, i)
			}
			const warps, trips, repeats = 16, 4, 16
			r := simulate(t, s, &fakeKernel{body: repeat(repeats, body...), trips: trips, warps: warps}, s.SMCount, 1)
			got := float64(32*8*repeats*trips*warps) / r.Cycles
			assert.InEpsilon(t, lanes, got, 0.02, "%s", pipe)
		}
	})
}

// streamKernel loads, and if asked stores, 4 x 16 bytes a thread and trip, as
// far from all others as the device memory is from its caches.
func streamKernel(warps, trips, loads int, copyOut bool) *fakeKernel {
	k := &fakeKernel{trips: trips, warps: warps}
	at := func(u, base int) func(place) int {
		return func(p place) int { return base + ((p.block*trips+p.trip)*loads+u)*warps + p.warp }
	}
	for u := range loads {
		k.body = append(k.body, load(8+u, at(u, 0), 512))
	}
	for u := range loads {
		if copyOut {
			k.body = append(k.body, store(8+u, at(u, 1<<40)))
		} else {
			k.body = append(k.body, alu(0, 8+u))
		}
	}
	k.body = append(k.body, loopEnd()...)
	return k
}

// bytesPerSecond is the rate of a stream kernel on the whole device, its cycles
// alone.
func bytesPerSecond(t testing.TB, s *spec.Spec, warps, resident, trips, loads int, copyOut bool) float64 {
	r := simulate(t, s, streamKernel(warps, trips, loads, copyOut), s.SMCount*resident, resident)
	bytes := float64(s.SMCount*resident*warps*trips*loads) * 512
	if copyOut {
		bytes *= 2
	}
	return bytes / r.Cycles * s.ClockHz()
}

func TestDRAMStreamingEmerges(t *testing.T) {
	allSKUs(t, func(t *testing.T, s *spec.Spec) {
		resident := s.Limits.ThreadsPerSM / 256
		assert.InEpsilon(t, s.SteadyState().DRAMBytesPerSecond, bytesPerSecond(t, s, 8, resident, 24, 4, false), 0.02, "read")
		assert.InEpsilon(t, s.SteadyState().DRAMBytesPerSecond, bytesPerSecond(t, s, 8, resident, 24, 4, true), 0.02, "copy")
	})
}

// chase is the rate of a case that is bound by latency: each of the warps of an
// SM has one load of 128 bytes in flight.
func chase(t testing.TB, s *spec.Spec, warps int) (bytesPerSecond float64) {
	const trips, bytes = 256, 128
	k := &fakeKernel{trips: trips, warps: warps}
	k.body = append(k.body, load(8, func(p place) int { return (p.block*trips+p.trip)*warps + p.warp }, bytes), alu(0, 8))
	k.body = append(k.body, loopEnd()...)
	r := simulate(t, s, k, s.SMCount, 1)
	return float64(s.SMCount*warps*trips*bytes) / r.Cycles * s.ClockHz()
}

// TestLittlesLaw: bytes in flight = rate x latency. Nothing in the model says
// so.
func TestLittlesLaw(t *testing.T) {
	allSKUs(t, func(t *testing.T, s *spec.Spec) {
		// What an access waits besides its latency: for its transfer, and for
		// the loop.
		own := 128/s.SteadyState().DRAMBytesPerSMCycle + 20
		part := own / float64(s.Memory.LatencyCycles)
		t.Run("half the warps give half the rate", func(t *testing.T) {
			full := chase(t, s, 4)
			require.Less(t, full, 0.4*s.SteadyState().DRAMBytesPerSecond, "the case must be bound by latency")
			assert.InEpsilon(t, full/2, chase(t, s, 2), 0.02)
		})
		t.Run("twice the latency gives half the rate", func(t *testing.T) {
			slow := *s
			slow.Memory.LatencyCycles *= 2
			short, long := chase(t, s, 2), chase(t, &slow, 2)
			assert.InEpsilon(t, short/2, long, part)
			assert.Greater(t, long, short/2)
		})
		t.Run("bytes in flight over latency are the rate", func(t *testing.T) {
			for _, warps := range []int{1, 2, 4} {
				law := float64(warps*128*s.SMCount) / float64(s.Memory.LatencyCycles) * s.ClockHz()
				got := chase(t, s, warps)
				assert.InEpsilon(t, law, got, part, "%d warps", warps)
				assert.Less(t, got, law)
			}
		})
		t.Run("enough bytes in flight saturate", func(t *testing.T) {
			got := bytesPerSecond(t, s, 8, s.Limits.ThreadsPerSM/256, 64, 1, false)
			assert.InEpsilon(t, s.SteadyState().DRAMBytesPerSecond, got, 0.03)
		})
	})
}

// randomSpec draws a SKU that nobody built.
func randomSpec(t *rapid.T, base *spec.Spec) *spec.Spec {
	s := *base
	s.SMCount = rapid.IntRange(1, 200).Draw(t, "SMs")
	s.SMClockMHz = rapid.Float64Range(300, 3500).Draw(t, "clock")
	s.SM.Schedulers = rapid.SampledFrom([]int{1, 2, 4, 8}).Draw(t, "schedulers")
	s.Pipes.FMA.Lanes = s.SM.Schedulers * rapid.SampledFrom([]int{8, 12, 16, 24, 32, 64}).Draw(t, "lanes a sub-core")
	s.Pipes.FMA.LatencyCycles = rapid.IntRange(2, 8).Draw(t, "FMA latency")
	s.Memory.ClockMHz = rapid.Float64Range(500, 5000).Draw(t, "memory clock")
	s.Memory.BusWidthBits = 64 * rapid.IntRange(1, 96).Draw(t, "bus")
	s.Memory.Efficiency = rapid.Float64Range(0.5, 1).Draw(t, "efficiency")
	s.Memory.LatencyCycles = rapid.IntRange(s.L2.LatencyCycles, 1200).Draw(t, "latency")
	return &s
}

func TestCeilingsEmergeOnAnySpec(t *testing.T) {
	base := mustSpec(t, "h100-sxm")
	rapid.Check(t, func(t *rapid.T) {
		s := randomSpec(t, base)
		rates := s.SteadyState()
		warps := 8 * s.SM.Schedulers // a scheduler has 8 warps, and its pipe at most 8 cycles of latency
		const steps, trips = 64, 8
		r, err := Simulate(t.Context(), s, Launch{Program: fmaKernel(8, steps, trips, warps), Blocks: s.SMCount, Resident: 1, Slots: fakeSlots})
		require.NoError(t, err)
		flops := float64(2*32*8*steps*trips*warps) / r.Cycles
		if diff := flops/rates.FP32FLOPPerSMCycle - 1; diff > 0 || diff < -0.02 {
			t.Fatalf("%v FLOP per SM and cycle, want %v", flops, rates.FP32FLOPPerSMCycle)
		}

		// 64 warps with 4 loads each have 128 KiB in flight. Where that, and the
		// time that the last load takes, is enough, memory is the limit.
		const loads, resident, blockWarps = 4, 8, 8
		inFlight := float64(resident * blockWarps * loads * 512)
		perCycle := rates.DRAMBytesPerSMCycle
		if inFlight < 2*perCycle*float64(s.Memory.LatencyCycles) {
			t.Skip("not enough in flight")
		}
		streamTrips := 8 + int(100*perCycle*float64(s.Memory.LatencyCycles)/inFlight)
		k := streamKernel(blockWarps, streamTrips, loads, rapid.Bool().Draw(t, "copy"))
		r, err = Simulate(t.Context(), s, Launch{Program: k, Blocks: s.SMCount * resident, Resident: resident, Slots: fakeSlots})
		require.NoError(t, err)
		rate := float64(r.DRAMBytes) / r.Cycles
		if diff := rate/perCycle - 1; diff > 1e-4 || diff < -0.02 {
			t.Fatalf("%v bytes per SM and cycle, want %v", rate, perCycle)
		}
	})
}
