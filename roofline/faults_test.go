package roofline

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/results"
)

// Public reports of wrong peaks, each by its number in the project's list of
// faults, as far as a document alone can show them: what was claimed there is no
// ceiling here, or is told.
func TestPublicFaults(t *testing.T) {
	const mb = 1e6
	in := func(footprint float64) func(*results.Record) {
		return func(r *results.Record) { r.Work.FootprintBytes = footprint }
	}
	for name, c := range map[string]struct {
		record results.Record
		change func(*results.Record)
		status Status
		word   string // in the only reason; empty for none
	}{
		"A01 a set that stays in L2":               {stream(90e9), in(1.0 * mb), Refused, "footprint: "},
		"A01 from four times L2 on it is DRAM":     {stream(90e9), in(4.0 * mb), OK, ""},
		"A02 a store above the bus":                {fill(150e9), in(8.0 * mb), Refused, "limit: "},
		"A02 a store in L2":                        {fill(90e9), in(1.5 * mb), Refused, "footprint: "},
		"A03 a buffer that was made small":         {stream(90e9), in(0.1 * mb), Refused, "footprint: "},
		"A05 data that memory can compress":        {stream(90e9), func(r *results.Record) { r.Data.Pattern = "constant" }, Refused, "data: "},
		"A06 a GEMM of zeros":                      {fma(500e9), func(r *results.Record) { r.Data.Pattern = "zeros" }, Refused, "data: "},
		"A08 arithmetic that was deleted":          {fma(100e12), func(*results.Record) {}, Refused, "limit: "},
		"A10 above the peak at a lower clock":      {fma(514e9), func(*results.Record) {}, OK, "within the error of the clock"},
		"A11 operations counted twice":             {fma(400e9), func(r *results.Record) { counted(r, "fp32", 5e8) }, Refused, "counters: "},
		"A12 half of the peak, an older way":       {fma(250e9), func(*results.Record) {}, OK, "a better kernel may show more"},
		"A14 a chase in the last cache":            {stream(90e9), in(1.9 * mb), Refused, "footprint: "},
		"A16 a result that is wrong":               {fma(500e9), func(r *results.Record) { r.Verification.Passed = false }, Refused, "verification: "},
		"C01 the clock of another GPU":             {fma(500e9), clocked(210), Refused, "limit: "},
		"C02 a rate at the clock of the window":    {fma(500e9), clocked(1000), OK, ""},
		"C04 a throttled sample is kept and told":  {held(fma(300e9), []uint64{8, 8, 8, 8}, 1000), func(*results.Record) {}, Suspect, "events: "},
		"C06 a power cap with the memory clock up": {held(stream(90e9), []uint64{4, 4, 4}, 1000), func(*results.Record) {}, OK, "software power cap"},
		"C08 a power brake has its own name":       {held(stream(90e9), []uint64{0x80}, 1000), func(*results.Record) {}, Suspect, "hardware power brake"},
		"C10 a rate that falls over the run": {fma(500e9), func(r *results.Record) {
			r.Estimate.Trend = &results.Trend{Change: 0.05, Low: 0.04, High: 0.06, Drifts: true}
		}, Suspect, "drift: "},
		"C14 a clock that is not offered":       {fma(500e9), unclocked, OK, "the physical limit is unknown"},
		"D03 windows below nothing are counted": {stream(90e9), func(r *results.Record) { r.Estimate.InvalidSamples = 1 }, OK, "1 windows"},
		"D06 under five samples":                {stream(90e9), func(r *results.Record) { r.Estimate.Samples = 4 }, Suspect, "samples: "},
		"D08 too little work in a launch":       {fma(500e9), func(r *results.Record) { cost(r, 0.3) }, Suspect, "overhead: "},
	} {
		t.Run(name, func(t *testing.T) {
			c.change(&c.record)
			claims := judgeAll(document(c.record))
			assert.Equal(t, c.status, claims[0].status, claims[0].reasons)
			if c.word == "" {
				assert.Empty(t, claims[0].reasons)
				return
			}
			assert.Contains(t, claims[0].reasons[len(claims[0].reasons)-1], c.word)
		})
	}
}

// fill is a kernel that only stores.
func fill(bytesPerSecond float64) results.Record {
	r := stream(bytesPerSecond)
	r.Case = "stream/fill"
	return r
}

// clocked is measured at a clock in MHz, and so are its limits.
func clocked(mhz float64) func(*results.Record) {
	return func(r *results.Record) {
		r.Estimate.SMClockMHz = &mhz
		r.Limit.PerSecond = new(*r.Limit.PerSMCycle * 2 * mhz * 1e6)
	}
}

// unclocked is measured where no clock is told, and so has no limit.
func unclocked(r *results.Record) {
	r.Estimate.SMClockMHz = nil
	r.Limit.PerSecond, r.Limit.Source = nil, "the device tells no SM clock"
}

// A04: two kernels of one level that disagree are both there, and the sweep that
// finds more makes the ceiling suspect.
func TestPublicFaultA04(t *testing.T) {
	d := Derive(document(append(sweepOf(1, 1.7), fma(400e9), stream(80e9))...))
	assert.Equal(t, Suspect, d.Ceilings[1].Status)
	assert.Contains(t, d.Ceilings[1].Reasons[0], "agreement: ")
}
