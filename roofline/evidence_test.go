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
		"sound":              {stream(90e9), func(*results.Record) {}, OK, ""},
		"not checked":        {stream(90e9), func(r *results.Record) { r.Verification = nil }, Refused, "was not checked"},
		"wrong":              {stream(90e9), func(r *results.Record) { r.Verification.Passed, r.Verification.Detail = false, "out[3]" }, Refused, "the result is wrong: out[3]"},
		"sampled check":      {stream(90e9), func(r *results.Record) { r.Verification.Sampled, r.Verification.Total = true, 9 }, OK, "1 of 9 outputs were checked"},
		"zeros":              {stream(90e9), func(r *results.Record) { r.Data.Pattern = "zeros" }, Refused, `the input data is "zeros"`},
		"data unknown":       {stream(90e9), func(r *results.Record) { r.Data = nil }, Refused, "not recorded"},
		"six samples":        {stream(90e9), func(r *results.Record) { r.Estimate.Samples = 6 }, OK, ""},
		"five samples":       {stream(90e9), func(r *results.Record) { r.Estimate.Samples = 5 }, Suspect, "5 samples"},
		"at the limit":       {stream(100e9), func(*results.Record) {}, OK, ""},
		"within the clock":   {stream(100.9e9), func(*results.Record) {}, OK, "100.90 % of the physical limit"},
		"above":              {stream(101.1e9), func(*results.Record) {}, Suspect, "101.1 % of the physical limit (test)"},
		"far above":          {stream(105.1e9), func(*results.Record) {}, Refused, "105.1 % of the physical limit (test)"},
		"far below":          {stream(49e9), func(*results.Record) {}, OK, "only 49 % of the physical limit: a better kernel may show more"},
		"path above":         {fma(520e9), func(*results.Record) {}, Suspect, "101.6 % of the physical limit"},
		"by an older way":    {stream(49e9), func(r *results.Record) { r.Limit.Way = olderWay(50e9) }, OK, "reached through mma.sync, at 98 % of what that can do; wgmma is faster on this architecture"},
		"no clock":           {stream(49e9), func(r *results.Record) { r.Limit.Way = olderWay(0) }, OK, "only 49 % of the physical limit"},
		"limit unknown":      {stream(900e9), func(r *results.Record) { r.Limit.PerSecond, r.Limit.Source = nil, "no bus width" }, OK, "unknown: no bus width"},
		"limit absent":       {stream(900e9), func(r *results.Record) { r.Limit = nil }, OK, "not recorded"},
		"in the cache":       {stream(90e9), func(r *results.Record) { r.Work.FootprintBytes = 1.99e6 }, Refused, "1.99 times the L2 cache"},
		"near the cache":     {stream(90e9), func(r *results.Record) { r.Work.FootprintBytes = 3.9e6 }, OK, "only 3.9 times the L2 cache"},
		"over the cache":     {stream(90e9), func(r *results.Record) { r.Work.FootprintBytes = 4e6 }, OK, ""},
		"cache of no path":   {fma(500e9), func(r *results.Record) { r.Work.FootprintBytes = 1 }, OK, ""},
		"sweep in cache":     {sweep(1, 9e9), func(r *results.Record) { r.Work.FootprintBytes = 1 }, Refused, "this is the cache"},
		"wider than asked":   {stream(90e9), func(r *results.Record) { widen(r, 0.02) }, OK, "±2 %, wider than the ±0.5 % asked for"},
		"far too wide":       {stream(90e9), func(r *results.Record) { widen(r, 0.06) }, Suspect, "the interval is ±6.0 % wide"},
		"little confidence":  {stream(90e9), func(r *results.Record) { r.Estimate.Confidence = 0.9 }, OK, "confidence of 90 %, not 95 %"},
		"record's words":     {stream(90e9), func(r *results.Record) { r.Warnings = []string{"too short", "moves"} }, Suspect, "too short; moves"},
		"clock too high":     {fma(500e9), func(r *results.Record) { r.Estimate.SMClockMHz = new(1100.0) }, Suspect, "clock: the sampled SM clock of 1100 MHz is above"},
		"clocks agree":       {fma(500e9), twoClocks(1000, 1015), OK, ""},
		"clocks nearly so":   {fma(500e9), twoClocks(1000, 970), OK, "the SM clock is 1000 MHz by stamps and 970 MHz by the sensor of the driver, -3.0 %"},
		"clocks disagree":    {fma(500e9), twoClocks(1000, 500), Suspect, "clock: the SM clock is 1000 MHz by stamps and 500 MHz by the sensor of the driver, -50.0 %"},
		"one clock":          {fma(500e9), sensorClock("the timer stood still"), OK, ""},
		"half the work":      {stream(90e9), func(r *results.Record) { halve(r, 2, 1.99) }, OK, ""},
		"half, a bit off":    {stream(90e9), func(r *results.Record) { halve(r, 2, 1.8) }, Suspect, "linearity: with 2.00 times the work the rate is +11.1 % off"},
		"half, all the same": {stream(90e9), func(r *results.Record) { halve(r, 2, 1) }, Refused, "linearity: with 2.00 times the work the rate is +100.0 % off"},
		"all read anew":      {stream(90e9), func(r *results.Record) { reread(r, 1.01) }, OK, ""},
		"read anew nearly":   {stream(90e9), func(r *results.Record) { reread(r, 1.03) }, OK, "over twice the memory the rate is 2.9 % lower: a part may come from a cache"},
		"some is in a cache": {stream(90e9), func(r *results.Record) { reread(r, 1.2) }, Suspect, "re-read: over twice the memory the rate is 16.7 % lower: launches find in a cache what the last one left there"},
		"all is in a cache":  {stream(90e9), func(r *results.Record) { reread(r, 3) }, Refused, "re-read: over twice the memory the rate is 66.7 % lower"},
		"twice is faster":    {stream(90e9), func(r *results.Record) { reread(r, 0.9) }, OK, ""},
		"a short launch":     {stream(90e9), func(r *results.Record) { cost(r, 0.06) }, Suspect, "overhead: starting a launch takes 6.0 % of its time"},
		"a shortish launch":  {stream(90e9), func(r *results.Record) { cost(r, 0.03) }, OK, "starting a launch takes 3.0 % of its time"},
		"FLOPs twice":        {fma(300e9), func(r *results.Record) { counted(r, "fp32", r.Work.Operations/2) }, Refused, "counters: the formula has"},
		"FLOPs once":         {fma(500e9), func(r *results.Record) { counted(r, "fp32", r.Work.Operations) }, OK, ""},
		"bytes skipped":      {stream(90e9), func(r *results.Record) { loaded(r, 0.5) }, Refused, "bytes from and to DRAM, and the kernel asked for"},
		"bytes moved":        {stream(90e9), func(r *results.Record) { loaded(r, 1) }, OK, ""},
		"drifting": {stream(90e9), func(r *results.Record) {
			r.Estimate.Trend = &results.Trend{Change: 0.05, Low: 0.04, High: 0.06, Drifts: true}
		}, Suspect, "drift: the time moved by +5 % (+4 to +6) over the samples, and was +0 % off at the start"},
		"two kinds": {stream(90e9), func(r *results.Record) {
			r.Estimate.Modes = &results.Modes{SecondsLow: 1, SecondsHigh: 1.1, HighShare: 0.3}
		}, Suspect, "modes: the samples are of two kinds: 30 % of them take 10 % longer"},
		"machine code kept": {stream(90e9), func(r *results.Record) { audited(r, results.AuditKept) }, OK, ""},
		"other counts":      {stream(90e9), func(r *results.Record) { audited(r, results.AuditBroken) }, Suspect, "opcode audit: the machine code is not as the kernel wants it: loop 1 has 2 FFMA"},
		"not its own":       {stream(90e9), func(r *results.Record) { audited(r, results.AuditAbsent) }, Refused, "opcode audit: the machine code is not what the kernel claims: loop 1 has"},
		"unread code":       {stream(90e9), func(r *results.Record) { audited(r, results.AuditUndecided) }, OK, "could not be looked at"},
		"bad windows":       {stream(90e9), func(r *results.Record) { r.Estimate.InvalidSamples = 2 }, OK, "2 windows that the device timed as nothing or less"},
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

