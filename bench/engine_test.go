package bench

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/bench/stats"
	"ridgeline/cuda"
	"ridgeline/cuda/cudatest"
	"ridgeline/kernels"
	"ridgeline/results"
)

func library(t testing.TB) *kernels.Library {
	t.Helper()
	lib, err := loadOnce()
	require.NoError(t, err)
	return lib
}

// loadOnce is what kernels.Load gives: tests ask for it some thousand times.
var loadOnce = sync.OnceValues(kernels.Load)

// runAll runs cases on a device and gives the records.
func runAll(t *testing.T, dev cuda.Device, o Options) ([]results.Record, error) {
	t.Helper()
	if o.Cases == nil {
		o.Cases = fakeCases(t)
	}
	var records []results.Record
	err := Run(t.Context(), dev, library(t), o, func(r results.Record) error {
		records = append(records, r)
		return nil
	})
	return records, err
}

// selected gives cases by pattern.
func selected(t *testing.T, patterns ...string) []Case {
	t.Helper()
	cases, err := Select(patterns)
	require.NoError(t, err)
	return cases
}

// A whole run on a device whose rates are known.
func TestRunMeasuresEveryPoint(t *testing.T) {
	dev := newFake()
	records, err := runAll(t, dev, Options{Seed: 7})
	require.NoError(t, err)
	require.Len(t, records, 8+12+2)
	for i, r := range records {
		assert.Equal(t, i, *r.Order)
		require.Equal(t, results.OutcomeOK, r.Outcome, "%s %v: %s", r.Case, r.Axes, r.Reason)
		assert.True(t, r.Verification.Passed)
		assert.Equal(t, r.Verification.Total, r.Verification.Checked)
		assert.Equal(t, "exact", r.Verification.Method)
		assert.Len(t, r.Samples, stats.MinSamples)
		assert.Empty(t, r.Warnings)
		for _, s := range r.Samples {
			assert.GreaterOrEqual(t, s.Seconds, windowSeconds)
			assert.Equal(t, 1000.0, *s.SMClockMHz)
		}
		launch := r.Estimate.SecondsMedian
		assert.GreaterOrEqual(t, launch, 200e-6)
		rate := max(r.Work.Operations/launch/fakeFLOPs, r.Work.Bytes["dram"]/launch/fakeBytes)
		assert.InDelta(t, 1, rate, 0.006, "%s %v", r.Case, r.Axes)
		assert.Equal(t, "random", r.Data.Pattern)
		assert.Equal(t, uint64(7), r.Data.Seed)
		assert.Equal(t, uint64(48), r.Counters.Traffic["global_load"].Sectors)
	}
	assert.Empty(t, dev.memory, "every buffer was given back")
}

func TestRunGivesLimits(t *testing.T) {
	records, err := runAll(t, newFake(), Options{})
	require.NoError(t, err)
	for _, r := range records {
		switch r.Work.Measures {
		case "":
			assert.Nil(t, r.Limit)
			assert.Equal(t, int64(8), r.Axes["warps_per_sm"])
			continue
		case "path:fp32":
			assert.Equal(t, 16e9, *r.Limit.PerSecond)
			assert.Equal(t, 4.0, *r.Limit.PerSMCycle)
		case "level:dram":
			assert.Equal(t, 6.4e9, *r.Limit.PerSecond)
			assert.InDelta(t, 1.6, *r.Limit.PerSMCycle, 1e-9)
		case "ridge:fp32:dram":
			intensity := r.Work.Operations / r.Work.Bytes["dram"]
			assert.InEpsilon(t, min(16e9, 6.4e9*intensity), *r.Limit.PerSecond, 1e-9)
		}
		assert.Equal(t, r.Work.Measures, r.Limit.Resource)
		assert.NotEmpty(t, r.Limit.Source)
	}
}

func TestRunWithoutClockHasNoPathLimit(t *testing.T) {
	dev := newFake()
	dev.clock = nil
	records, err := runAll(t, dev, Options{Cases: fakeCases(t, "fma")})
	require.NoError(t, err)
	for _, r := range records {
		require.Equal(t, results.OutcomeOK, r.Outcome, r.Reason)
		assert.Nil(t, r.Estimate.SMClockMHz)
		if r.Limit != nil {
			assert.Nil(t, r.Limit.PerSecond)
			assert.Contains(t, r.Limit.Source, "no SM clock")
		}
	}
}

