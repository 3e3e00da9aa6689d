package virtual

import (
	"context"

	"ridgeline/cuda"
)

// budgets say how much of a launch is executed. Warp instructions bound what may
// be endless; thread instructions decide on a sample.
type budgets struct {
	launch uint64 // warp instructions of a launch
	timing uint64 // warp instructions of the one SM that is timed
	probe  uint64 // warp instructions of the blocks from which a launch is estimated
	full   uint64 // thread instructions up to which every block is executed
	sample uint64 // thread instructions of a sample
	fewest int    // blocks of a sample at least
	seed   uint64 // of the sample
}

func defaultBudgets() budgets {
	return budgets{launch: 5e8, timing: 2e8, probe: 3e7, full: 5e8, sample: 1e8, fewest: 8, seed: 1}
}

// Launch executes a kernel once, or takes what an earlier execution did where
// nothing has changed since, clocks included.
func (d *device) Launch(ctx context.Context, l cuda.Launch) (cuda.Report, error) {
	j, err := d.prepare("Launch", l)
	if err != nil {
		return cuda.Report{}, err
	}
	if err := ctx.Err(); err != nil {
		return cuda.Report{}, err
	}
	// Starting it takes time; how long it runs, nobody has simulated.
	d.nanoseconds += float64((d.spec.Launch.OverheadSeconds + d.spec.Launch.GapSeconds) * 1e9)
	if rec := d.records[j.key()]; !j.noReplay && !j.launch.Kernel.ReadsClocks() && d.replayable(rec) && (!j.everyBlock || rec.blocks == nil) {
		return rec.report(true), nil
	}
	rec, err := d.execute(ctx, "Launch", j)
	if err != nil {
		return cuda.Report{}, err
	}
	return rec.report(false), nil
}
