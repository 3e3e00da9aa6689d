package exec

import "ridgeline/cuda"

// tally is what the executions of one instruction did, beyond what those of its
// basic block tell.
type tally struct {
	traffic   [trafficCount]cuda.Traffic
	divergent uint64
	// operations are those that the operands say, by path.
	operations map[path]uint64
}

func (t *tally) add(u *tally) {
	t.divergent += u.divergent
	for p, n := range u.operations {
		t.operate(p, n)
	}
	for i := range t.traffic {
		t.traffic[i].Add(u.traffic[i])
	}
}

// count adds to the traffic of a kind, and to that of the instruction.
func (c *core) count(in *inst, kind trafficKind, t cuda.Traffic) {
	c.traffic[kind].Add(t)
	if c.tallies != nil {
		c.tallies[in.index].traffic[kind].Add(t)
	}
}

// operate counts operations of a path, of which the operands say how many there are.
func (c *core) operate(in *inst, p path, n uint64) {
	c.operations[p] += n
	if c.tallies != nil {
		c.tallies[in.index].operate(p, n)
	}
}

func (t *tally) operate(p path, n uint64) {
	if t.operations == nil {
		t.operations = map[path]uint64{}
	}
	t.operations[p] += n
}

// diverge counts a branch whose lanes part.
func (c *core) diverge(in *inst) {
	c.divergent++
	if c.tallies != nil {
		c.tallies[in.index].divergent++
	}
}

// instructions are the counters of each instruction that was executed, in the
// order of the program. Two halves of an instruction are one.
func (c *core) instructions() []cuda.InstructionCounters {
	if c.tallies == nil {
		return nil
	}
	list := []cuda.InstructionCounters{}
	for i, blk := range c.prog.blocks {
		for k := blk.start; k < blk.end && c.blockRuns[i] > 0; k++ {
			counters := c.instruction(i, k)
			if c.prog.costs[k].hidden && len(list) > 0 {
				list[len(list)-1].Add(counters)
				continue
			}
			meta := c.prog.code[k].meta
			list = append(list, cuda.InstructionCounters{Line: meta.Line, Source: meta.Source, Text: meta.Text, Counters: counters})
		}
	}
	return list
}

// instruction is the counters of one instruction of a basic block.
func (c *core) instruction(block int, index int32) cuda.Counters {
	cost, runs, lanes := c.prog.costs[index], c.blockRuns[block], c.blockLanes[block]-c.skipped[index]
	out := cuda.Counters{
		DivergentBranches: c.tallies[index].divergent,
		Operations:        map[string]uint64{}, Pipes: map[string]uint64{},
	}
	if !cost.hidden {
		out.WarpInstructions, out.ThreadInstructions = runs, lanes
	}
	if c.prog.code[index].branches() {
		out.Branches = runs
	}
	if cost.path != pathNone {
		addNonZero(out.Operations, cost.path.String(), lanes*uint64(cost.ops))
	}
	for p, n := range c.tallies[index].operations {
		addNonZero(out.Operations, p.String(), n)
	}
	if cost.pipe != PipeNone {
		addNonZero(out.Pipes, cost.pipe.String(), runs*uint64(cost.issues))
	}
	takeTraffic(&out, &c.tallies[index].traffic)
	return out
}

// branches tells whether the lanes may go different ways after it.
func (in *inst) branches() bool { return in.control == controlBranch || in.control == controlIndexed }

// takeTraffic puts the traffic of each kind in its place.
func takeTraffic(out *cuda.Counters, t *[trafficCount]cuda.Traffic) {
	out.GlobalLoad, out.GlobalStore, out.GlobalAtomic = t[globalLoad], t[globalStore], t[globalAtomic]
	out.SharedLoad, out.SharedStore, out.SharedAtomic = t[sharedLoad], t[sharedStore], t[sharedAtomic]
	out.LocalLoad, out.LocalStore = t[localLoad], t[localStore]
	out.ConstLoad = t[constLoad]
}
