package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/bench"
	"ridgeline/results"
)

func steps() []bench.Event {
	copied := &results.Record{
		Outcome:  results.OutcomeOK,
		Work:     &results.Work{Bytes: map[string]float64{"dram": 2e9}},
		Estimate: &results.Estimate{SecondsMedian: 1e-3, SecondsLow: 0.999e-3, SecondsHigh: 1.001e-3},
	}
	chained := &results.Record{
		Outcome:  results.OutcomeOK,
		Work:     &results.Work{Operations: 3e12},
		Estimate: &results.Estimate{SecondsMedian: 1, SecondsLow: 1, SecondsHigh: 1},
	}
	failed := &results.Record{Outcome: results.OutcomeFailed, Reason: "wrong result"}
	axes := map[string]int64{"chains": 4}
	return []bench.Event{
		{Case: "stream/copy", Index: 0, Total: 10, Phase: bench.PhaseVerify},
		{Case: "stream/copy", Index: 0, Total: 10, Phase: bench.PhaseDone, Record: copied},
		{Case: "fma/fp32", Axes: axes, Index: 8, Total: 10, Phase: bench.PhaseDone, Record: chained},
		{Case: "fma/fp32", Axes: axes, Index: 9, Total: 10, Phase: bench.PhaseDone, Record: failed},
	}
}

func TestProgress(t *testing.T) {
	for _, c := range []struct {
		name            string
		terminal, quiet bool
		want            string
	}{
		{"file", false, false, "[ 1/10] stream/copy: 2000 GB/s ±0.1 %\n" +
			"[ 9/10] fma/fp32 chains=4: 3.000 TFLOP/s\n" +
			"[10/10] fma/fp32 chains=4: failed: wrong result\n"},
		{"terminal", true, false, "\r\x1b[K[ 1/10] stream/copy: verify" +
			"\r\x1b[K[ 1/10] stream/copy: 2000 GB/s ±0.1 %\n" +
			"\r\x1b[K[ 9/10] fma/fp32 chains=4: 3.000 TFLOP/s\n" +
			"\r\x1b[K[10/10] fma/fp32 chains=4: failed: wrong result\n\n"},
		{"quiet", true, true, ""},
	} {
		var out bytes.Buffer
		p := progress{out: &out, terminal: c.terminal, quiet: c.quiet}
		for _, event := range steps() {
			p.show(event)
		}
		p.end()
		assert.Equal(t, c.want, out.String(), c.name)
	}
}

func TestIsTerminal(t *testing.T) {
	assert.False(t, isTerminal(&bytes.Buffer{}))
	file, err := os.Create(t.TempDir() + "/log")
	require.NoError(t, err)
	assert.False(t, isTerminal(file))
	require.NoError(t, file.Close())
}