// Each event is of the point that is measured, and each record knows its place
// by the cases and their axes.
func TestRunPlacesAndProgress(t *testing.T) {
	var events []Event
	cases := append(fakeCases(t, "stream/read"), fakeCases(t, "fma")...)
	records, err := runAll(t, newFake(), Options{Cases: cases, Progress: func(e Event) { events = append(events, e) }})
	require.NoError(t, err)
	require.Len(t, records, 9)
	chains, warps := []int64{1, 1, 2, 2, 4, 4, 8, 8}, []int64{8, 16, 8, 16, 8, 16, 8, 16}
	for _, r := range records {
		if *r.Place == 0 {
			assert.Equal(t, "stream/read", r.Case)
			continue
		}
		assert.Equal(t, map[string]int64{"chains": chains[*r.Place-1], "warps_per_sm": warps[*r.Place-1]}, r.Axes)
	}
	require.Len(t, events, 5*9)
	for i, e := range events {
		phases := []string{PhasePlan, PhaseVerify, PhaseWarmUp, PhaseMeasure, PhaseDone}
		assert.Equal(t, phases[i%5], e.Phase)
		assert.Equal(t, i/5, e.Index)
		assert.Equal(t, 9, e.Total)
		assert.Equal(t, e.Phase == PhaseDone, e.Record != nil)
	}
}

func TestRunIsTheSameForASeed(t *testing.T) {
	first, err := runAll(t, newFake(), Options{Seed: 1, Cases: fakeCases(t, "stream/copy", "fma")})
	require.NoError(t, err)
	second, err := runAll(t, newFake(), Options{Seed: 1, Cases: fakeCases(t, "stream/copy", "fma")})
	require.NoError(t, err)
	assert.Equal(t, first, second)
}

// Cases with the same input find it on the device.
func TestRunUploadsAnInputOnce(t *testing.T) {
	dev := newFake()
	_, err := runAll(t, dev, Options{Cases: fakeCases(t, "intensity")})
	require.NoError(t, err)
	uploads := 0
	for p := range dev.memory {
		t.Errorf("memory at %#x was not given back", p)
	}
	uploads = dev.writes
	assert.LessOrEqual(t, uploads, 6)
}

// The shape is full blocks on every SM, footprints far above the cache, and
// launches that are long enough.
func TestPlanFromFacts(t *testing.T) {
	records, err := runAll(t, newFake(), Options{})
	require.NoError(t, err)
	for _, r := range records {
		resident := 8
		if r.Axes["warps_per_sm"] == 8 {
			resident = 4
		}
		assert.Zero(t, r.Launch.Grid[0]%resident, "%v is no whole number of waves", r.Launch.Grid)
		assert.Equal(t, []int{1, 1}, r.Launch.Grid[1:])
		assert.Equal(t, [3]int{256, 1, 1}, r.Launch.Block)
		assert.Equal(t, resident/4, r.Launch.BlocksPerSM)
		if r.Case != "fma/fp32" {
			assert.GreaterOrEqual(t, r.Work.FootprintBytes, 8.0*(32<<10))
		}
	}
}

// A device that tells neither rates nor clocks is timed by pilots.
func TestPlanByPilot(t *testing.T) {
	dev := newFake()
	dev.info.BusWidthBits, dev.info.SMClockMHz = 0, 0
	records, err := runAll(t, dev, Options{Cases: fakeCases(t, "stream", "fma")})
	require.NoError(t, err)
	for _, r := range records {
		require.Equal(t, results.OutcomeOK, r.Outcome, r.Reason)
		assert.GreaterOrEqual(t, r.Estimate.SecondsMedian, 200e-6)
		assert.LessOrEqual(t, r.Estimate.SecondsMedian, 20*200e-6)
		if r.Case != "fma/fp32" {
			assert.Nil(t, r.Limit.PerSecond)
			assert.Contains(t, r.Limit.Source, "does not tell")
		}
	}
}

// Where memory is short the launch is shorter than it should be, and says so.
func TestPlanKeepsToTheMemory(t *testing.T) {
	dev := newFake()
	dev.info.MemoryBytes = 2 << 20
	records, err := runAll(t, dev, Options{Cases: fakeCases(t, "stream")})
	require.NoError(t, err)
	for _, r := range records {
		require.Equal(t, results.OutcomeOK, r.Outcome, r.Reason)
		assert.LessOrEqual(t, r.Work.FootprintBytes, 1.0*(1<<20))
		assert.Greater(t, r.Work.FootprintBytes, 0.7*(1<<20))
		require.Len(t, r.Warnings, 1)
		assert.Contains(t, r.Warnings[0], "a launch takes only")
	}
}

func TestPlanRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		spoil   func(*fakeDevice)
		outcome results.Outcome
		want    string
	}{
		"an unknown cache":  {func(d *fakeDevice) { d.info.L2Bytes = 0 }, results.OutcomeFailed, "does not tell the size of its L2 cache"},
		"too little memory": {func(d *fakeDevice) { d.info.MemoryBytes = 256 << 10 }, results.OutcomeFailed, "half of the device's free memory"},
		"no room on an SM":  {func(d *fakeDevice) { d.info.MaxThreadsPerSM = 128 }, results.OutcomeUnsupported, "holds 0 blocks"},
	} {
		dev := newFake()
		c.spoil(dev)
		records, err := runAll(t, dev, Options{Cases: fakeCases(t, "stream")})
		require.NoError(t, err, name)
		require.Len(t, records, 2)
		for _, r := range records {
			assert.Equal(t, c.outcome, r.Outcome, name)
			assert.Contains(t, r.Reason, c.want)
			assert.Nil(t, r.Estimate)
		}
	}
}

// What a device cannot do is unsupported, which is not failed.
func TestUnsupported(t *testing.T) {
	dev := newFake()
	dev.info.ComputeCapability = cuda.ComputeCapability{Major: 6, Minor: 1}
	records, err := runAll(t, dev, Options{Cases: fakeCases(t, "stream/read")})
	require.NoError(t, err)
	assert.Equal(t, results.OutcomeUnsupported, records[0].Outcome)
	assert.Contains(t, records[0].Reason, "compute capability 6.1")

	many := fakeCases(t, "stream/read")
	many[0].recipe.layout.warpsPerSM = func(axes) int { return 9 * 8 }
	records, err = runAll(t, newFake(), Options{Cases: many})
	require.NoError(t, err)
	assert.Equal(t, results.OutcomeUnsupported, records[0].Outcome)
	assert.Contains(t, records[0].Reason, "holds 2 blocks of 256 threads, not 9")
}

// A kernel that does less than it should is found out, in every case that it
// concerns, and gets no number.
func TestVerifyCatchesWrongKernels(t *testing.T) {
	for name, c := range map[string]struct {
		fault    fakeFault
		patterns []string
		want     string
	}{
		"a store left out":      {noStore, nil, "it was not written"},
		"half of the trips":     {halfTrips, nil, "the CPU computed"},
		"a chain left out":      {lostChain, []string{"fma"}, "the CPU computed"},
		"the last thread alone": {lastThread, nil, "it was not written"},
	} {
		dev := newFake()
		dev.fault = c.fault
		records, err := runAll(t, dev, Options{Cases: fakeCases(t, c.patterns...)})
		require.NoError(t, err)
		for _, r := range records {
			assert.Equal(t, results.OutcomeFailed, r.Outcome, "%s: %s %v", name, r.Case, r.Axes)
			assert.Contains(t, r.Reason, "wrong result of "+r.Kernel.Symbol)
			assert.Contains(t, r.Reason, c.want)
			assert.False(t, r.Verification.Passed)
			assert.NotEmpty(t, r.Verification.Detail)
			assert.Empty(t, r.Samples)
			assert.Nil(t, r.Estimate)
		}
	}
}

func TestVerifyASampleOfBlocks(t *testing.T) {
	dev := newFake()
	dev.sampled = true
	records, err := runAll(t, dev, Options{})
	require.NoError(t, err)
	for _, r := range records {
		require.Equal(t, results.OutcomeOK, r.Outcome, r.Reason)
		assert.True(t, r.Verification.Sampled)
		assert.Less(t, r.Verification.Checked, r.Verification.Total)
		assert.Positive(t, r.Verification.Checked)
	}
}

func spoilt(t *testing.T, f cudatest.Faults) cuda.Device {
	t.Helper()
	dev, err := cudatest.Wrap(newFake(), f).Open(0)
	require.NoError(t, err)
	return dev
}

