package bench

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/cudatest"
	"ridgeline/results"
	"ridgeline/roofline"
)

// proof runs the engine on one verified launch of the virtual T4, over and over
// and each time under other faults, and holds what it says against the truth,
// which is the time without any.
type proof struct {
	t        *testing.T
	engine   *engine
	point    point
	launch   prepared
	verified results.Record
	truth    float64 // seconds of a launch
}

// opened is a driver whose device is open already.
type opened struct{ cuda.Device }

func (o opened) Name() string                  { return "opened" }
func (o opened) Devices() ([]cuda.Info, error) { return []cuda.Info{o.Info()}, nil }
func (o opened) Open(int) (cuda.Device, error) { return o.Device, nil }

func newProof(t *testing.T, name string) *proof {
	t.Helper()
	p := &proof{t: t}
	cases := Quick.Cases(selected(t, name))
	p.engine = newEngine(openVirtual(t, "t4"), library(t), Options{Seed: 1, Preset: Quick, Cases: cases})
	p.engine.options.CaseBudget = time.Minute
	p.point = p.engine.points()[0]
	r := results.Record{Case: p.point.c.Name, Axes: p.point.axes}
	var err error
	p.launch, err = p.engine.prepare(t.Context(), p.point, &r)
	require.NoError(t, err)
	require.NoError(t, p.engine.verify(t.Context(), p.launch, &r))
	p.verified = r
	clean, err := p.run(cudatest.Faults{})
	require.NoError(t, err)
	p.truth = clean.Estimate.SecondsMedian
	return p
}

// run times the launch under faults.
func (p *proof) run(f cudatest.Faults) (results.Record, error) {
	e := *p.engine
	e.dev = spoiled(p.t, p.engine.dev, f)
	r := p.verified
	r.Samples, r.Warnings = nil, nil
	return r, e.timed(p.t.Context(), p.point, p.launch, &r)
}

// load keeps the device at the launch under faults.
func (p *proof) load(f cudatest.Faults) *results.Sustained {
	e := *p.engine
	e.dev = spoiled(p.t, p.engine.dev, f)
	stamps, err := e.stamper()
	require.NoError(p.t, err)
	s := &sampler{dev: e.dev, launch: p.launch.launch, launches: 1, stamps: stamps}
	load, err := e.sustained(p.t.Context(), s, p.truth)
	require.NoError(p.t, err)
	return load
}

func spoiled(t *testing.T, dev cuda.Device, f cudatest.Faults) cuda.Device {
	t.Helper()
	spoilt, err := cudatest.Wrap(opened{dev}, f).Open(0)
	require.NoError(t, err)
	return spoilt
}

// judged is what roofline says of records of the device.
func (p *proof) judged(records ...results.Record) *roofline.Derived {
	return roofline.Derive(&results.Document{
		Schema: results.Schema, Provenance: results.Simulated, Device: DeviceFacts(p.engine.dev.Info()),
		Run: results.Run{Precision: p.engine.options.Precision}, Records: records,
	})
}

// noiseKind is a kind of noise that the proof knows the truth of.
type noiseKind struct {
	name   string
	faults cudatest.Faults
	// oracle is what the deviation of a median of n samples is times the root of n,
	// relative to the median; 0 where nobody asks.
	oracle float64
}

func noiseKinds() []noiseKind {
	clock := func(noise float64, c cudatest.Clock) cudatest.Faults {
		return cudatest.Faults{TimeNoise: noise, Clock: c}
	}
	gauss := math.Sqrt(math.Pi / 2)
	return []noiseKind{
		{"independent, 0.4 %", clock(0.004, cudatest.Clock{}), 0.004 * gauss},
		{"independent, 2 %", clock(0.02, cudatest.Clock{}), 0.02 * gauss},
		{"AR(1) 0.95, 0.4 %", clock(0.004, cudatest.Clock{Correlation: 0.95}), 0.004 * gauss * math.Sqrt(signs(0.95))},
		{"AR(1) 0.95, 2 %", clock(0.02, cudatest.Clock{Correlation: 0.95}), 0.02 * gauss * math.Sqrt(signs(0.95))},
		{"heavy tails, 0.3 %", clock(0.003, cudatest.Clock{HeavyTails: true}), 0.003 * math.Sqrt2},
		{"heavy tails, 1 %", clock(0.01, cudatest.Clock{HeavyTails: true}), 0.01 * math.Sqrt2},
		{"timer of 0.5 µs", clock(0.004, cudatest.Clock{TickSeconds: 0.5e-6}), 0.004 * gauss},
		{"float32 near 9,000 ms", clock(0.004, cudatest.Clock{Float32FromSeconds: 9}), 0.004 * gauss},
		{"every 20th window negative", clock(0.004, cudatest.Clock{NegativeEvery: 20}), 0.004 * gauss},
		{"every 20th window zero", clock(0.004, cudatest.Clock{ZeroEvery: 20}), 0.004 * gauss},
	}
}

