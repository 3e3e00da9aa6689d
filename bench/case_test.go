package bench

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every embedded kernel belongs to exactly one point of one case, but for the one
// that the engine runs for itself, and every point has a kernel.
func TestCasesAndSymbolsAreABijection(t *testing.T) {
	var listed, reached []string
	for _, c := range Cases() {
		listed = append(listed, c.Symbols...)
		var symbols []string
		for _, a := range c.points() {
			symbols = append(symbols, c.recipe.symbol(a))
		}
		slices.Sort(symbols)
		reached = append(reached, slices.Compact(symbols)...)
	}
	slices.Sort(listed)
	slices.Sort(reached)
	assert.Equal(t, listed, reached)
	// The pointer chases ask of one kernel how long each level takes.
	listed = append(slices.Compact(listed), stampSymbol)
	slices.Sort(listed)
	assert.Equal(t, library(t).Symbols(), listed)
}

func TestCasesDescribeThemselves(t *testing.T) {
	cases := Cases()
	assert.True(t, slices.IsSortedFunc(cases, func(a, b Case) int { return strings.Compare(a.Name, b.Name) }))
	for _, c := range cases {
		family, _, _ := strings.Cut(c.Name, "/")
		assert.Equal(t, family, c.Family)
		assert.True(t, strings.HasSuffix(c.Question, "?"), c.Name)
		for _, text := range []string{c.Explanation, c.WorkFormula, c.Check} {
			assert.NotEmpty(t, text, c.Name)
		}
		for _, axis := range c.Axes {
			assert.NotEmpty(t, axis.Values, axis.Name)
			assert.NotEmpty(t, axis.Meaning, axis.Name)
		}
	}
}

func TestPoints(t *testing.T) {
	c := Case{Axes: []Axis{{Name: "a", Values: []int64{1, 2}}, {Name: "b", Values: []int64{3, 4}}}}
	assert.Equal(t, []axes{{"a": 1, "b": 3}, {"a": 1, "b": 4}, {"a": 2, "b": 3}, {"a": 2, "b": 4}}, c.points())
	assert.Equal(t, []axes{{}}, Case{}.points())
}

