package virtual

import (
	"fmt"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/timing"
)

// job is a launch that has been checked.
type job struct {
	function *function
	launch   exec.Launch
	resident int // blocks that an SM holds at a time
	shared   int64
	spill    spill
	// localBytes is the local memory of all blocks that are resident at a time.
	localBytes     int64
	noReplay       bool
	everyBlock     bool
	perInstruction bool
	checks         cuda.Checks
}

// prepare checks a launch as the driver of a real GPU would, and lays out its
// arguments.
func (d *device) prepare(op string, l cuda.Launch) (job, error) {
	if err := d.open(op); err != nil {
		return job{}, err
	}
	f, ok := l.Function.(*function)
	if !ok || f == nil || f.module.device != d {
		return job{}, invalid(op, "the function is not one of this device", "load its module on this device")
	}
	if err := f.module.loaded(op); err != nil {
		return job{}, err
	}
	if err := f.checkTensor(op); err != nil {
		return job{}, err
	}
	if l.Cluster != (cuda.Dim3{}) {
		return job{}, f.named(op, &cuda.Error{Kind: cuda.Unsupported, Detail: "the virtual GPU has no clusters"})
	}
	a := f.attributes()
	if err := f.checkShape(op, a, l); err != nil {
		return job{}, err
	}
	params, err := f.layOut(op, l.Args)
	if err != nil {
		return job{}, err
	}
	resident := f.occupancy(a, l.Block.Count(), l.DynamicSharedBytes).BlocksPerSM
	if resident == 0 {
		return job{}, f.invalid(op, "not even one block fits on an SM", "ask for fewer threads, registers or bytes of shared memory")
	}
	return job{
		localBytes: a.LocalBytes * int64(l.Block.Count()*min(l.Grid.Count(), resident*d.spec.SMCount)),
		function:   f, resident: resident, checks: l.Check, spill: f.spills(a),
		noReplay:   l.NoReplay || l.Check != (cuda.Checks{}) || l.PerInstruction,
		everyBlock: l.EveryBlock, perInstruction: l.PerInstruction,
		shared: a.StaticSharedBytes + l.DynamicSharedBytes + d.spec.Limits.SharedReservedPerBlockBytes,
		launch: exec.Launch{Kernel: f.kernel, Grid: l.Grid, Block: l.Block, DynamicSharedBytes: l.DynamicSharedBytes, Params: params,
			ComputeCapability: d.info.ComputeCapability},
	}, nil
}

// checkTensor refuses a kernel with tensor instructions that the SKU has not.
func (f *function) checkTensor(op string) error {
	for _, m := range f.kernel.TensorInstructions() {
		if err := timing.NoTensorPath(f.module.device.spec, m); err != nil {
			return f.named(op, err)
		}
	}
	return nil
}

// The largest extents of a grid and of a block in z, the same from compute
// capability 3.0 on (CUDA Programming Guide, Compute Capabilities).
const (
	maxGridX  = 1<<31 - 1
	maxGridYZ = 1<<16 - 1
	maxBlockZ = 64
)

func (f *function) checkShape(op string, a cuda.Attributes, l cuda.Launch) error {
	g, b := l.Grid, l.Block
	if g.X < 1 || g.Y < 1 || g.Z < 1 || g.X > maxGridX || g.Y > maxGridYZ || g.Z > maxGridYZ {
		return f.invalid(op, fmt.Sprintf("a grid of (%d,%d,%d) blocks", g.X, g.Y, g.Z),
			fmt.Sprintf("a grid has 1 to %d blocks in x, and 1 to %d in y and z", maxGridX, maxGridYZ))
	}
	if g.X*g.Y > maxGridX || g.X*g.Y*g.Z > maxGridX {
		return f.invalid(op, fmt.Sprintf("a grid of (%d,%d,%d) blocks", g.X, g.Y, g.Z),
			fmt.Sprintf("the virtual GPU counts at most %d blocks", maxGridX))
	}
	most := f.module.device.spec.Limits.ThreadsPerBlock
	if b.X < 1 || b.Y < 1 || b.Z < 1 || b.X > most || b.Y > most || b.Z > maxBlockZ {
		return f.invalid(op, fmt.Sprintf("a block of (%d,%d,%d) threads", b.X, b.Y, b.Z),
			fmt.Sprintf("a block has 1 to %d threads in x and y, and 1 to %d in z", most, maxBlockZ))
	}
	return f.checkBlock(op, a, b.Count(), l.DynamicSharedBytes)
}

// layOut puts the arguments into the parameter space.
func (f *function) layOut(op string, args []cuda.Arg) ([]byte, error) {
	params := f.kernel.Params
	if len(args) != len(params) {
		return nil, f.invalid(op, fmt.Sprintf("%d arguments", len(args)), fmt.Sprintf("the kernel takes %d", len(params)))
	}
	space := make([]byte, f.kernel.ParamBytes)
	for i, p := range params {
		if len(args[i].Bytes) != p.Size {
			return nil, f.invalid(op, fmt.Sprintf("argument %d has %d bytes", i, len(args[i].Bytes)),
				fmt.Sprintf("parameter %s takes %d", p.Name, p.Size))
		}
		copy(space[p.Offset:], args[i].Bytes)
	}
	return space, nil
}
