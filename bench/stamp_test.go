package bench

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ridgeline/cuda"
	"ridgeline/cuda/cudatest"
	"ridgeline/cuda/virtual/spec"
	"ridgeline/results"
)

// stampWords is what the stamp kernel writes of some SMs.
func stampWords(words ...uint64) []byte {
	var raw []byte
	for _, word := range words {
		raw = binary.LittleEndian.AppendUint64(raw, word)
	}
	return raw
}

// Two SMs: 10 µs at 1500 and at 1400 MHz, each count of cycles known up to 100.
func TestClockBetweenStamps(t *testing.T) {
	before := stampsOf(stampWords(0, 1000, 5000, 5100, 7, 1000, 200, 300))
	after := stampsOf(stampWords(7, 11000, 14200, 14300, 0, 11000, 20000, 20100))
	clock, missing := clockBetween(before, after)
	require.NotNil(t, clock, missing)
	assert.Equal(t, results.ClockInterval{MeanMHz: 1450, LowMHz: 1390, HighMHz: 1510, SMs: 2}, *clock)
}

func TestClockThatStampsDoNotTell(t *testing.T) {
	one := func(words ...uint64) []stamp { return stampsOf(stampWords(words...)) }
	for name, c := range map[string]struct {
		before, after []stamp
		missing       string
	}{
		"no stamps":             {nil, nil, "no SM was stamped both before and after"},
		"another SM":            {one(1, 10, 20, 30), one(2, 20, 30, 40), "no SM was stamped both before and after"},
		"no step before":        {one(1, 0, 20, 30), one(1, 20, 30, 40), "did not step"},
		"no step after":         {one(1, 10, 20, 30), one(1, 0, 30, 40), "did not step"},
		"the timer stands":      {one(1, 10, 20, 30), one(1, 10, 40, 50), "stood still"},
		"the cycles go back":    {one(1, 10, 200, 300), one(1, 20, 30, 40), "stood still"},
		"the same stamp, twice": {one(1, 10, 20, 30), one(1, 10, 20, 30), "stood still"},
	} {
		clock, missing := clockBetween(c.before, c.after)
		assert.Nil(t, clock, name)
		assert.Contains(t, missing, c.missing, name)
	}
}

// The interval holds the clock of every SM, whenever its stamps are taken.
func TestClockIntervalHoldsEveryClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var before, after []stamp
		clocks := rapid.SliceOfN(rapid.Float64Range(100, 3000), 1, 8).Draw(t, "MHz")
		for sm, mhz := range clocks {
			at := func(nanoseconds uint64) stamp {
				cycles := uint64(float64(nanoseconds) * mhz / 1e3)
				wide := func(name string) uint64 { return uint64(rapid.IntRange(1, 60).Draw(t, name)) }
				return stamp{uint64(sm), nanoseconds, cycles - wide("before"), cycles + wide("after")}
			}
			first := rapid.Uint64Range(1e6, 1e9).Draw(t, "first")
			before = append(before, at(first))
			after = append(after, at(first+rapid.Uint64Range(1e6, 1e8).Draw(t, "window")))
		}
		clock, missing := clockBetween(before, after)
		require.NotNil(t, clock, missing)
		for _, mhz := range clocks {
			assert.LessOrEqual(t, clock.LowMHz, mhz)
			assert.GreaterOrEqual(t, clock.HighMHz, mhz)
		}
		assert.LessOrEqual(t, clock.LowMHz, clock.MeanMHz)
		assert.LessOrEqual(t, clock.MeanMHz, clock.HighMHz)
	})
}

// The clock of a virtual GPU is that of its spec, by the kernel that is shipped,
// and the sensor says the same.
func TestVirtualClockByStamps(t *testing.T) {
	for _, sku := range []string{"t4", "h100-sxm"} {
		s, err := spec.Open(sku)
		require.NoError(t, err)
		records, err := runAll(t, openVirtual(t, sku), Options{Seed: 1, Cases: Quick.Cases(selected(t, "launch/busy"))})
		require.NoError(t, err)
		e := records[0].Estimate
		require.NotNil(t, e, records[0].Reason)
		assert.Equal(t, results.ClockByStamps, e.Clock.Source)
		assert.Empty(t, e.Clock.Missing)
		assert.InEpsilon(t, s.SMClockMHz, *e.SMClockMHz, 1e-5)
		assert.InEpsilon(t, s.SMClockMHz, *e.Clock.SensorMHz, 1e-12)
		assert.LessOrEqual(t, *e.Clock.LowMHz, s.SMClockMHz)
		assert.GreaterOrEqual(t, *e.Clock.HighMHz, s.SMClockMHz)
		for _, sample := range records[0].Samples {
			assert.Equal(t, s.SMCount, sample.StampedSMClock.SMs)
		}
	}
}

// A clock that falls is seen by the stamps of the very windows, and the value a
// cycle of the SM stays.
func TestStampsSeeTheClockFall(t *testing.T) {
	r := one(t, clocked(t, 0.002, cudatest.Clock{DropAfterSeconds: 0.1, DropTo: 0.5}))
	first, last := r.Samples[0], r.Samples[len(r.Samples)-1]
	assert.InEpsilon(t, 500, *last.SMClockMHz, 1e-4)
	assert.InEpsilon(t, *first.SMClockMHz*first.Seconds/float64(first.Launches), *last.SMClockMHz*last.Seconds/float64(last.Launches), 0.02)
}

// A device whose clocks cannot be stamped is measured by its sensor, and one
// without either has no clock; both say why.
func TestClockWithoutStamps(t *testing.T) {
	r := one(t, newFake())
	assert.Equal(t, results.ClockBySensor, r.Estimate.Clock.Source)
	assert.Equal(t, 1000.0, *r.Estimate.SMClockMHz)
	assert.Contains(t, r.Estimate.Clock.Missing, "did not step")
	assert.Nil(t, r.Samples[0].StampedSMClock)

	dark := newFake()
	dark.clock = nil
	r = one(t, dark)
	assert.Equal(t, results.ClockUnknown, r.Estimate.Clock.Source)
	assert.Nil(t, r.Estimate.SMClockMHz)
	assert.Contains(t, r.Estimate.Clock.Missing, "did not step")
	assert.Contains(t, r.Estimate.Clock.Missing, "no sensor")
}

// The memory of the stamps is given back.
func TestStampsGiveTheirMemoryBack(t *testing.T) {
	dev := newFake()
	one(t, dev)
	assert.Empty(t, dev.memory)
}

// refusing is a device that does not load the module of the stamps.
type refusing struct{ *fakeDevice }

func (d refusing) Load(i cuda.Image) (cuda.Module, error) {
	if i.Name == "clock_stamp.sm_70.ptx" || i.Name == "ptx/clock_stamp.sm_70.ptx" {
		return nil, &cuda.Error{Op: "Load", Kind: cuda.Unsupported, Module: i.Name, Detail: "no clocks"}
	}
	return d.fakeDevice.Load(i)
}

func TestStampsThatDoNotLoad(t *testing.T) {
	r := one(t, refusing{newFake()})
	require.Equal(t, results.OutcomeOK, r.Outcome, r.Reason)
	assert.Contains(t, r.Estimate.Clock.Missing, "no clocks")
}