func TestASilentlyWrongResultFails(t *testing.T) {
	records, err := runAll(t, spoilt(t, cudatest.Faults{Seed: 5, WrongAfter: 2}), Options{Cases: fakeCases(t, "stream", "fma")})
	require.NoError(t, err)
	for i, r := range records {
		if i == 0 {
			assert.Equal(t, results.OutcomeOK, r.Outcome)
			continue
		}
		assert.Equal(t, results.OutcomeFailed, r.Outcome)
		assert.Nil(t, r.Estimate)
	}
}

// A lost device ends the run: what was finished stays, the rest is skipped.
func TestALostDeviceEndsTheRun(t *testing.T) {
	records, err := runAll(t, spoilt(t, cudatest.Faults{LostAfter: 5000}), Options{})
	require.Error(t, err)
	assert.True(t, cuda.IsKind(err, cuda.DeviceLost))
	require.Len(t, records, 22)
	outcomes := map[results.Outcome]int{}
	var order []results.Outcome
	for _, r := range records {
		if outcomes[r.Outcome]++; outcomes[r.Outcome] == 1 {
			order = append(order, r.Outcome)
		}
		assert.Equal(t, r.Outcome == results.OutcomeOK, r.Reason == "")
	}
	assert.Equal(t, []results.Outcome{results.OutcomeOK, results.OutcomeFailed, results.OutcomeSkipped}, order)
	assert.Equal(t, 1, outcomes[results.OutcomeFailed])
}

func TestAFailedAllocFailsOnePoint(t *testing.T) {
	records, err := runAll(t, spoilt(t, cudatest.Faults{AllocFails: 3}), Options{})
	require.NoError(t, err)
	failed := 0
	for _, r := range records {
		if r.Outcome == results.OutcomeFailed {
			failed++
			assert.Contains(t, r.Reason, "out of memory")
		}
	}
	assert.Equal(t, 1, failed)
}

// Noise widens the interval; more samples narrow it, and it holds the truth.
func TestNoiseNarrowsToTheTruth(t *testing.T) {
	const runs = 20
	held := 0
	for seed := range uint64(runs) {
		dev := spoilt(t, cudatest.Faults{Seed: seed, TimeNoise: 0.01})
		records, err := runAll(t, dev, Options{Cases: fakeCases(t, "stream/read")})
		require.NoError(t, err)
		r := records[0]
		require.Equal(t, results.OutcomeOK, r.Outcome, r.Reason)
		truth := fakeLatencySeconds + float64(r.Launch.Grid[0])*trips(r)*16384/fakeBytes
		assert.Greater(t, len(r.Samples), stats.MinSamples)
		assert.LessOrEqual(t, halfWidth(*r.Estimate), DefaultPrecision)
		assert.GreaterOrEqual(t, r.Estimate.Confidence, 0.95)
		if r.Estimate.SecondsLow <= truth && truth <= r.Estimate.SecondsHigh {
			held++
		}
	}
	assert.GreaterOrEqual(t, held, runs-4, "a 95 %% interval")
}

// trips are the chunks that a block took.
func trips(r results.Record) float64 {
	return r.Work.FootprintBytes / 16384 / float64(r.Launch.Grid[0])
}

func TestHeavyNoiseIsReported(t *testing.T) {
	records, err := runAll(t, spoilt(t, cudatest.Faults{Seed: 3, TimeNoise: 0.3}), Options{Cases: fakeCases(t, "stream/read")})
	require.NoError(t, err)
	r := records[0]
	require.Equal(t, results.OutcomeOK, r.Outcome, r.Reason)
	seconds := 0.0
	for _, s := range r.Samples {
		seconds += s.Seconds
	}
	assert.InDelta(t, DefaultCaseBudget.Seconds(), seconds, 0.1)
	assert.Greater(t, halfWidth(*r.Estimate), DefaultPrecision)
	require.Len(t, r.Estimate.Warnings, 1)
	assert.Contains(t, r.Estimate.Warnings[0], "samples, not ±0.5 %: the budget of the point was spent")
}

