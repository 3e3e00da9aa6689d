// Package bench says what to run on a GPU and runs it: the tables of cases, the
// plan of a launch from what the device says of itself, and the engine that
// proves the results, takes samples and estimates.
//
// A case is correct before it is timed. It runs in a shape that its device can
// fill, on random data from a recorded seed; every output is compared with the
// CPU's; and what cannot be measured is a record with its reason, never a
// missing row.
package bench

import (
	"context"
	"time"

	"ridgeline/cuda"
	"ridgeline/kernels"
	"ridgeline/results"
)

// Options is what to measure and how well.
type Options struct {
	Cases []Case // none is every case of the preset
	// Roofs adds what the preset Quick has of the cases that measure ceilings, so that
	// the others can be placed under them.
	Roofs bool
	// Preset thins the axes of the cases; empty is Full, every value.
	Preset Preset
	Seed   uint64 // of the input data and of the order of the points
	// Precision is the relative half width of the 95 % interval to reach, such
	// as 0.005; 0 is DefaultPrecision.
	Precision float64
	// Budget is the wall time of the whole run; 0 is no bound.
	Budget time.Duration
	// CaseBudget is the time on the device that the samples of one point may take;
	// 0 is DefaultCaseBudget.
	CaseBudget time.Duration
	// Done are records of the same run that was cut off before; their points are
	// not measured again. A record of another run is a *ForeignRecordError.
	Done []results.Record
	// Progress is called at every step; nil is not.
	Progress func(Event)
}

// DefaultPrecision is the half width of an interval, relative to its median,
// at which sampling stops.
const DefaultPrecision = 0.005

// DefaultCaseBudget is how long the samples of a point take at most.
const DefaultCaseBudget = 3 * time.Second

// Event is a step of a run.
type Event struct {
	Case string
	// Axes is the point; in PhaseDone it is that of the record.
	Axes  map[string]int64
	Index int // of the point in the order of measuring, from 0
	Total int // points in the run
	Phase string
	// Record is the finished record in PhaseDone, and nil before.
	Record *results.Record
}

// Phases of a point, in their order.
const (
	PhasePlan    = "plan"
	PhaseVerify  = "verify"
	PhaseWarmUp  = "warm up"
	PhaseMeasure = "measure"
	PhaseDone    = "done"
)

// Run measures every point of the cases on the device and hands each record to
// emit as soon as it is finished. The points are measured in an order that
// follows from the seed (see shuffled); the place of a record is where its point
// stands by the cases and their axes, the last axis changing fastest.
//
// A point is planned (launches of at least 200 µs and 100 times what an empty
// one costs, footprints of at least 8 times the L2 cache where DRAM is meant),
// verified, warmed up until the windows show no trend, and sampled in windows of
// at least 10 ms and 200 ticks of the device's timer: at least 6, and on until
// the 95 % interval of the median is as narrow as asked (see stats.Rule) or the
// budget of the point is spent. Where its case claims to measure a ceiling, it is
// then timed with half of the work, and in the preset Full under load.
//
// A point that fails is a record with its reason, and the run goes on. When the
// context ends, the device is lost or the budget is spent, the points that are
// left are emitted as skipped, so that there is always one record for each
// point. The error is then the context's or the device's; it is nil after a
// spent budget. An error of emit ends the run at once and is returned.
func Run(ctx context.Context, dev cuda.Device, lib *kernels.Library, o Options, emit func(results.Record) error) error {
	return newEngine(dev, lib, o).run(ctx, emit)
}
