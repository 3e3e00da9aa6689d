package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/results"
)

func TestDoubts(t *testing.T) {
	window := func(hostSeconds float64, perGraph int) results.Sample {
		return results.Sample{Seconds: 0.01, Launches: 1000, HostSeconds: hostSeconds, LaunchesPerGraph: perGraph}
	}
	for name, c := range map[string]struct {
		warnings []string
		samples  []results.Sample
		want     []string
	}{
		"a device that does not tell": {samples: []results.Sample{window(0, 0)}},
		"a host that is fast enough":  {samples: []results.Sample{window(0.002, 0), window(0.0089, 0)}},
		"a slow host": {samples: []results.Sample{window(0.0098, 0), window(0.0094, 0)},
			want: []string{"the host took 9.6 µs to ask for a launch that took 10 µs: the host may be what was measured"}},
		"a slow host, but graphs": {samples: []results.Sample{window(0.01, 512)}},
		"a compiler that warns":   {warnings: []string{"wgmma serialized"}, want: []string{"the driver's compiler: wgmma serialized"}},
	} {
		assert.Equal(t, c.want, doubts(&results.Record{Kernel: &results.Kernel{CompilerWarnings: c.warnings}, Samples: c.samples}), name)
	}
	assert.Empty(t, doubts(&results.Record{Samples: []results.Sample{window(0.001, 0)}}), "a record of no kernel")
}
