package virtual

import (
	"context"
	"errors"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/exec"
)

// outcome is what the execution of a launch did, and of which blocks where only
// a sample of them was executed.
type outcome struct {
	exec.Result
	blocks []int
	use    use
	// fixed: the pages that it read and wrote hold what they held before.
	fixed bool
}

// execute runs a launch on the memory of the device, and keeps what it did.
func (d *device) execute(ctx context.Context, op string, j job) (*record, error) {
	delete(d.records, j.key())
	o, err := d.run(ctx, op, j, d.memory)
	if err != nil {
		d.changes++
		return nil, err
	}
	d.wrote(o)
	return d.keep(j, o), nil
}

// run executes the blocks of a launch, or a sample of them.
func (d *device) run(ctx context.Context, op string, j job, mem *exec.Memory) (outcome, error) {
	blocks, err := d.sample(ctx, j)
	if err != nil {
		return outcome{}, err
	}
	r, err := exec.Run(ctx, mem, j.launch, d.options(j, blocks))
	if err != nil {
		return outcome{}, j.function.named(op, err)
	}
	o := outcome{Result: r, blocks: blocks}
	o.use = d.use(j, o)
	return o, nil
}

// keep records an outcome that is in the memory.
func (d *device) keep(j job, o outcome) *record {
	rec := d.newRecord(j, o)
	d.records[j.key()] = rec
	return rec
}

func (d *device) options(j job, blocks []int) exec.Options {
	return exec.Options{
		Blocks: blocks, Checks: j.checks, PerInstruction: j.perInstruction, SMCount: d.spec.SMCount, BudgetInstructions: d.budgets.launch,
		Start: exec.Moment{Nanoseconds: d.nanoseconds, CyclesPerNanosecond: d.spec.SMClockMHz / 1e3},
	}
}

// named adds the call, the kernel and the module to an error.
func (f *function) named(op string, err error) error {
	e, ok := errors.AsType[*cuda.Error](err)
	if !ok {
		return err
	}
	named := *e
	named.Op, named.Module, named.Kernel = op, f.module.name, f.kernel.Name
	return &named
}
