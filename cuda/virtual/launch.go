package virtual

import (
	"context"
	"errors"
	"fmt"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/timing"
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
	return budgets{launch: 2e9, timing: 2e8, probe: 3e7, full: 2e9, sample: 2e8, fewest: 8, seed: 1}
}

// Launch executes a kernel once, or takes what an earlier execution did where
// nothing has changed since.
func (d *device) Launch(ctx context.Context, l cuda.Launch) (cuda.Report, error) {
	j, err := d.prepare("Launch", l)
	if err != nil {
		return cuda.Report{}, err
	}
	if err := ctx.Err(); err != nil {
		return cuda.Report{}, err
	}
	if rec := d.records[j.key()]; !j.noReplay && d.replayable(rec) {
		return rec.report(true), nil
	}
	rec, err := d.execute(ctx, "Launch", j)
	if err != nil {
		return cuda.Report{}, err
	}
	return rec.report(false), nil
}

// execute runs the blocks of a launch, or a sample of them, and keeps what they
// did.
func (d *device) execute(ctx context.Context, op string, j job) (*record, error) {
	blocks, err := d.sample(ctx, j)
	if err != nil {
		return nil, err
	}
	d.changes++
	key := j.key()
	delete(d.records, key)
	r, err := exec.Run(ctx, d.memory, j.launch, d.options(blocks))
	if err != nil {
		return nil, j.named(op, err)
	}
	counters := r.Counters
	if blocks != nil {
		counters = scale(counters, j.launch.Grid.Count(), len(blocks))
	}
	rec := d.newRecord(r, counters, blocks)
	d.records[key] = rec
	return rec, nil
}

func (d *device) options(blocks []int) exec.Options {
	return exec.Options{Blocks: blocks, SMCount: d.spec.SMCount, BudgetInstructions: d.budgets.launch}
}

// named adds the call, the kernel and the module to an error of the executor.
func (j job) named(op string, err error) error {
	e, ok := errors.AsType[*cuda.Error](err)
	if !ok {
		return err
	}
	named := *e
	named.Op, named.Module, named.Kernel = op, j.function.module.name, j.function.kernel.Name
	return &named
}

// Time simulates the launch once, and executes it once, or as often as it was
// asked where it changes its own inputs. All launches take the time of the
// first.
func (d *device) Time(ctx context.Context, l cuda.Launch, launches int) (cuda.Window, error) {
	j, err := d.prepare("Time", l)
	if err != nil {
		return cuda.Window{}, err
	}
	if launches < 1 {
		return cuda.Window{}, j.function.invalid("Time", fmt.Sprintf("%d launches", launches), "time at least 1")
	}
	if err := ctx.Err(); err != nil {
		return cuda.Window{}, err
	}
	time, err := d.timed(ctx, j)
	if err != nil {
		return cuda.Window{}, err
	}
	rec, executed, err := d.repeat(ctx, j, launches)
	if err != nil {
		return cuda.Window{}, err
	}
	rec.time = &time
	seconds := time.WindowSeconds(d.spec, launches)
	d.nanoseconds += float64(seconds * 1e9) // not fused, so that it is the same everywhere
	return cuda.Window{
		Seconds:         seconds,
		Launches:        launches,
		Replayed:        launches - executed,
		CyclesPerLaunch: time.Cycles,
		Report:          rec.report(executed == 0),
	}, nil
}

// timed is the time of one launch on the memory as it is. It comes first: a
// kernel may change its inputs when it is executed.
func (d *device) timed(ctx context.Context, j job) (timing.Result, error) {
	if rec := d.records[j.key()]; d.replayable(rec) && rec.time != nil {
		return *rec.time, nil
	}
	r, err := timing.Simulate(ctx, d.spec, d.timingLaunch(j))
	if err == nil || ctx.Err() != nil {
		return r, err
	}
	// The whole grid says it better where the kernel is at fault: the error of
	// its first block, not of the first on one SM.
	if _, executed := d.execute(ctx, "Time", j); executed != nil {
		return r, executed
	}
	return r, j.named("Time", err)
}

// repeat brings the memory to where so many launches leave it.
func (d *device) repeat(ctx context.Context, j job, launches int) (rec *record, executed int, err error) {
	rec = d.records[j.key()]
	for executed < launches {
		if !j.noReplay && d.replayable(rec) {
			break
		}
		if rec, err = d.execute(ctx, "Time", j); err != nil {
			return nil, executed, err
		}
		executed++
	}
	return rec, executed, nil
}
