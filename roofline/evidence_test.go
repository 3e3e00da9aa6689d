package roofline

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

// The limits are 512 GFLOP/s and 100 GB/s.
func TestRules(t *testing.T) {
	for name, test := range map[string]struct {
		record results.Record
		change func(*results.Record)
		status Status
		reason string // part of the only reason; empty for none
	}{
		"sound":             {stream(90e9), func(*results.Record) {}, OK, ""},
		"not checked":       {stream(90e9), func(r *results.Record) { r.Verification = nil }, Refused, "was not checked"},
		"wrong":             {stream(90e9), func(r *results.Record) { r.Verification.Passed, r.Verification.Detail = false, "out[3]" }, Refused, "the result is wrong: out[3]"},
		"sampled check":     {stream(90e9), func(r *results.Record) { r.Verification.Sampled, r.Verification.Total = true, 9 }, OK, "1 of 9 outputs were checked"},
		"zeros":             {stream(90e9), func(r *results.Record) { r.Data.Pattern = "zeros" }, Refused, `the input data is "zeros"`},
		"data unknown":      {stream(90e9), func(r *results.Record) { r.Data = nil }, Refused, "not recorded"},
		"six samples":       {stream(90e9), func(r *results.Record) { r.Estimate.Samples = 6 }, OK, ""},
		"five samples":      {stream(90e9), func(r *results.Record) { r.Estimate.Samples = 5 }, Suspect, "5 samples"},
		"at the limit":      {stream(100e9), func(*results.Record) {}, OK, ""},
		"within the clock":  {stream(100.9e9), func(*results.Record) {}, OK, "100.90 % of the physical limit"},
		"above":             {stream(101.1e9), func(*results.Record) {}, Suspect, "101.1 % of the physical limit (test)"},
		"far above":         {stream(105.1e9), func(*results.Record) {}, Refused, "105.1 % of the physical limit (test)"},
		"far below":         {stream(49e9), func(*results.Record) {}, OK, "only 49 % of the physical limit: a better kernel may show more"},
		"path above":        {fma(520e9), func(*results.Record) {}, Suspect, "101.6 % of the physical limit"},
		"limit unknown":     {stream(900e9), func(r *results.Record) { r.Limit.PerSecond, r.Limit.Source = nil, "no bus width" }, OK, "unknown: no bus width"},
		"limit absent":      {stream(900e9), func(r *results.Record) { r.Limit = nil }, OK, "not recorded"},
		"in the cache":      {stream(90e9), func(r *results.Record) { r.Work.FootprintBytes = 1.99e6 }, Refused, "1.99 times the L2 cache"},
		"near the cache":    {stream(90e9), func(r *results.Record) { r.Work.FootprintBytes = 3.9e6 }, OK, "only 3.9 times the L2 cache"},
		"over the cache":    {stream(90e9), func(r *results.Record) { r.Work.FootprintBytes = 4e6 }, OK, ""},
		"cache of no path":  {fma(500e9), func(r *results.Record) { r.Work.FootprintBytes = 1 }, OK, ""},
		"sweep in cache":    {sweep(1, 9e9), func(r *results.Record) { r.Work.FootprintBytes = 1 }, Refused, "this is the cache"},
		"wider than asked":  {stream(90e9), func(r *results.Record) { widen(r, 0.02) }, OK, "±2 %, wider than the ±0.5 % asked for"},
		"far too wide":      {stream(90e9), func(r *results.Record) { widen(r, 0.06) }, Suspect, "the interval is ±6.0 % wide"},
		"little confidence": {stream(90e9), func(r *results.Record) { r.Estimate.Confidence = 0.9 }, OK, "confidence of 90 %, not 95 %"},
		"record's words":    {stream(90e9), func(r *results.Record) { r.Warnings = []string{"too short", "moves"} }, Suspect, "too short; moves"},
		"estimate's words":  {stream(90e9), func(r *results.Record) { r.Estimate.Warnings = []string{"drifts"} }, OK, "drifts"},
	} {
		t.Run(name, func(t *testing.T) {
			test.change(&test.record)
			claims := judgeAll(document(test.record))
			require.Len(t, claims, 1)
			assert.Equal(t, test.status, claims[0].status, claims[0].reasons)
			if test.reason == "" {
				assert.Empty(t, claims[0].reasons)
				return
			}
			require.Len(t, claims[0].reasons, 1)
			assert.Contains(t, claims[0].reasons[0], test.reason)
		})
	}
}

// widen makes the interval of the rate plus and minus a fraction.
func widen(r *results.Record, fraction float64) {
	r.Estimate.SecondsLow = r.Estimate.SecondsMedian / (1 + fraction)
	r.Estimate.SecondsHigh = r.Estimate.SecondsMedian / (1 - fraction)
}

func TestUnknownCacheMakesDRAMSuspect(t *testing.T) {
	doc := document(stream(90e9))
	doc.Device.L2Bytes = 0
	ceiling := Derive(doc).Ceilings[0]
	assert.Equal(t, Suspect, ceiling.Status)
	assert.Equal(t, []string{"the size of the L2 cache is unknown, so the data may have come from it"}, ceiling.Reasons)
}
