package bench

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/roofline"
)

func TestParsePreset(t *testing.T) {
	for _, name := range PresetNames() {
		p, err := ParsePreset(name)
		require.NoError(t, err)
		assert.Equal(t, name, string(p))
	}
	for _, name := range []string{"", "quik", "Full"} {
		_, err := ParsePreset(name)
		var unknown *UnknownPresetError
		require.ErrorAs(t, err, &unknown, name)
		assert.Equal(t, name, unknown.Name)
		assert.Contains(t, err.Error(), "quick, standard, full")
	}
}

func TestPresetsHoldEachOther(t *testing.T) {
	points := func(p Preset) map[string]bool {
		names := map[string]bool{}
		for _, c := range p.Cases(nil) {
			for _, a := range c.points() {
				names[roofline.Label(c.Name, a)] = true
			}
		}
		return names
	}
	quick, standard, full := points(Quick), points(Standard), points(Full)
	assert.Less(t, len(quick), 30)
	assert.Less(t, len(standard), 270)
	assert.Equal(t, full, points(""))
	for name := range quick {
		assert.Contains(t, full, name)
	}
	for name := range standard {
		assert.Contains(t, full, name)
	}
	names := map[string]bool{} // a case may have several spans
	for _, c := range Full.Cases(nil) {
		names[c.Name] = true
	}
	assert.Len(t, names, len(Cases()))
}

// Every path and level that anything measures is in the standard preset, and in
// the quick one the levels and the paths that every GPU has, and of the tensor
// paths the one that every GPU with tensor cores has.
func TestPresetsHoldEveryCeiling(t *testing.T) {
	all, quick := measured(Full.Cases(nil)), measured(Quick.Cases(nil))
	assert.Equal(t, all, measured(Standard.Cases(nil)))
	assert.Len(t, all, 34, "29 paths, four levels, and points that measure nothing")
	assert.Equal(t, map[string]bool{
		"": true, "level:dram": true, "level:l1": true, "level:l2": true, "level:shared": true, "path:fp16x2": true,
		"path:fp32": true, "path:fp64": true, "path:int32": true, "path:tc.fp16.fp32": true,
	}, quick)
}

// measured is what the points of some cases measure: paths and levels.
func measured(cases []Case) map[string]bool {
	all := map[string]bool{}
	for _, c := range cases {
		for _, q := range smallPoints(c) {
			if w := c.recipe.work(q.a, q.s); !strings.HasPrefix(w.Measures, "ridge:") {
				all[w.Measures] = true
			}
		}
	}
	return all
}

// Cases that are named are measured though the preset has them not, on the
// values that a longer one gives them.
func TestNamedCasesAreThinned(t *testing.T) {
	c := Quick.Cases(selected(t, "chase/ca"))
	require.Len(t, c, 1)
	assert.Equal(t, []int64{16, 1024, 65536}, c[0].Axes[0].Values)
	c = Quick.Cases(selected(t, "fma/fp32"))
	require.Len(t, c, 2, "one for each span")
	assert.Equal(t, []int64{8}, c[0].Axes[0].Values)
	assert.Equal(t, []int64{1}, c[1].Axes[0].Values)
	assert.Equal(t, []int64{1, 2, 4, 8}, selected(t, "fma/fp32")[0].Axes[0].Values, "the case itself is whole")
}

// Roofs adds what quick has of the cases that measure ceilings, but for those that
// are named anyway.
func TestWithRoofs(t *testing.T) {
	named, err := Select([]string{"stride", "stream/read"})
	require.NoError(t, err)
	with := withRoofs(Standard.Cases(named))
	names := map[string]int{}
	for _, c := range with {
		names[c.Name]++
	}
	assert.Equal(t, 1, names["stream/read"])
	for _, want := range []string{"stride/read", "stream/copy", "l2/read", "l1/read", "shared/read", "fma/fp32", "fma/fp64", "tensor/fp16_fp32_wmma"} {
		assert.Positive(t, names[want], want)
	}
	assert.Zero(t, names["gemm/fp16_wmma"])
	ceilings := measured(Quick.Cases(nil))
	delete(ceilings, "") // of points that measure none
	assert.Equal(t, ceilings, measured(withRoofs(nil)))
	assert.Equal(t, []string{"stream/read", "stride/offset", "stride/read"}, []string{with[0].Name, with[1].Name, with[2].Name})
}
