package exec

import (
	"fmt"
	"math/bits"

	"ridgeline/cuda"
)

// Block is one block, to be stepped by a timing model or run at full speed.
type Block struct {
	core     *core
	index    int
	ctaid    [3]uint32
	warps    []*Warp
	shared   []uint32
	barriers [barrierCount + 1]barrier // the last is that of the cluster
	hooks    Hooks
	born     uint64 // warp instructions of the core when it began
	// spinning counts the rounds in which every warp that ran used up its
	// turn without reaching a barrier or the end.
	spinning int
	printed  []byte
	bulk     []pendingBulk
	shadow   *shadow
	tensor   *tensorMemory // nil until it is used
}

// Hooks are what a stepped block asks of the timing model.
type Hooks struct {
	SM         int
	SMCount    int
	Clock      func() uint64 // SM cycles, for %clock64
	GlobalTime func() uint64 // nanoseconds, for %globaltimer
	// TimeOnly leaves out what decides neither on the course of the block nor on
	// its accesses. The steps are the same, but registers and memory then hold
	// anything.
	TimeOnly bool
}

// NewBlock makes the block with this linear index ready to run.
func NewBlock(mem *Memory, l Launch, index int, h Hooks) (*Block, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	if index < 0 || index >= l.Grid.Count() {
		return nil, l.invalid(fmt.Sprintf("block %d of %d", index, l.Grid.Count()))
	}
	c := newCore(mem, l)
	c.trace, c.timeOnly = true, h.TimeOnly
	b := c.newBlock()
	b.reset(index, h)
	return b, nil
}

// newBlock makes a block with its warps and shared memory, not yet reset.
func (c *core) newBlock() *Block {
	b := &Block{core: c, shared: make([]uint32, 2*(c.sharedBytes/8+2))}
	if c.checks.Memory || c.checks.Races {
		b.shadow = newShadow(4*len(b.shared), c.checks.Races)
	}
	p := c.prog
	threads := c.launch.Block.Count()
	count := (threads + warpLanes - 1) / warpLanes
	store := make([]Warp, count)
	r32, r64 := make([]lanes32, count*p.n32), make([]lanes64, count*p.n64)
	pred := make([]uint32, count*p.nPred)
	for i := range store {
		w := &store[i]
		w.block, w.core, w.prog, w.id = b, c, p, i
		w.r32, r32 = r32[:p.n32:p.n32], r32[p.n32:]
		w.r64, r64 = r64[:p.n64:p.n64], r64[p.n64:]
		w.pred, pred = pred[:p.nPred:p.nPred], pred[p.nPred:]
		w.loadConstants()
		if p.stackBytes > 0 {
			w.stack = &stack{}
		}
		b.warps = append(b.warps, w)
	}
	for i := range b.barriers {
		b.barriers[i].arrived = make([]uint32, count)
	}
	return b
}

// reset makes the block ready to run from the begin.
func (b *Block) reset(index int, h Hooks) {
	grid := b.core.launch.Grid
	b.index, b.hooks, b.spinning, b.born = index, h, 0, b.core.issued
	b.ctaid = [3]uint32{uint32(index % grid.X), uint32(index / grid.X % grid.Y), uint32(index / grid.X / grid.Y)}
	clear(b.shared)
	b.printed, b.bulk = nil, b.bulk[:0]
	b.shadow.reset()
	b.tensor.reset()
	for i := range b.barriers {
		b.barriers[i].reset()
	}
	threads := b.core.launch.Block.Count()
	for i, w := range b.warps {
		w.reset(threads - i*warpLanes)
	}
}

// Warps gives the warps in order; they are valid as long as the block is.
func (b *Block) Warps() []*Warp { return b.warps }

// Counters is what the block counted up to now.
func (b *Block) Counters() cuda.Counters { return b.core.counters() }

// turn runs the warps in turns until all have exited, or until they only spin
// and other blocks should have a chance. It tells whether the block is done.
func (b *Block) turn() (done bool, err error) {
	for b.spinning = 0; b.spinning < spinRounds; b.spinning++ {
		ran, left := false, false
		for _, w := range b.warps {
			if w.live == 0 {
				continue
			}
			left = true
			moved, err := w.run()
			if err != nil {
				return false, err
			}
			ran = ran || moved
		}
		if !left {
			return true, nil
		}
		if !ran {
			return false, b.deadlock()
		}
	}
	return false, nil
}

// spinRounds is after how many rounds without progress a block gives way to
// others.
const spinRounds = 8

// over tells whether all warps have ended.
func (b *Block) over() bool {
	for _, w := range b.warps {
		if w.live != 0 {
			return false
		}
	}
	return true
}

// exited is called when lanes exit: who waits for them waits no longer.
func (b *Block) exited() {
	for i := range b.barriers {
		if b.barriers[i].waiting > 0 {
			b.complete(i)
		}
	}
}

// deadlock names a barrier that can never be reached by all, or a warp whose
// lanes wait for each other.
func (b *Block) deadlock() error {
	for _, w := range b.warps {
		if len(w.waiting) > 0 {
			wait := w.waiting[0]
			return w.fault(cuda.LaunchDeadlock, wait.in, bits.TrailingZeros32(wait.mask), b.missing(wait.barrier))
		}
	}
	for _, w := range b.warps {
		if len(w.others) > 0 {
			return w.stuck()
		}
	}
	return &cuda.Error{Op: "Launch", Kind: cuda.LaunchDeadlock, Kernel: b.core.launch.Kernel.Name}
}

// missing says for whom a barrier waits.
func (b *Block) missing(barrier int) string {
	text := fmt.Sprintf("barrier %d is never complete: no thread of the block can go on", barrier)
	for _, w := range b.warps {
		if absent := w.live &^ b.barriers[barrier].arrived[w.id]; absent != 0 {
			return fmt.Sprintf("%s; warp %d lanes %#08x have not arrived", text, w.id, absent)
		}
	}
	if n := b.barriers[barrier].expected; n != 0 {
		return fmt.Sprintf("%s; it waits for %d threads", text, n)
	}
	return text
}

// stuck names the lanes that a warp-synchronous instruction waits for.
func (w *Warp) stuck() error {
	g := w.others[0]
	in := &w.prog.code[w.prog.blocks[g.block].start]
	if in.x == nil {
		return w.fault(cuda.LaunchDeadlock, in, bits.TrailingZeros32(g.mask), "no lane of the warp can go on")
	}
	need := w.members(in, g.mask) & w.live
	return w.fault(cuda.LaunchDeadlock, in, bits.TrailingZeros32(g.mask),
		fmt.Sprintf("%s waits for lanes %#08x, which do not come; lanes %#08x are there", in.meta.Op, need&^g.mask, g.mask))
}
