package roofline

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

// N10: every bit has its name, and an unknown one stands in hex.
func TestEventNames(t *testing.T) {
	for mask, want := range map[Events]string{
		0:                  "none",
		1:                  "idle",
		2:                  "application clocks",
		4:                  "software power cap",
		0x24:               "software power cap, software thermal slowdown",
		0x48:               "hardware slowdown, hardware thermal slowdown",
		0x88:               "hardware slowdown, hardware power brake",
		0x100:              "display clocks",
		0x200:              "unknown reason 0x200",
		0x8000000000000000: "unknown reason 0x8000000000000000",
		0x1ff: "idle, application clocks, software power cap, hardware slowdown, sync boost, software thermal slowdown, " +
			"hardware thermal slowdown, hardware power brake, display clocks",
	} {
		assert.Equal(t, want, mask.String())
	}
}

// held puts events and memory clocks on the samples of a record.
func held(r results.Record, masks []uint64, memoryMHz ...float64) results.Record {
	r.Samples = make([]results.Sample, len(masks))
	for i := range masks {
		r.Samples[i] = results.Sample{Seconds: 1, Launches: 1, EventReasons: &masks[i]}
		if memoryMHz != nil {
			r.Samples[i].MemoryClockMHz = &memoryMHz[i%len(memoryMHz)]
		}
	}
	return r
}

// N10: which ceilings a mask taints, and no series is averaged away.
func TestEventsTaint(t *testing.T) {
	const flat, other = 1000.0, 500.0
	for name, c := range map[string]struct {
		record results.Record
		status Status
		reason string
	}{
		"idle around the kernel":          {held(fma(500e9), []uint64{1, 4, 4, 1}, flat), Suspect, "events: clocks were held back: software power cap in 2 of 4 samples"},
		"power, memory flat":              {held(stream(90e9), []uint64{4, 4, 4}, flat), OK, "software power cap in 3 of 3 samples"},
		"power, memory moves":             {held(stream(90e9), []uint64{4, 4, 4}, flat, other), Suspect, "software power cap in 3 of 3 samples"},
		"power, memory unknown":           {held(stream(90e9), []uint64{4, 4, 4}), Suspect, "software power cap"},
		"power taints compute":            {held(fma(500e9), []uint64{4, 4, 4}, flat), Suspect, "software power cap"},
		"one hot sample":                  {held(stream(90e9), []uint64{0, 0x40, 0}, flat), Suspect, "hardware thermal slowdown in 1 of 3 samples"},
		"slowdown taints DRAM":            {held(stream(90e9), []uint64{8}, flat), Suspect, "hardware slowdown in 1 of 1 samples"},
		"a brake taints DRAM":             {held(stream(90e9), []uint64{0x80}, flat), Suspect, "hardware power brake"},
		"two bits at once":                {held(stream(90e9), []uint64{0x48}, flat), Suspect, "hardware slowdown in 1 of 1 samples, hardware thermal slowdown in 1 of 1 samples"},
		"idle alone":                      {held(fma(500e9), []uint64{0, 1, 1}, flat), OK, ""},
		"clocks that somebody set":        {held(fma(500e9), []uint64{2, 2, 0x100}, flat), OK, ""},
		"an unknown reason is told":       {held(fma(500e9), []uint64{0x200}, flat), OK, "unknown reason 0x200 in 1 of 1 samples"},
		"nothing told":                    {fma(500e9), OK, ""},
		"a thermal limit taints the math": {held(fma(500e9), []uint64{0x20}, flat), Suspect, "software thermal slowdown"},
	} {
		claims := judgeAll(document(c.record))
		require.Len(t, claims, 1, name)
		assert.Equal(t, c.status, claims[0].status, name)
		if c.reason == "" {
			assert.Empty(t, claims[0].reasons, name)
			continue
		}
		require.Len(t, claims[0].reasons, 1, name)
		assert.Contains(t, claims[0].reasons[0], c.reason, name)
	}
}
