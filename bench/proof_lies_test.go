package bench

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/cudatest"
	"ridgeline/results"
	"ridgeline/roofline"
)

// lie is one thing that is known to have spoilt published numbers.
type lie struct {
	name   string
	of     string // the case
	faults cudatest.Faults
	spoil  func(*engine)
	caught string // the check that must catch it
}

func lies() []lie {
	none := func(*engine) {}
	clock := func(c cudatest.Clock) cudatest.Faults { return cudatest.Faults{Clock: c} }
	return []lie{
		{"the footprint fits in the cache", "stream/read", cudatest.Faults{}, func(e *engine) { e.sizes = sizes{launchSeconds: 1e-9} }, "footprint"},
		{"half of the launches are skipped", "stream/read", clock(cudatest.Clock{Skip: 0.5}), none, "limit"},
		{"FLOPs are counted twice", "fma/fp32", cudatest.Faults{}, func(e *engine) { e.recipe(countTwice) }, "counters"},
		{"half of the bytes are not moved", "stream/read", cudatest.Faults{}, func(e *engine) { e.recipe(countTwice) }, "counters"},
		{"the sensor is another, slower device's", "fma/fp32", clock(cudatest.Clock{Factor: 0.13}), none, "clock"},
		{"the sensor reads half of the clock", "fma/fp32", clock(cudatest.Clock{Factor: 0.5}), none, "clock"},
		{"the sensor is another, faster device's", "stream/read", clock(cudatest.Clock{Factor: 1.5}), none, "clock"},
		{"the stamps count half of the cycles", "fma/fp32", clock(cudatest.Clock{StampFactor: 0.5}), none, "clock"},
		{"all clocks read half", "fma/fp32", clock(cudatest.Clock{Factor: 0.5, StampFactor: 0.5}), none, "limit"},
		{"all clocks are a faster device's", "fma/fp32", clock(cudatest.Clock{Factor: 1.5, StampFactor: 1.5}), none, "clock"},
		{"the data are zeros", "stream/read", cudatest.Faults{}, func(e *engine) { e.recipe(func(r *recipe) { r.pattern = "zeros" }) }, "data"},
		{"the data arrive as zeros", "stream/read", cudatest.Faults{ZeroWrites: true}, none, "verification"},
		{"stores are dropped", "stream/read", cudatest.Faults{DropStores: true}, none, "verification"},
		{"a bit of the result is wrong", "fma/fp32", cudatest.Faults{WrongAfter: 1}, none, "verification"},
	}
}

// countTwice doubles the work by the formula.
func countTwice(r *recipe) {
	once := r.work
	r.work = func(a axes, s shape) results.Work {
		w := once(a, s)
		w.Operations *= 2
		for level := range w.Bytes {
			w.Bytes[level] *= 2
		}
		return w
	}
}

// recipe changes the recipe of every case of the run.
func (e *engine) recipe(change func(*recipe)) {
	for i := range e.options.Cases {
		change(&e.options.Cases[i].recipe)
	}
}

// told runs a case with a lie and gives what is said of it: the names of the
// checks that were not passed.
func (l lie) told(t *testing.T) []string {
	t.Helper()
	dev := spoiled(t, openVirtual(t, "t4"), l.faults)
	cases := Quick.Cases(selected(t, l.of))
	e := newEngine(dev, library(t), Options{Seed: 1, Preset: Quick, Cases: cases[:1]})
	l.spoil(e)
	var names []string
	require.NoError(t, e.run(t.Context(), func(r results.Record) error {
		if r.Outcome != results.OutcomeOK {
			name, _, _ := strings.Cut(r.Reason, ": ")
			names = append(names, name)
			return nil
		}
		d := roofline.Derive(&results.Document{Schema: results.Schema, Device: DeviceFacts(dev.Info()), Records: []results.Record{r}})
		for _, f := range d.Flagged {
			for _, c := range f.Checks {
				if c.Status != roofline.OK {
					names = append(names, c.Name)
				}
			}
		}
		return nil
	}))
	return names
}

// Every lie is caught by a check that is named in the output, and the truth is
// not.
func TestLiesAreCaught(t *testing.T) {
	for _, l := range lies() {
		assert.Contains(t, l.told(t), l.caught, l.name)
	}
	for _, name := range []string{"stream/read", "fma/fp32"} {
		assert.Empty(t, lie{of: name, spoil: func(*engine) {}}.told(t))
	}
}