// The work of one launch with 3 blocks and 5 trips, by hand.
func TestWork(t *testing.T) {
	const written = 3 * 256 * 4
	for _, c := range []struct {
		name       string
		axes       axes
		operations float64
		bytes      map[string]float64
		measures   string
	}{
		{"stream/read", axes{"bytes_per_lane": 4}, 0, levels(3*5*16384+written, 3*5*16384+written), "level:dram"},
		{"stream/copy", axes{"bytes_per_lane": 16}, 0, levels(2*3*5*16384, 2*3*5*16384), "level:dram"},
		{"stream/triad", axes{"bytes_per_lane": 8}, 3 * 5 * 8192, levels(3*3*5*16384, 3*3*5*16384), "level:dram"},
		{"stream/write", axes{"bytes_per_lane": 16}, 0, levels(3*5*16384, 3*5*16384), ""},
		{"stride/read", axes{"stride": 2}, 0, levels(2*3*5*8192+written, 2*3*5*8192+written), ""},
		{"stride/read", axes{"stride": 32}, 0, levels(8*3*5*8192+written, 8*3*5*8192+written), ""},
		{"stride/offset", axes{"offset": 1}, 0, map[string]float64{"dram": 3*5*8192 + written}, ""},
		{"bank/read", axes{"bits": 32, "stride": 1}, 0, map[string]float64{"shared": 3*5*16384 + 3*4608, "dram": 4608 + written}, "level:shared"},
		{"bank/read", axes{"bits": 128, "stride": 2}, 0, map[string]float64{"shared": 3*5*16384 + 3*16896, "dram": 16896 + written}, ""},
		{"bank/transpose_naive", axes{}, 0, map[string]float64{"dram": 2 * 3 * 5 * 16384}, ""},
		{"bank/transpose_padded", axes{}, 0, map[string]float64{"dram": 2 * 3 * 5 * 16384, "shared": 2 * 3 * 5 * 16384}, ""},
		{"fma/fp32", axes{"chains": 1, "warps_per_sm": 0}, 2 * 512 * 5 * 3 * 256, map[string]float64{"dram": 4096 + written}, "path:fp32"},
		{"fma/fp32", axes{"chains": 8, "warps_per_sm": 8}, 2 * 8 * 128 * 5 * 3 * 256, map[string]float64{"dram": 4096 + written}, ""},
		{"fma/fp64", axes{"chains": 2, "warps_per_sm": 0}, 2 * 2 * 256 * 5 * 3 * 256, map[string]float64{"dram": 8192 + written}, "path:fp64"},
		{"fma/fp16x2", axes{"chains": 4, "warps_per_sm": 0}, 4 * 4 * 256 * 5 * 3 * 256, map[string]float64{"dram": 4096 + written}, "path:fp16x2"},
		{"fma/int32", axes{"chains": 8, "warps_per_sm": 0}, 2 * 8 * 128 * 5 * 3 * 256, map[string]float64{"dram": 4096 + written}, "path:int32"},
		{"fma/fp32_muladd", axes{"chains": 8, "warps_per_sm": 0}, 2 * 8 * 64 * 5 * 3 * 256, map[string]float64{"dram": 4096 + written}, ""},
		{"fma/fp32x2", axes{"chains": 1, "warps_per_sm": 0}, 4 * 256 * 5 * 3 * 256, map[string]float64{"dram": 8192 + written}, "path:fp32x2"},
		{"fma/bf16x2", axes{"chains": 2, "warps_per_sm": 0}, 4 * 2 * 256 * 5 * 3 * 256, map[string]float64{"dram": 4096 + written}, "path:bf16x2"},
		{"fma/dp4a", axes{"chains": 8, "warps_per_sm": 0}, 8 * 8 * 128 * 5 * 3 * 256, map[string]float64{"dram": 4096 + written}, "path:dp4a"},
		{"fma/sin", axes{"chains": 8, "warps_per_sm": 0}, 8 * 32 * 5 * 3 * 256, map[string]float64{"dram": 4096 + written}, "path:sfu"},
		{"intensity/fp32", axes{"flop_per_element": 1}, 3 * 5 * 4096, levels(3*5*16384+written, 3*5*16384+written), "ridge:fp32:dram"},
		{"intensity/fp64", axes{"flop_per_element": 2048}, 2048 * 3 * 5 * 2048, levels(3*5*16384+written, 3*5*16384+written), "ridge:fp64:dram"},
		{"intensity/int32", axes{"flop_per_element": 8}, 8 * 3 * 5 * 4096, levels(3*5*16384+written, 3*5*16384+written), "ridge:int32:dram"},
		{"intensity/bf16x2_l1", axes{"flop_per_element": 16}, 16 * 3 * 5 * 4096,
			map[string]float64{"l1": 3 * 5 * 16384, "l2": 3*8192 + written, "dram": 3*8192 + written}, "ridge:bf16x2:l1"},
		{"chase/ca", axes{"footprint_kib": 16}, 0, map[string]float64{"l1": 5 * 32 * 32, "dram": 128 * 32}, ""},
		{"chase/cg", axes{"footprint_kib": 1024}, 0, map[string]float64{"l2": 5 * 32 * 32, "dram": 5 * 32 * 32}, ""},
		{"gemm/fp32_naive", axes{"size": 128}, 5 * 2 * 128 * 128 * 128, map[string]float64{"dram": 2*4*5*128*128 + 4*128*128}, ""},
		{"gemm/fp16_wmma", axes{"size": 128}, 5 * 2 * 128 * 128 * 128, levels(2*2*5*128*128+4*128*128, 2*2*5*128*128+4*128*128), ""},
		{"tensor/fp16_fp32_wmma", axes{"chains": 4, "warps_per_sm": 0}, 2 * 4096 * 4 * 16 * 5 * 24, map[string]float64{"dram": 16*(256*2+256*2+256*4) + 24*1024}, "path:tc.fp16.fp32"},
		{"tensor/fp16_fp16_k16", axes{"chains": 1, "warps_per_sm": 8}, 2 * 2048 * 16 * 5 * 24, map[string]float64{"dram": 16*(256*2+128*2+128*2) + 24*256}, ""},
		{"tensor/fp64", axes{"chains": 2, "warps_per_sm": 0}, 2 * 256 * 2 * 16 * 5 * 24, map[string]float64{"dram": 16*(32*8+32*8+64*8) + 24*256}, "path:tc.fp64"},
		{"reduce/vector", axes{}, 0, levels(3*5*16384+3*4, 3*5*16384+3*4), ""},
		{"divergence/paths", axes{"paths": 8}, 2 * 32 * 5 * 3 * 256, map[string]float64{"dram": 4096 + written}, ""},
		{"occupancy/read", axes{"loads": 2, "warps_per_sm": 0}, 0, levels(64*5*3*256+written, 64*5*3*256+written), ""},
		{"launch/empty", axes{"blocks": 3}, 0, map[string]float64{"dram": 3 * 4}, ""},
		{"launch/tail", axes{"blocks_percent": 150}, 2 * 4 * 128 * 5 * 3 * 256, map[string]float64{"dram": 4096 + written}, ""},
		{"spill/array", axes{"live": 64}, 64 * (2*5 + 1) * 3 * 256, map[string]float64{"dram": 4096 + written}, ""},
		{"spill/fp32", axes{"live": 64, "regs": 32}, 64 * (2*5 + 1) * 3 * 256, map[string]float64{"dram": 4096 + written}, ""},
	} {
		cases, err := Select([]string{c.name})
		require.NoError(t, err)
		w := cases[0].recipe.work(c.axes, shape{grid: 3, blocksPerSM: 1, trips: 5})
		assert.Equal(t, c.operations, w.Operations, c.name)
		assert.Equal(t, c.bytes, w.Bytes, "%s %v", c.name, c.axes)
		assert.Equal(t, c.measures, w.Measures, c.name)
		assert.Equal(t, c.operations > 0, w.Path != "", c.name)
		assert.Positive(t, w.FootprintBytes, c.name)
	}
}

