package virtual

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/exec"
)

// sample chooses the blocks to execute: nil, which is all, unless the launch
// has too many instructions. What it has is estimated from its first and its
// last block, executed in a view of the memory that is then forgotten. Where
// these two do not end soon, they may wait for the others: then all are run.
func (d *device) sample(ctx context.Context, j job) ([]int, error) {
	b, total := d.budgets, j.launch.Grid.Count()
	if j.everyBlock || total <= 2*b.fewest {
		return nil, nil
	}
	probe := []int{0, total - 1}
	options := d.options(j, probe)
	options.BudgetInstructions = b.probe
	r, err := exec.Run(ctx, d.memory.Overlay(), j.launch, options)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, nil // a fault, or a wait: the whole grid will tell
	}
	perBlock := effort(r.Counters) / float64(len(probe))
	if perBlock*float64(total) <= float64(b.full) {
		return nil, nil
	}
	n := max(int(float64(b.sample)/perBlock), b.fewest)
	if n >= total {
		return nil, nil
	}
	return chooseBlocks(total, n, b.seed), nil
}

// packedEffort is how many operations of a tensor instruction, or of one on two
// numbers, take as long to execute as an instruction of one thread.
const packedEffort = 2

// effort is what it takes to execute something, in thread instructions.
func effort(c cuda.Counters) float64 {
	sum := float64(c.ThreadInstructions)
	for path, operations := range c.Operations {
		if strings.HasPrefix(path, "tc.") || strings.HasSuffix(path, "x2") {
			sum += float64(operations) / packedEffort
		}
	}
	return sum
}

// chooseBlocks draws n different blocks of a grid, the first and the last among
// them, in rising order; the same ones for the same seed.
func chooseBlocks(total, n int, seed uint64) []int {
	chosen := map[int]bool{0: true, total - 1: true}
	random := rand.New(rand.NewPCG(seed, uint64(total)))
	for len(chosen) < n {
		chosen[random.IntN(total)] = true
	}
	blocks := make([]int, 0, n)
	for b := range chosen {
		blocks = append(blocks, b)
	}
	slices.Sort(blocks)
	return blocks
}

// scale takes the counts of some blocks for those of all.
func scale(c cuda.Counters, all, some int) cuda.Counters {
	up := func(n uint64) uint64 { return uint64(math.Round(float64(n) * float64(all) / float64(some))) }
	upAll := func(m map[string]uint64) map[string]uint64 {
		scaled := make(map[string]uint64, len(m))
		for name, n := range m {
			scaled[name] = up(n)
		}
		return scaled
	}
	upTraffic := func(t cuda.Traffic) cuda.Traffic {
		return cuda.Traffic{Requests: up(t.Requests), UsefulBytes: up(t.UsefulBytes), Sectors: up(t.Sectors),
			Passes: up(t.Passes), IdealPasses: up(t.IdealPasses)}
	}
	return cuda.Counters{
		WarpInstructions:   up(c.WarpInstructions),
		ThreadInstructions: up(c.ThreadInstructions),
		Branches:           up(c.Branches),
		DivergentBranches:  up(c.DivergentBranches),
		Barriers:           up(c.Barriers),
		Operations:         upAll(c.Operations),
		Pipes:              upAll(c.Pipes),
		GlobalLoad:         upTraffic(c.GlobalLoad),
		GlobalStore:        upTraffic(c.GlobalStore),
		GlobalAtomic:       upTraffic(c.GlobalAtomic),
		SharedLoad:         upTraffic(c.SharedLoad),
		SharedStore:        upTraffic(c.SharedStore),
		SharedAtomic:       upTraffic(c.SharedAtomic),
		LocalLoad:          upTraffic(c.LocalLoad),
		LocalStore:         upTraffic(c.LocalStore),
		ConstLoad:          upTraffic(c.ConstLoad),
		SpillLoad:          upTraffic(c.SpillLoad),
		SpillStore:         upTraffic(c.SpillStore),
		SpillSource:        c.SpillSource,
	}
}
