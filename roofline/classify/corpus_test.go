package classify_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/bench"
	"ridgeline/cuda/virtual"
	"ridgeline/cuda/virtual/spec"
	"ridgeline/kernels"
	"ridgeline/results"
	"ridgeline/roofline/classify"
	"ridgeline/roofline/profile"
)

// labelled is a kernel of the corpus: what limits it by construction, and what
// the classifier says.
type labelled struct {
	sku, name string
	truth     truth
	got       classify.Result
}

// right tells whether a verdict names the limit.
func (l labelled) right() bool {
	v := l.got.Verdict
	if l.truth.either != "" {
		return v.Class == l.truth.class || v.Class == l.truth.either || v.Class == classify.ClassBoth
	}
	return v.Class == l.truth.class && (l.truth.roof == "" || v.Roof == l.truth.roof)
}

// high tells whether a verdict claims high confidence.
func (l labelled) high() bool { return l.got.Confidence != nil && l.got.Confidence.Level == "high" }

func (l labelled) String() string {
	limit := strings.TrimSpace(string(l.truth.class) + " " + l.truth.roof)
	return fmt.Sprintf("%s, %s: %s, the verdict is %s (%s)", l.sku, l.name, limit, l.got.Verdict.Label(), l.got.Verdict.Reason)
}

// corpus is the kernels of one virtual GPU, and how many cases were left out,
// since their limit does not follow from their formula.
type corpus struct {
	sku  string
	list []labelled
	left int
	// found counts the findings by what a kernel must and must not have.
	found []foundRow
}

// measured runs cases of a preset on a virtual GPU and judges them all against
// the ceilings that they are.
func measured(t *testing.T, sku string, preset bench.Preset, named ...string) corpus {
	t.Helper()
	driver, err := virtual.Open(sku)
	require.NoError(t, err)
	dev, err := driver.Open(0)
	require.NoError(t, err)
	defer func() { require.NoError(t, dev.Close()) }()
	lib, err := kernels.Load()
	require.NoError(t, err)
	cases, err := bench.Select(named)
	require.NoError(t, err)
	doc := &results.Document{Schema: results.Schema, Provenance: results.Simulated, Device: bench.DeviceFacts(dev.Info()),
		Run: results.Run{Precision: bench.DefaultPrecision}}
	require.NoError(t, bench.Run(t.Context(), dev, lib, bench.Options{Cases: cases, Preset: preset, Seed: 1}, func(r results.Record) error {
		doc.Records = append(doc.Records, r)
		return nil
	}))
	c := judged(t, sku, doc)
	c.list = append(c.list, smallGridsJudged(t, sku, dev, lib, classify.NewCeilings(doc, sku))...)
	return c
}

// judged holds every case of a document whose limit is known against the ceilings
// of that document.
func judged(t *testing.T, sku string, doc *results.Document) corpus {
	t.Helper()
	s, err := spec.Open(sku)
	require.NoError(t, err)
	ceilings := classify.NewCeilings(doc, sku)
	c := corpus{sku: sku}
	for i := range doc.Records {
		r := &doc.Records[i]
		if r.Outcome != results.OutcomeOK {
			continue
		}
		k := profile.FromRecord(doc, r)
		got := classify.Classify(&k, ceilings)
		c.note(r, got)
		if limit, known := truthOf(s, r); known {
			c.list = append(c.list, labelled{sku, k.Name, limit, got})
		} else {
			c.left++
		}
	}
	return c
}

// score is how a corpus was judged.
type score struct{ all, right, high, highRight int }

func scoreOf(list []labelled) score {
	var s score
	for _, l := range list {
		s.all++
		if l.right() {
			s.right++
		}
		if l.high() {
			s.high++
			if l.right() {
				s.highRight++
			}
		}
	}
	return s
}

// checkCorpus holds a corpus to what is promised of it.
func checkCorpus(t *testing.T, list []labelled) {
	t.Helper()
	s := scoreOf(list)
	assert.GreaterOrEqual(t, float64(s.highRight), 0.95*float64(s.high), "of those with high confidence")
	assert.GreaterOrEqual(t, float64(s.high), 0.80*float64(s.all), "with high confidence")
	for _, l := range list {
		if !l.right() {
			t.Logf("wrong, high confidence %v: %s", l.high(), l)
		}
		if !l.high() {
			continue
		}
		for _, edge := range []float64{0.60, 0.80, 1.10} {
			assert.Greater(t, math.Abs(l.got.Uses[0].Share.Median-edge), 0.03, l)
		}
	}
}
