package exec

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

// residentLimit is how many blocks a worker keeps that have begun and have not
// ended, where blocks wait for each other.
const residentLimit = 4096

// grid hands out the blocks of a run to its workers.
type grid struct {
	launch  Launch
	options Options
	count   int
	next    atomic.Int64
	failed  atomic.Bool
	budget  atomic.Uint64
}

// Run executes a grid functionally.
func Run(ctx context.Context, mem *Memory, l Launch, o Options) (Result, error) {
	if err := l.check(); err != nil {
		return Result{}, err
	}
	g := &grid{launch: l, options: o, count: l.Grid.Count()}
	if o.Blocks != nil {
		g.count = len(o.Blocks)
		for _, i := range o.Blocks {
			if i < 0 || i >= l.Grid.Count() {
				return Result{}, l.invalid("block " + itoa(i) + " is not in the grid")
			}
		}
	}
	g.budget.Store(o.BudgetInstructions)
	cores := make([]*core, g.workers())
	faults := make([]error, len(cores))
	var wait sync.WaitGroup
	for i := range cores {
		cores[i] = g.newCore(ctx, mem)
		if i > 0 {
			wait.Go(func() { faults[i] = g.work(cores[i]) })
		}
	}
	faults[0] = g.work(cores[0])
	wait.Wait()
	return g.result(mem, cores), firstFault(faults)
}

func (g *grid) workers() int {
	n := g.options.Workers
	if g.launch.Kernel.prog.heap {
		n = 1 // the addresses that malloc gives must not depend on chance
	}
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	return max(1, min(n, g.count))
}

func (g *grid) newCore(ctx context.Context, mem *Memory) *core {
	c := newCore(mem, g.launch)
	c.ctx, c.checks, c.start = ctx, g.options.Checks, g.options.Start
	if g.options.PerInstruction {
		c.tallies = make([]tally, len(c.prog.code))
	}
	if g.options.BudgetInstructions > 0 {
		c.budget, c.limited, c.checkAt = &g.budget, true, 0
	}
	return c
}

// take gives the next block, or reports false.
func (g *grid) take() (int, bool) {
	i := int(g.next.Add(1)) - 1
	if i >= g.count {
		return 0, false
	}
	if g.options.Blocks != nil {
		i = g.options.Blocks[i]
	}
	return i, true
}

// work runs blocks on one core until none is left. A block that only spins
// gives way to the next ones, for which it may be waiting.
func (g *grid) work(c *core) error {
	defer c.giveBack()
	var idle, resident []*Block
	for !g.failed.Load() {
		b := g.start(c, &idle, &resident)
		if b == nil {
			return nil
		}
		done, err := b.turn()
		if err != nil {
			g.failed.Store(true)
			return &blockError{b.index, err}
		}
		if done {
			c.keepPrinted(b)
			idle = append(idle, b)
		} else {
			resident = append(resident, b)
		}
	}
	return nil
}

// start gives a block to run: a new one while there is one, else the one that
// has waited longest. It is nil when none is left.
func (g *grid) start(c *core, idle, resident *[]*Block) *Block {
	if len(*resident) < residentLimit {
		if index, ok := g.take(); ok {
			return g.fresh(c, idle, index)
		}
	}
	if len(*resident) == 0 {
		return nil
	}
	b := (*resident)[0]
	*resident = (*resident)[1:]
	return b
}

func (g *grid) fresh(c *core, idle *[]*Block, index int) *Block {
	var b *Block
	if n := len(*idle); n > 0 {
		b, *idle = (*idle)[n-1], (*idle)[:n-1]
	} else {
		b = c.newBlock()
	}
	sms := max(g.options.SMCount, 1)
	b.reset(index, Hooks{SM: index % sms, SMCount: sms})
	return b
}

// blockError says in which block an error was, so that of several the first in
// the grid is reported.
type blockError struct {
	index int
	error
}

func firstFault(faults []error) error {
	var first *blockError
	for _, err := range faults {
		var b *blockError
		if errors.As(err, &b) && (first == nil || b.index < first.index) {
			first = b
		}
	}
	if first == nil {
		return nil
	}
	return first.error
}

// giveBack returns what the core did not use of the budget.
func (c *core) giveBack() {
	if c.limited && c.checkAt > c.issued {
		c.budget.Add(c.checkAt - c.issued)
	}
}

// result adds up what the cores did, and bumps the versions of the pages that
// were written.
func (g *grid) result(mem *Memory, cores []*core) Result {
	first := cores[0]
	for _, c := range cores[1:] {
		first.add(c)
	}
	r := Result{Counters: first.counters(), Blocks: g.count, BlockRuns: first.blockRuns, BlockLanes: first.blockLanes}
	r.Printed, r.Instructions = printedBy(cores), first.instructions()
	r.ReadPages, r.WrittenPages = first.touched.pages()
	for _, page := range r.WrittenPages {
		mem.changed(page - basePage)
	}
	return r
}