func audited(r *results.Record, outcome results.AuditOutcome) {
	r.Kernel = &results.Kernel{OpcodeAudit: &results.OpcodeAudit{Outcome: outcome, Reason: "loop 1 has 2 FFMA"}}
}

// That a simulated device has no machine code stands in the check, and is not said
// of every ceiling again; that a driver gives none away is.
func TestNoMachineCode(t *testing.T) {
	const text = "there is no machine code to look at: loop 1 has 2 FFMA"
	r := stream(90e9)
	audited(&r, results.AuditNone)
	doc := document(r)
	for _, model := range []*results.Model{nil, {}} {
		doc.Device.Model = model
		claims := judgeAll(doc)
		require.Len(t, claims, 1)
		assert.Contains(t, claims[0].checks, Check{Name: "opcode audit", Status: OK, Reason: text})
		if model == nil {
			assert.Equal(t, []string{text}, claims[0].reasons)
		} else {
			assert.Empty(t, claims[0].reasons)
		}
	}
}

// halve says that the work was so many times that of a launch which took a
// fraction of the time.
func halve(r *results.Record, work, time float64) {
	half := *r.Work
	half.Operations /= work
	half.Bytes = map[string]float64{"dram": r.Work.Bytes["dram"] / work}
	r.Evidence = &results.Evidence{Halved: &results.Resized{Work: half, SecondsMedian: r.Estimate.SecondsMedian / time, Samples: 6}}
}

