package virtual

import (
	"context"
	"fmt"
	"slices"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/timing"
)

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
	time, executed, err := d.first(ctx, j)
	if err != nil {
		return cuda.Window{}, err
	}
	rec, executed, err := d.repeat(ctx, j, executed, launches)
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
		Simulation:      simulation(rec.counters, time),
		Report:          rec.report(executed == 0),
	}, nil
}

// simulation scales what the simulated blocks moved to a launch with these
// counters.
func simulation(c cuda.Counters, r timing.Result) *cuda.Simulation {
	sectors := c.GlobalLoad.Sectors + c.GlobalStore.Sectors + c.GlobalAtomic.Sectors +
		c.LocalLoad.Sectors + c.LocalStore.Sectors + c.SpillLoad.Sectors + c.SpillStore.Sectors
	scale := float64(sectors) / float64(max(r.RequestedSectors, 1))
	return &cuda.Simulation{
		L2Bytes: scale * float64(r.L2Bytes), DRAMBytes: scale * float64(r.DRAMBytes), SimulatedBlocks: r.SimulatedBlocks,
		Stalls: r.Stalls.Shares(),
	}
}

// first gives the time of one launch on the memory as it is. Where no record
// tells what the launch touches, it is executed in a view of the memory first;
// the view becomes the memory when the time is known, as a kernel may change
// what its time depends on.
func (d *device) first(ctx context.Context, j job) (time timing.Result, executed int, err error) {
	if rec := d.records[j.key()]; d.replayable(rec) {
		if rec.time != nil {
			return *rec.time, 0, nil
		}
		time, err = d.simulate(ctx, j, rec.use)
		return time, 0, err
	}
	view := d.memory.Overlay()
	o, err := d.run(ctx, "Time", j, view)
	if err != nil {
		return time, 0, err
	}
	if time, err = d.simulate(ctx, j, o.use); err != nil {
		return time, 0, err
	}
	d.commit(j, o, view)
	return time, 1, nil
}

// commit makes a view the memory, keeps what the execution in it did, and sees
// whether that left its inputs as they were.
func (d *device) commit(j job, o outcome, view *exec.Memory) *record {
	o.fixed = d.memory.Unchanged(view, inPlace(o))
	d.changes++
	d.memory.Commit(view)
	return d.keep(j, o)
}

// inPlace lists the pages that an execution read and wrote.
func inPlace(o outcome) []uint64 {
	return slices.DeleteFunc(slices.Clone(o.WrittenPages), func(page uint64) bool {
		_, read := slices.BinarySearch(o.ReadPages, page)
		return !read
	})
}

// repeat brings the memory to where so many launches leave it, some of which
// have been executed.
func (d *device) repeat(ctx context.Context, j job, executed, launches int) (*record, int, error) {
	rec := d.records[j.key()]
	for executed < launches {
		if !j.noReplay && d.replayable(rec) {
			break
		}
		view := d.memory.Overlay()
		o, err := d.run(ctx, "Time", j, view)
		if err != nil {
			return nil, executed, err
		}
		rec = d.commit(j, o, view)
		executed++
	}
	return rec, executed, nil
}

// leastSharing is from where on lines that several SMs fetch count; below, it
// may be the rounding of the footprint to pages.
const leastSharing = 1.1

// simulate times a launch that uses the memory so. Where its warps ask for more
// than the footprint, several SMs may fetch the same line. How many is known when
// one wave has been simulated: they all do what the simulated one does, and
// together they touch no more than the footprint.
func (d *device) simulate(ctx context.Context, j job, u use) (timing.Result, error) {
	l := d.timingLaunch(j, u.footprintBytes)
	footprint := float64(max(u.footprintBytes, 1))
	if float64(u.requestedBytes)/footprint > leastSharing {
		wave := d.timingLaunch(j, u.footprintBytes)
		wave.Blocks = min(l.Blocks, l.Resident*d.spec.SMCount)
		r, err := timing.Simulate(ctx, d.spec, wave)
		if err != nil {
			return r, j.function.named("Time", err)
		}
		fetched := float64(r.Lines*timing.LineBytes) * float64(l.Blocks) / float64(max(r.SimulatedBlocks, 1))
		if sharing := fetched / footprint; sharing > leastSharing {
			l.Sharing = sharing
		} else if wave.Blocks == l.Blocks {
			return r, nil // the wave is the launch
		}
	}
	r, err := timing.Simulate(ctx, d.spec, l)
	return r, j.function.named("Time", err)
}

// timingLaunch is the launch for the timing model, in a view of the memory that
// is then forgotten.
func (d *device) timingLaunch(j job, footprintBytes int64) timing.Launch {
	return timing.Launch{
		Program:            timing.OfKernel(d.memory.Overlay(), j.launch),
		Blocks:             j.launch.Grid.Count(),
		Resident:           j.resident,
		SharedBytes:        j.shared,
		Slots:              j.launch.Kernel.Slots,
		FootprintBytes:     footprintBytes,
		LocalSectors:       j.launch.Kernel.LocalSectors(),
		Spill:              j.spill.timing(),
		StartNanoseconds:   uint64(d.nanoseconds),
		BudgetInstructions: d.budgets.timing,
	}
}
