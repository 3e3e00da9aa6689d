package bench

import (
	"ridgeline/cuda/cudatest"
	"ridgeline/results"
	"ridgeline/roofline"

	"github.com/stretchr/testify/require"
)

// driftKind is a device that does not keep its speed.
type driftKind struct {
	name   string
	faults cudatest.Faults
	// slower is how much slower it gets for good, in parts; 0 is that it never
	// comes to rest.
	slower float64
}

func driftKinds() []driftKind {
	clock := func(c cudatest.Clock) cudatest.Faults { return cudatest.Faults{TimeNoise: 0.004, Clock: c} }
	return []driftKind{
		{"linear, 20 % a second", clock(cudatest.Clock{DriftPerSecond: 0.2}), 0},
		{"linear, 2 % a second", clock(cudatest.Clock{DriftPerSecond: 0.02}), 0},
		{"linear, 0.2 % a second", clock(cudatest.Clock{DriftPerSecond: 0.002}), 0},
		{"exponential, 15 % in 0.5 s", clock(cudatest.Clock{Warming: 0.15, WarmingSeconds: 0.5}), 0.15},
		{"exponential, 15 % in 5 s", clock(cudatest.Clock{Warming: 0.15, WarmingSeconds: 5}), 0.15},
		{"exponential, 15 % in 20 s", clock(cudatest.Clock{Warming: 0.15, WarmingSeconds: 20}), 0.15},
		{"clock falls to 80 % after 0.2 s", clock(cudatest.Clock{DropAfterSeconds: 0.2, DropTo: 0.8}), 0.25},
		{"clock falls to 80 % after 10 s", clock(cudatest.Clock{DropAfterSeconds: 10, DropTo: 0.8}), 0.25},
		{"none", clock(cudatest.Clock{}), 1e-9},
	}
}

// driftRow is a line of the table.
type driftRow struct {
	driftKind
	runs int
	// burst is how many bursts were flagged, and near how many of the rest were
	// within 1 % of the speed at which the device began.
	burst, near int
	// flagged is how many runs with a load were flagged in any way; wrong how many
	// loads were called steady far from the speed at which the device ends, or where
	// it never comes to rest.
	flagged, wrong int
	loadSeconds    float64
}

// drift measures a burst and a load of each run.
func (p *proof) drift(k driftKind, runs int) driftRow {
	row := driftRow{driftKind: k, runs: runs}
	for i := range runs {
		k.faults.Seed = uint64(i)
		r, err := p.run(k.faults)
		require.NoError(p.t, err, k.name)
		r.Sustained = p.load(k.faults)
		row.loadSeconds += r.Sustained.LoadSeconds / float64(runs)
		d := p.judged(r)
		burst := len(d.Flagged) > 0 || len(r.Estimate.Warnings) > 0
		ratio := r.Estimate.SecondsMedian / p.truth
		switch {
		case burst:
			row.burst++
		case ratio > 0.99 && ratio < 1.01:
			row.near++
		}
		if burst || underLoad(d) {
			row.flagged++
		}
		if k.calledSteady(r.Sustained, p.truth) {
			row.wrong++
		}
	}
	return row
}

// underLoad tells whether the ceiling says that it is not kept up under load.
func underLoad(d *roofline.Derived) bool {
	load := d.Ceilings[0].Sustained
	return !load.Steady || load.OfBurst < 0.99
}

// calledSteady tells whether a load is called steady wrongly.
func (k driftKind) calledSteady(load *results.Sustained, truth float64) bool {
	off := load.Estimate.SecondsMedian/(truth*(1+k.slower)) - 1
	return load.Steady && (k.slower == 0 || off > 0.01 || off < -0.01)
}