// Ctrl-C: what was finished stays, and every other point is a row.
func TestCancelledRunKeepsWhatItHas(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var records []results.Record
	dev := newFake()
	err := Run(ctx, dev, library(t), Options{Cases: fakeCases(t)}, func(r results.Record) error {
		if records = append(records, r); len(records) == 3 {
			cancel()
		}
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, records, 22)
	for i, r := range records {
		want := results.OutcomeSkipped
		if i < 3 {
			want = results.OutcomeOK
		}
		assert.Equal(t, want, r.Outcome)
	}
	assert.Empty(t, dev.memory, "every buffer was given back")
}

func TestCancelledInsideAPoint(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var records []results.Record
	o := Options{Cases: fakeCases(t, "stream"), Progress: func(e Event) {
		if e.Phase == PhaseMeasure {
			cancel()
		}
	}}
	err := Run(ctx, newFake(), library(t), o, func(r results.Record) error {
		records = append(records, r)
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, records, 2)
	for _, r := range records {
		assert.Equal(t, results.OutcomeSkipped, r.Outcome)
		assert.Nil(t, r.Estimate)
		assert.Empty(t, r.Samples)
	}
	assert.Contains(t, records[0].Reason, "interrupted")
}

func TestEmitErrorEndsTheRun(t *testing.T) {
	full := errors.New("no space left on device")
	calls := 0
	err := Run(t.Context(), newFake(), library(t), Options{Cases: fakeCases(t)}, func(results.Record) error {
		calls++
		return full
	})
	assert.ErrorIs(t, err, full)
	assert.Equal(t, 1, calls)
}

// A spent budget skips the rest without an error.
func TestBudget(t *testing.T) {
	e := newEngine(newFake(), library(t), Options{Budget: time.Minute, Cases: fakeCases(t, "fma", "stream")})
	now := time.Unix(0, 0)
	e.now = func() time.Time { return now }
	var records []results.Record
	err := e.run(t.Context(), func(r results.Record) error {
		if records = append(records, r); len(records) == 4 {
			now = now.Add(time.Hour)
		}
		return nil
	})
	require.NoError(t, err)
	require.Len(t, records, 10)
	assert.Equal(t, results.OutcomeOK, records[3].Outcome)
	for _, r := range records[4:] {
		assert.Equal(t, results.OutcomeSkipped, r.Outcome)
		assert.Contains(t, r.Reason, "budget")
	}
}

// A noisy point gives way to the others when its share of the budget is spent.
func TestBudgetIsShared(t *testing.T) {
	e := newEngine(spoilt(t, cudatest.Faults{TimeNoise: 0.3}), library(t), Options{Budget: 40 * time.Second, Cases: fakeCases(t, "stream")})
	now := time.Unix(0, 0)
	e.now = func() time.Time { now = now.Add(time.Second); return now }
	var records []results.Record
	require.NoError(t, e.run(t.Context(), func(r results.Record) error { records = append(records, r); return nil }))
	for _, r := range records {
		require.Equal(t, results.OutcomeOK, r.Outcome, r.Reason)
		assert.Less(t, len(r.Samples), 40)
		assert.Contains(t, r.Estimate.Warnings[0], "budget")
	}
}

func TestDeviceFacts(t *testing.T) {
	info := newFake().info
	d := DeviceFacts(info)
	assert.Equal(t, "9.0", d.ComputeCapability)
	assert.Equal(t, 6.4e9, *d.BusBytesPerSecond)
	assert.Equal(t, &results.Model{Version: "fake", Spec: "fake", SpecSHA256: "00"}, d.Model)
	info.BusWidthBits, info.Model = 0, ""
	d = DeviceFacts(info)
	assert.Nil(t, d.BusBytesPerSecond)
	assert.Nil(t, d.Model)
}

// What the CPU computes is given up when the run is: a chain can be long.
func TestExpectedEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	forever := make(chan expectation)
	t.Cleanup(func() { close(forever) })
	cancel()
	_, err := prepared{want: func() expectation { return <-forever }}.expected(ctx)
	assert.ErrorIs(t, err, context.Canceled)
}

// Launches that cost too much are not made endless; their records say so.
func TestPlanBoundsTheLength(t *testing.T) {
	dev := newFake()
	e := newEngine(dev, library(t), Options{})
	c := selected(t, "fma/fp32")[0]
	a := axes{chainsAxis: 8, warpsAxis: 0}
	f, _, err := e.programs.function(c.recipe.symbol(a))
	require.NoError(t, err)
	p := planner{limits: e.limits, sizes: enough(), freeBytes: 1 << 30, launchSeconds: 10}
	s, err := p.shape(t.Context(), c, a, f, nil)
	require.NoError(t, err)
	assert.Equal(t, 10.0, s.leastSeconds)
	seconds := e.limits.shortest(c.recipe.work(a, s))
	assert.InDelta(t, maxLengthened, seconds, 0.1*maxLengthened)
}