// signs is the autocorrelation time of the signs of a first-order Gaussian process.
func signs(r float64) float64 {
	time := 1.0
	for c := r; c > 1e-5; c *= r {
		time += 4 / math.Pi * math.Asin(c)
	}
	return time
}

// noiseRow is a line of the table: what so many runs under a kind of noise gave.
type noiseRow struct {
	noiseKind
	runs                          int
	held, flagged, invalid        int
	bias, width, samples, error95 float64
	spreadSamples, spreadError95  float64 // of the rule of nvbench
}

func (p *proof) noise(k noiseKind, runs int) noiseRow {
	row := noiseRow{noiseKind: k, runs: runs}
	errors, spread := make([]float64, runs), make([]float64, runs)
	for i := range runs {
		k.faults.Seed = uint64(i)
		r, err := p.run(k.faults)
		require.NoError(p.t, err, k.name)
		e := r.Estimate
		if e.SecondsLow <= p.truth && p.truth <= e.SecondsHigh {
			row.held++
		}
		if len(p.judged(r).Flagged) > 0 || len(e.Warnings) > 0 {
			row.flagged++
		}
		off := e.SecondsMedian/p.truth - 1
		errors[i] = math.Abs(off)
		row.bias += off / float64(runs)
		row.samples += float64(e.Samples) / float64(runs)
		row.invalid += e.InvalidSamples
		row.width += (e.SecondsHigh - e.SecondsLow) / 2 / p.truth / (1.96 * k.oracle / math.Sqrt(float64(e.Samples))) / float64(runs)
		n, mean := p.spreadRule(k.faults)
		row.spreadSamples += float64(n) / float64(runs)
		spread[i] = math.Abs(mean/p.truth - 1)
	}
	row.error95, row.spreadError95 = percentile95(errors), percentile95(spread)
	return row
}

func percentile95(values []float64) float64 {
	slices.SortFunc(values, cmp.Compare[float64])
	return values[len(values)*95/100]
}

// spreadRule measures as nvbench does by default: at least 5 samples and half a
// second, until the deviation is under 0.5 % of the mean, or has itself come to
// rest: looked at every 16 samples, over the last 512, more than 64 of them, its
// own deviation is under 5 % of its mean. It gives the samples and the mean.
func (p *proof) spreadRule(f cudatest.Faults) (samples int, mean float64) {
	const windowSeconds = 10e-3
	dev := spoiled(p.t, p.engine.dev, f)
	launches := int(math.Ceil(windowSeconds / p.truth))
	sum, squares, total := 0.0, 0.0, 0.0
	var history []float64
	for n := 1; ; n++ {
		w, err := dev.Time(context.Background(), p.launch.launch, launches)
		require.NoError(p.t, err)
		x := w.Seconds / float64(launches)
		sum, squares, total = sum+x, squares+x*x, total+w.Seconds
		mean = sum / float64(n)
		if n < 5 || total < 0.5 {
			continue
		}
		relative := math.Sqrt(max(0, squares-float64(n)*mean*mean)/float64(n-1)) / mean
		history = append(history, relative)
		if relative < 0.005 || n%16 == 0 && len(history) > 64 && settled(history[max(0, len(history)-512):]) {
			return n, mean
		}
	}
}

func settled(history []float64) bool {
	sum, squares, n := 0.0, 0.0, float64(len(history))
	for _, v := range history {
		sum, squares = sum+v, squares+v*v
	}
	mean := sum / n
	return math.Sqrt(max(0, squares/n-mean*mean)) < 0.05*mean
}
