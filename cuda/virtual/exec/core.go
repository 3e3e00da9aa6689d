package exec

import (
	"context"
	"fmt"
	"sync/atomic"

	"ridgeline/cuda"
)

// core is what a worker has of its own: counts, touched pages and the memory
// that it runs on. Blocks that run on one core share it.
type core struct {
	ctx         context.Context
	mem         *Memory
	prog        *program
	launch      Launch
	params      []uint32
	sharedBytes int64
	trace       bool // keep the sectors of every access
	timeOnly    bool // leave out what decides on nothing

	budget  *atomic.Uint64 // instructions left for all cores together
	limited bool
	start   Moment // of the clocks
	issued  uint64 // warp instructions, for the clock and the checks
	checkAt uint64

	blockRuns, blockLanes []uint64 // by basic block
	skipped               []uint64 // lanes whose guard was false, by instruction
	traffic               [trafficCount]cuda.Traffic
	divergent, barriers   uint64
	touched               touched
	tallies               []tally     // by instruction; nil where nobody asked for them
	unit                  *tensorUnit // nil until it is used
	// operations are those of instructions whose operands say how many they do.
	operations [pathCount]uint64
	// pieces are the forms of tcgen05.mma that were met; operands and products are
	// what they were of.
	pieces   []*tensorForm
	operands operandCache
	products productCache
	sums     []uint32 // scratch space of D, and gathered of what it was
	gathered []uint32
	replays  replayCache
	printed  []printout
	checks   cuda.Checks
}

// checkEvery is how many warp instructions run between two looks at the
// context and the budget.
const checkEvery = 1 << 16

func newCore(mem *Memory, l Launch) *core {
	p := l.Kernel.prog
	return &core{
		ctx: context.Background(), mem: mem, prog: p, launch: l,
		params:      paramWords(l.Params),
		sharedBytes: p.sharedBytes + l.DynamicSharedBytes,
		checkAt:     checkEvery,
		blockRuns:   make([]uint64, len(p.blocks)),
		blockLanes:  make([]uint64, len(p.blocks)),
		skipped:     make([]uint64, len(p.code)),
		touched:     newTouched(mem.space.endPage()),
	}
}

// paramWords pads the parameter space to words.
func paramWords(b []byte) []uint32 {
	words := make([]uint32, (len(b)+3)/4+4)
	for i, v := range b {
		words[i/4] |= uint32(v) << (i % 4 * 8)
	}
	return words
}

// check looks at the context and the budget, and says how far to run on.
func (c *core) check(w *Warp) error {
	if err := c.ctx.Err(); err != nil {
		e := w.where(cuda.LaunchTimeout, "the launch was cancelled")
		e.Err = err
		return e
	}
	if !c.limited {
		c.checkAt = c.issued + checkEvery
		return nil
	}
	for c.issued > c.checkAt {
		if !c.grant() {
			e := w.where(cuda.LaunchTimeout, "the budget of warp instructions is used up")
			e.Remedy = "look for a loop that does not end"
			return e
		}
	}
	return nil
}

// grant takes a share of what is left of the budget, small enough that the
// other cores find some too.
func (c *core) grant() bool {
	for {
		left := c.budget.Load()
		if left == 0 {
			return false
		}
		share := min(left, checkEvery)
		if c.budget.CompareAndSwap(left, left-share) {
			c.checkAt += share
			return true
		}
	}
}

// where is an error at the place where the warp stands.
func (w *Warp) where(k cuda.Kind, detail string) *cuda.Error {
	in := &w.prog.code[w.prog.blocks[w.current].start]
	return w.faultAt(k, in, firstLane(w.active|w.live), detail)
}

// check tells whether the launch fits its kernel.
func (l Launch) check() error {
	switch {
	case l.Kernel != nil && l.Kernel.Err != nil:
		return l.Kernel.Err
	case l.Kernel == nil || l.Kernel.prog == nil:
		return &cuda.Error{Op: "Launch", Kind: cuda.InvalidValue, Detail: "there is no kernel"}
	case l.Grid.X < 1 || l.Grid.Y < 1 || l.Grid.Z < 1 || l.Grid.X > 1<<31-1 || l.Grid.Y > 65535 || l.Grid.Z > 65535:
		return l.invalid(fmt.Sprintf("the grid of %d x %d x %d blocks is out of range", l.Grid.X, l.Grid.Y, l.Grid.Z))
	case l.Block.X < 1 || l.Block.Y < 1 || l.Block.Z < 1 || l.Block.X > 1024 || l.Block.Y > 1024 || l.Block.Z > 64 || l.Block.Count() > 1024:
		return l.invalid(fmt.Sprintf("the block of %d x %d x %d threads is out of range", l.Block.X, l.Block.Y, l.Block.Z))
	case l.Kernel.MaxThreads > 0 && l.Block.Count() > l.Kernel.MaxThreads:
		return l.invalid(fmt.Sprintf("%d threads a block, but the kernel was built for at most %d", l.Block.Count(), l.Kernel.MaxThreads))
	case l.Kernel.RequiredBlock != (cuda.Dim3{}) && l.Block != l.Kernel.RequiredBlock:
		b, r := l.Block, l.Kernel.RequiredBlock
		return l.invalid(fmt.Sprintf("a block of %d x %d x %d threads, but the kernel was built for %d x %d x %d", b.X, b.Y, b.Z, r.X, r.Y, r.Z))
	case len(l.Params) != l.Kernel.ParamBytes:
		return l.invalid(fmt.Sprintf("%d bytes of parameters, but the kernel takes %d", len(l.Params), l.Kernel.ParamBytes))
	case l.DynamicSharedBytes < 0 || l.DynamicSharedBytes > 1<<24:
		return l.invalid(fmt.Sprintf("%d bytes of dynamic shared memory are out of range", l.DynamicSharedBytes))
	case !l.Kernel.module.bound && len(l.Kernel.prog.relocations) > 0:
		return l.invalid("the module's variables have no addresses yet")
	}
	return nil
}

func (l Launch) invalid(detail string) error {
	return &cuda.Error{Op: "Launch", Kind: cuda.InvalidValue, Module: l.Kernel.module.name, Kernel: l.Kernel.Name, Detail: detail}
}
