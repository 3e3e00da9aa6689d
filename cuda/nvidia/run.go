//go:build cuda && linux

package nvidia

// #include "launch.h"
import "C"

import (
	"context"
	"fmt"
	"math"

	"ridgeline/cuda"
)

// patience is how long C waits, in microseconds, before Go looks whether the
// context has ended.
const patience = 10_000

// Launch runs a kernel once and waits for it. It allocates nothing. A real GPU
// cannot end a kernel that does not end: when the context ends first, the
// device is of no use any more.
func (d *device) Launch(ctx context.Context, l cuda.Launch) (cuda.Report, error) {
	f, err := d.prepare("Launch", ctx, l)
	if err != nil {
		return cuda.Report{}, err
	}
	wait := C.uint(0)
	if ctx.Done() != nil {
		wait = patience
	}
	return cuda.Report{}, d.finish(ctx, f, C.ridgeline_run(d.lane, f.call, wait))
}

// finish waits for what is running, as long as the context lasts.
func (d *device) finish(ctx context.Context, f *function, a C.ridgeline_answer) error {
	for a.code == C.CUDA_ERROR_NOT_READY {
		if err := ctx.Err(); err != nil {
			d.dead = &cuda.Error{Op: "Launch", Kind: cuda.LaunchTimeout, Module: f.module.name, Kernel: f.name,
				Detail: "the kernel still ran when the time was over, and a GPU cannot end it", Err: err,
				Remedy: "end the program, and with it the kernel"}
			return d.dead
		}
		a = C.ridgeline_wait(d.lane, patience)
	}
	return d.answered(f, a)
}

// answered is the error of an answer; nil where the call succeeded.
func (d *device) answered(f *function, a C.ridgeline_answer) error {
	if a.code == C.CUDA_SUCCESS {
		return nil
	}
	return d.note(f.named(failure(C.GoString(a.call), code(a.code))))
}

// prepare checks a launch and lays it out for C.
func (d *device) prepare(op string, ctx context.Context, l cuda.Launch) (*function, error) { //nolint:revive // op first, as everywhere
	if d.dead != nil {
		return nil, again(op, d.dead)
	}
	f, ok := l.Function.(*function)
	if !ok || f == nil || f.module.device != d {
		return nil, invalid(op, "the function is not one of this device", "load its module on this device")
	}
	if f.module.unloaded {
		return nil, f.invalid(op, "the module has been unloaded", "load it again")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := f.shape(op, l); err != nil {
		return nil, err
	}
	return f, f.pack(op, l.Args, f.space)
}

// shape checks what the driver could not see: it takes 32 bits of each extent.
func (f *function) shape(op string, l cuda.Launch) error {
	if !extent(l.Grid) || !extent(l.Block) || (l.Cluster != (cuda.Dim3{}) && !extent(l.Cluster)) {
		return f.invalid(op, fmt.Sprintf("a grid of %v blocks of %v threads in clusters of %v", l.Grid, l.Block, l.Cluster),
			"every extent is at least 1 and below 2^31")
	}
	if err := f.allowShared(op, l.DynamicSharedBytes); err != nil {
		return err
	}
	set := func(to *[3]C.uint, d cuda.Dim3) { *to = [3]C.uint{C.uint(d.X), C.uint(d.Y), C.uint(d.Z)} }
	set(&f.call.grid, l.Grid)
	set(&f.call.block, l.Block)
	set(&f.call.cluster, l.Cluster)
	f.call.shared_bytes = C.uint(l.DynamicSharedBytes)
	return nil
}

// allowShared is allow, for a caller that has not made the context current.
func (f *function) allowShared(op string, bytes int64) error {
	if bytes >= 0 && bytes <= f.allowed {
		return nil
	}
	if err := f.module.device.enter(op); err != nil {
		return err
	}
	defer f.module.device.leave()
	return f.allow(op, bytes)
}

func extent(d cuda.Dim3) bool {
	return min(d.X, d.Y, d.Z) >= 1 && max(d.X, d.Y, d.Z) <= math.MaxInt32
}
