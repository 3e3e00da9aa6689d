package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/arch"
	"ridgeline/results"
)

// plain is a device that tells no limits of its own paths.
type plain struct{ cuda.Device }

func limitsOf(major, minor int) limits {
	info := newFake().info
	info.ComputeCapability = cuda.ComputeCapability{Major: major, Minor: minor}
	return limits{info: info, dev: plain{newFake()}}
}

func TestPathLimitOfTheArchitecture(t *testing.T) {
	clock := 1500.0
	w := results.Work{Path: "fp32", Operations: 1, Measures: "path:fp32"}
	limit := limitsOf(9, 0).record(w, &clock)
	assert.Equal(t, 256.0, *limit.PerSMCycle, "128 FMAs a cycle")
	assert.Equal(t, 256*4*1500e6, *limit.PerSecond)
	assert.NotEmpty(t, limit.Source)
}

func TestLevelLimitOfTheArchitecture(t *testing.T) {
	clock := 1500.0
	of := func(level string) *results.Limit {
		return limitsOf(8, 0).record(results.Work{Bytes: map[string]float64{level: 1}, Measures: "level:" + level}, &clock)
	}
	for _, level := range []string{"l1", "shared"} {
		assert.Equal(t, 128.0, *of(level).PerSMCycle, level)
		assert.Equal(t, 128*4*1500e6, *of(level).PerSecond, level)
	}
	assert.Nil(t, of("l2").PerSecond)
	assert.Contains(t, of("l2").Source, "depends on the product")
}

func TestLimitOfAnUnknownArchitecture(t *testing.T) {
	clock := 1500.0
	for measures, work := range map[string]results.Work{
		"path:fp32":       {Path: "fp32", Operations: 1},
		"ridge:fp32:dram": {Path: "fp32", Operations: 1, Bytes: map[string]float64{"dram": 1}},
	} {
		work.Measures = measures
		limit := limitsOf(42, 7).record(work, &clock)
		require.NotNil(t, limit)
		assert.Nil(t, limit.PerSecond)
		assert.Nil(t, limit.PerSMCycle)
		assert.Contains(t, limit.Source, "42.7")
	}
	assert.Zero(t, limitsOf(42, 7).shortest(results.Work{Path: "fp32", Operations: 1e9}))
}

func TestRoofWithoutABus(t *testing.T) {
	clock := 1000.0
	l := limits{info: newFake().info, dev: newFake()}
	l.info.BusWidthBits = 0
	w := results.Work{Path: "fp32", Operations: 8, Bytes: map[string]float64{"dram": 1}, Measures: "ridge:fp32:dram"}
	limit := l.record(w, &clock)
	assert.Nil(t, limit.PerSecond)
	assert.Contains(t, limit.Source, "bus width")
}

func TestShortest(t *testing.T) {
	l := limits{info: newFake().info, dev: newFake()}
	for _, c := range []struct{ operations, bytes, want float64 }{
		{16e9, 0, 1}, {0, 6.4e9, 1}, {16e9, 12.8e9, 2}, {0, 0, 0},
	} {
		w := results.Work{Operations: c.operations, Bytes: map[string]float64{"dram": c.bytes}}
		if c.operations > 0 {
			w.Path = "fp32"
		}
		assert.Equal(t, c.want, l.shortest(w))
	}
}

// Work that takes an older way has two limits, that of the path and that of the
// way, and cannot be done in less time than the way needs.
func TestLimitOfAnOlderWay(t *testing.T) {
	clock := 1000.0
	w := results.Work{Path: "tc.bf16.fp32", Way: arch.MMASync, Operations: 2048e9, Measures: "path:tc.bf16.fp32"}
	l := limitsOf(10, 0)
	limit := l.record(w, &clock)
	assert.Equal(t, 8192.0, *limit.PerSMCycle)
	require.NotNil(t, limit.Way)
	assert.Equal(t, arch.MMASync, limit.Way.Name)
	assert.Equal(t, arch.TCGen05, limit.Way.Fastest)
	assert.Equal(t, 2048.0, limit.Way.PerSMCycle)
	assert.Equal(t, 2048*4*1e9, *limit.Way.PerSecond)
	assert.NotEmpty(t, limit.Way.Source)
	l.info.SMClockMHz = clock
	assert.Equal(t, 0.25, l.shortest(w))

	assert.Nil(t, limitsOf(8, 0).record(w, &clock).Way, "the only way")
	assert.Nil(t, limitsOf(42, 7).record(w, &clock).Way, "an unknown one")
}