func levels(dram, l2 float64) map[string]float64 { return map[string]float64{"dram": dram, "l2": l2} }

// One warp an SM is a small block.
func TestWorkOfSmallBlocks(t *testing.T) {
	c := selected(t, "fma/fp32")[0]
	w := c.recipe.work(axes{chainsAxis: 1, warpsAxis: 1}, shape{grid: 3, block: 32, blocksPerSM: 1, trips: 5})
	assert.Equal(t, 2.0*512*5*3*32, w.Operations)
	assert.Equal(t, 4096.0+3*32*4, w.Bytes["dram"])
}

// Zero warps are as many as fit, and a record says how many these are.
func TestResolved(t *testing.T) {
	c, s := selected(t, "fma/fp32")[0], shape{grid: 8, blocksPerSM: 6, trips: 1}
	a := axes{chainsAxis: 2, warpsAxis: 0}
	assert.Equal(t, axes{chainsAxis: 2, warpsAxis: 48}, c.resolved(a, s))
	assert.Equal(t, axes{chainsAxis: 2, warpsAxis: 0}, a, "the point itself stays")
	assert.Equal(t, axes{warpsAxis: 8}, c.resolved(axes{warpsAxis: 8}, s))
	assert.Equal(t, axes{strideAxis: 0}, c.resolved(axes{strideAxis: 0}, s))
}

func TestSelect(t *testing.T) {
	names := func(patterns ...string) []string {
		cases, err := Select(patterns)
		require.NoError(t, err)
		var names []string
		for _, c := range cases {
			names = append(names, c.Name)
		}
		return names
	}
	assert.Len(t, names(), len(Cases()))
	assert.Equal(t, []string{"stream/copy"}, names("stream/copy"))
	stream := []string{"stream/copy", "stream/fill", "stream/read", "stream/read_async", "stream/read_bulk", "stream/shape", "stream/triad", "stream/write"}
	assert.Equal(t, stream, names("stream"))
	assert.Equal(t, stream, names("stream/*"))
	assert.Equal(t, []string{"fma/fp32", "intensity/fp32", "spill/fp32"}, names("*/fp32"))
	assert.Equal(t, []string{"chase/ca", "chase/cg", "chase/dram", "chase/l1", "chase/l2", "chase/shared", "stream/read"}, names("stream/read", "chase", "stream/read"))
}

func TestSelectNamesWhatIsNear(t *testing.T) {
	for pattern, want := range map[string][]string{
		"stream/raed": {"stream/read", "stream/triad", "stream/copy", "stream/fill", "stream/shape", "stream/write", "stream/read_bulk", "stream/read_async"},
		"steam":       {"stream"},
		"fma/fp46":    {"fma/dp4a", "fma/fp32", "fma/fp64", "fma/fp16x2", "fma/ex2", "fma/fp32x2", "fma/sin", "fma/bf16x2"},
		"chase/x":     {"chase", "chase/ca", "chase/cg", "chase/l1", "chase/l2", "chase/dram", "chase/shared"},
		"int":         {"intensity", "intensity/fp32", "intensity/fp64", "intensity/int32", "intensity/bf16x2", "intensity/fp16x2", "intensity/fp32_l1", "intensity/fp32_l2"},
		"warp-drive":  {},
		"":            {},
		"[":           {},
	} {
		_, err := Select([]string{"fma", pattern})
		var unknown *UnknownCaseError
		require.True(t, errors.As(err, &unknown), pattern)
		assert.Equal(t, pattern, unknown.Pattern)
		assert.Equal(t, want, unknown.Near, pattern)
		assert.Contains(t, err.Error(), pattern)
	}
	assert.EqualError(t, &UnknownCaseError{Pattern: "warp"}, `no case is named "warp"`)
}

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"read", "raed", 2}, {"fma", "fma", 0}} {
		assert.Equal(t, c.want, editDistance(c.a, c.b), "%q %q", c.a, c.b)
	}
}
