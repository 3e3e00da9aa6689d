package bench

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every embedded kernel belongs to exactly one point of one case, and every
// point has a kernel.
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
	assert.Equal(t, library(t).Symbols(), listed)
	assert.Equal(t, listed, reached)
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
	s := shape{grid: 3, blocksPerSM: 1, trips: 5}
	for _, c := range []struct {
		name       string
		axes       axes
		operations float64
		bytes      float64
		footprint  float64
		measures   string
	}{
		{"stream/read", nil, 0, 3*5*16384 + 3*256*4, 3 * 5 * 16384, "level:dram"},
		{"stream/copy", nil, 0, 2 * 3 * 5 * 16384, 2 * 3 * 5 * 16384, "level:dram"},
		{"fma/fp32", axes{"chains": 1, "warps_per_sm": 0}, 2 * 512 * 5 * 3 * 256, 4096 + 3072, 4096 + 3072, "path:fp32"},
		{"fma/fp32", axes{"chains": 8, "warps_per_sm": 8}, 2 * 8 * 128 * 5 * 3 * 256, 4096 + 3072, 4096 + 3072, ""},
		{"intensity/fp32", axes{"flop_per_element": 1}, 3 * 5 * 4096, 3*5*16384 + 3072, 3 * 5 * 16384, "ridge:fp32:dram"},
		{"intensity/fp32", axes{"flop_per_element": 2048}, 2048 * 3 * 5 * 4096, 3*5*16384 + 3072, 3 * 5 * 16384, "ridge:fp32:dram"},
	} {
		cases, err := Select([]string{c.name})
		require.NoError(t, err)
		w := cases[0].recipe.work(c.axes, s)
		assert.Equal(t, c.operations, w.Operations, c.name)
		assert.Equal(t, map[string]float64{"dram": c.bytes}, w.Bytes, c.name)
		assert.Equal(t, c.footprint, w.FootprintBytes, c.name)
		assert.Equal(t, c.measures, w.Measures, c.name)
		assert.Equal(t, c.operations > 0, w.Path == "fp32", c.name)
	}
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
	all := []string{"fma/fp32", "intensity/fp32", "stream/copy", "stream/read"}
	assert.Equal(t, all, names())
	assert.Equal(t, []string{"stream/copy"}, names("stream/copy"))
	assert.Equal(t, []string{"stream/copy", "stream/read"}, names("stream"))
	assert.Equal(t, []string{"stream/copy", "stream/read"}, names("stream/*"))
	assert.Equal(t, []string{"fma/fp32", "intensity/fp32"}, names("*/fp32"))
	assert.Equal(t, []string{"fma/fp32", "stream/read"}, names("stream/read", "fma", "stream/read"))
}

func TestSelectNamesWhatIsNear(t *testing.T) {
	for pattern, want := range map[string][]string{
		"stream/raed": {"stream/read", "stream/copy"},
		"steam":       {"stream"},
		"fma/fp64":    {"fma/fp32"},
		"stream/x":    {"stream", "stream/copy", "stream/read"},
		"int":         {"intensity", "intensity/fp32"},
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