// cost says that starting a launch takes a share of its time.
func cost(r *results.Record, share float64) {
	r.Evidence = &results.Evidence{LaunchCostSeconds: new(share * r.Estimate.SecondsMedian)}
}

func counted(r *results.Record, path string, operations float64) {
	r.Counters = &results.Counters{Operations: map[string]uint64{path: uint64(operations)}}
}

// loaded says that the kernel asked for a share of the bytes of its formula.
func loaded(r *results.Record, share float64) {
	r.Counters = &results.Counters{Traffic: map[string]results.Traffic{"global_load": {Sectors: uint64(share * r.Work.Bytes["dram"] / 32)}}}
}

// olderWay is the limit of a way that another is faster than; 0 is not known a
// second.
func olderWay(perSecond float64) *results.WayLimit {
	w := &results.WayLimit{Name: "mma.sync", Fastest: "wgmma", PerSMCycle: 1, Source: "test"}
	if perSecond > 0 {
		w.PerSecond = &perSecond
	}
	return w
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
	assert.Equal(t, []string{"footprint: the size of the L2 cache is unknown, so the data may have come from it"}, ceiling.Reasons)
}

// reread adds a launch over twice the memory, which takes so many times as long for a
// byte.
func reread(r *results.Record, slower float64) {
	bytes := 2 * r.Work.Bytes["dram"]
	r.Evidence = &results.Evidence{Reread: &results.Resized{
		Work:          results.Work{Bytes: map[string]float64{"dram": bytes}, FootprintBytes: bytes},
		SecondsMedian: 2 * slower * r.Estimate.SecondsMedian, Samples: 6,
	}}
}

// twoClocks is an estimate whose clock is by stamps, in MHz, and what the sensor told.
func twoClocks(stamped, sensor float64) func(*results.Record) {
	return func(r *results.Record) {
		r.Estimate.SMClockMHz = &stamped
		r.Estimate.Clock = &results.Clock{Source: results.ClockByStamps, LowMHz: &stamped, HighMHz: &stamped, SensorMHz: &sensor}
	}
}

// sensorClock is an estimate whose clock is the sensor's, and why.
func sensorClock(why string) func(*results.Record) {
	return func(r *results.Record) {
		r.Estimate.Clock = &results.Clock{Source: results.ClockBySensor, SensorMHz: r.Estimate.SMClockMHz, Missing: why}
	}
}

// The check has its numbers, and says quietly where there is one clock only.
func TestClockCheckHasItsNumbers(t *testing.T) {
	r := fma(500e9)
	twoClocks(990, 1000)(&r)
	found := clockRule(evidence{device: &document().Device, record: &r})
	assert.Equal(t, map[string]float64{"sm_clock_mhz": 990, "sm_clock_low_mhz": 990, "sm_clock_high_mhz": 990,
		"sensor_sm_clock_mhz": 1000, "highest_sm_clock_mhz": 1000}, found.numbers)
	sensorClock("the timer stood still")(&r)
	found = clockRule(evidence{device: &document().Device, record: &r})
	assert.Equal(t, "the SM clock is by the sensor alone: the timer stood still", found.reason)
	assert.True(t, found.quiet)
}
