package bench

import (
	"encoding/csv"
	"flag"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/spec"
)

var update = flag.Bool("update", false, "rewrite docs/published.md, and with the build tag long docs/proof.md and virtual.csv")

const publishedFolder = "testdata/published"

// published is a figure that somebody measured on one of the built-in SKUs, and
// what the virtual one makes of it.
type published struct {
	sku, category, metric, value, unit string
	base                               float64 // in baseUnit
	baseUnit                           string
	clockMHz                           float64 // 0 is unknown
	confidence, source                 string
	rule                               publishedRule
	virtual                            float64 // in baseUnit; of reproduced ones
}

// publishedRule says what to do with the figures that it fits: the first one that
// does holds. Empty fields fit everything.
type publishedRule struct {
	sku, category string
	metric        *regexp.Regexp
	source        string // a part of it
	class         string
	how           string
	why           string
}

// The classes of a figure.
const (
	isParameter  = "parameter"    // the spec was set from it
	isReproduced = "reproduced"   // the virtual GPU was asked
	notModelled  = "not modelled" // and why
)

func (r publishedRule) fits(p published) bool {
	category := regexp.MustCompile("^" + strings.TrimSuffix(r.category, "$") + "$")
	return (r.sku == "" || r.sku == p.sku) && category.MatchString(p.category) && r.metric.MatchString(p.metric) && strings.Contains(p.source, r.source)
}

// readTable reads a CSV of the folder, without its header.
func readTable(t *testing.T, name string) [][]string {
	t.Helper()
	file, err := os.Open(filepath.Join(publishedFolder, name))
	require.NoError(t, err)
	defer file.Close() //nolint:errcheck // it was read
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err, name)
	require.NotEmpty(t, rows, name)
	return rows[1:]
}

func readRules(t *testing.T) []publishedRule {
	t.Helper()
	var rules []publishedRule
	for _, row := range readTable(t, "rules.csv") {
		rules = append(rules, publishedRule{row[0], row[1], regexp.MustCompile(row[2]), row[3], row[4], row[5], row[6]})
	}
	return rules
}

// readPublished reads the figures, each with the first rule that fits it.
func readPublished(t *testing.T) []published {
	t.Helper()
	rules := readRules(t)
	used := map[int]bool{}
	var list []published
	for _, row := range readTable(t, "measured.csv") {
		base, err := strconv.ParseFloat(row[5], 64)
		require.NoError(t, err, "%v", row)
		clock, _ := strconv.ParseFloat(row[7], 64) // "" is unknown
		p := published{row[0], row[1], row[2], row[3], row[4], base, row[6], clock, row[9], row[10], publishedRule{}, 0}
		i := slices.IndexFunc(rules, func(r publishedRule) bool { return r.fits(p) })
		require.GreaterOrEqual(t, i, 0, "no rule fits %v", row)
		p.rule, used[i] = rules[i], true
		list = append(list, p)
	}
	for i, r := range rules {
		assert.True(t, used[i], "no figure meets rule %d: %s %s %s %s", i+1, r.sku, r.category, r.metric, r.source)
	}
	return list
}

// A figure that counts as a parameter is in the spec; what is not modelled says
// why.
func TestPublishedParameters(t *testing.T) {
	for _, p := range readPublished(t) {
		switch p.rule.class {
		case isParameter:
			s, err := spec.Open(p.sku)
			require.NoError(t, err)
			assert.InEpsilon(t, p.base, parameter(t, s, p.rule.how), asPublished, "%s %s %s", p.sku, p.metric, p.source)
		case notModelled:
			assert.NotEmpty(t, p.rule.why, p.metric)
		default:
			assert.Equal(t, isReproduced, p.rule.class)
		}
	}
}

// asPublished is how far a spec may be from what it was set from: digits are
// rounded, and who says MB may mean MiB.
const asPublished = 0.05

// parameter is what a spec has, in base units.
func parameter(t *testing.T, s *spec.Spec, how string) float64 {
	t.Helper()
	values := map[string]float64{
		"latency:l1": float64(s.L1.LatencyCycles), "latency:l2": float64(s.L2.LatencyCycles),
		"latency:memory": float64(s.Memory.LatencyCycles), "latency:shared": float64(s.Shared.LatencyCycles),
		"dram":     s.Memory.BusBytesPerSecond() * s.Memory.Efficiency,
		"l2":       s.L2.BytesPerCycle * s.ClockHz(),
		"l2.bytes": float64(s.L2.Bytes),
		"int32":    s.SteadyState().Int32MultiplyAddOpsPerSMCycle * float64(s.SMCount) * s.ClockHz(),
	}
	require.Contains(t, values, how)
	return values[how]
}

// readVirtual is what the virtual SKUs gave, by SKU and by how it was asked.
func readVirtual(t *testing.T) map[[2]string]float64 {
	t.Helper()
	values := map[[2]string]float64{}
	for _, row := range readTable(t, "virtual.csv") {
		v, err := strconv.ParseFloat(row[2], 64)
		require.NoError(t, err, "%v", row)
		values[[2]string{row[0], row[1]}] = v
	}
	return values
}

// reproduce puts the virtual figure beside the published one. Where the source
// gives a clock, and the figure is one of the SM clock, it is taken at that.
func reproduce(t *testing.T, list []published) {
	t.Helper()
	values := readVirtual(t)
	for i := range list {
		p := &list[i]
		if p.rule.class != isReproduced {
			continue
		}
		v, ok := values[[2]string{p.sku, p.rule.how}]
		require.True(t, ok, "virtual.csv lacks %s of %s: run the test with -tags long -update", p.rule.how, p.sku)
		s, err := spec.Open(p.sku)
		require.NoError(t, err)
		switch {
		case p.baseUnit == "s":
			v /= s.ClockHz() // it was in cycles
		case p.clockMHz > 0 && p.baseUnit != "cycles" && p.baseUnit != "B/s":
			v *= p.clockMHz / s.SMClockMHz
		}
		p.virtual = v
	}
}

func (p published) ratio() float64 { return p.virtual / p.base }

func (p published) error() float64 { return math.Abs(p.ratio() - 1) }

// largeError is from where on an error needs a reason.
const largeError = 0.25

// What is published of the SKUs, and what the virtual ones make of it: half of
// the figures are met within 10 %, and what is off by more than 25 % has a reason.
func TestPublished(t *testing.T) {
	list := readPublished(t)
	reproduce(t, list)
	var errors []float64
	for _, p := range list {
		if p.rule.class != isReproduced {
			continue
		}
		errors = append(errors, p.error())
		if p.error() > largeError {
			assert.NotEmpty(t, p.rule.why, "%s %s: %.3g times what %s has", p.sku, p.metric, p.ratio(), p.source)
		}
	}
	require.Greater(t, len(errors), 30)
	slices.Sort(errors)
	assert.LessOrEqual(t, errors[len(errors)/2], 0.10)
	text, path := publishedPage(list, errors), filepath.Join("..", "docs", "published.md")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	have, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, text, string(have), "docs/published.md is stale: run the test with -update")
}
