package sass

// block is a run of instructions that are executed one after the other.
type block struct {
	start, end int // indices in the code, the end not included
	next       []int
	ends       bool // whether a thread may end with its last instruction
}

// graph is the basic blocks of a kernel that a path comes to; the first of them
// is where it begins.
type graph []block

// newGraph cuts the code behind each jump and before each target.
func newGraph(c Code) (graph, error) {
	starts := map[int]bool{0: true}
	for i, in := range c {
		if in.Flow != Next {
			starts[i+1] = true
		}
		if in.Flow == Jump || in.Flow == Branch {
			starts[in.Target] = true
		}
	}
	var g graph
	of := map[int]int{} // the block that begins with an instruction
	begin := func(i int) (b int) {
		b, known := of[i]
		if !known {
			b = len(g)
			of[i] = b
			g = append(g, block{start: i})
		}
		return b
	}
	begin(0)
	for b := 0; b < len(g); b++ {
		i := g[b].start
		if i < 0 || i >= len(c) {
			return nil, &FlowError{Index: i, Reason: "the kernel ends before it"}
		}
		for i++; i < len(c) && !starts[i]; i++ {
		}
		g[b].end = i
		in := c[i-1]
		if in.Flow == Lost {
			return nil, &FlowError{i - 1, in.Opcode, "goes where a register says"}
		}
		g[b].ends = in.Flow == End
		for _, to := range in.successors(i - 1) {
			next := begin(to)
			g[b].next = append(g[b].next, next)
		}
	}
	return g, nil
}

// successors gives the instructions that may follow the one with this index.
func (in Instruction) successors(index int) []int {
	var next []int
	if in.Flow == Jump || in.Flow == Branch {
		next = append(next, in.Target)
	}
	if in.Flow == Next || in.Flow == Call || in.Flow == Branch || in.Guarded {
		next = append(next, index+1)
	}
	return next
}

// edge goes from a block to one of its next.
type edge struct{ from, to int }

// reach marks the blocks that a path from this one comes to, itself one of them,
// over such edges as the filter lets pass.
func (g graph) reach(from int, pass func(edge) bool) []bool {
	seen := make([]bool, len(g))
	seen[from] = true
	for todo := []int{from}; len(todo) > 0; {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, to := range g[b].next {
			if !seen[to] && pass(edge{b, to}) {
				seen[to] = true
				todo = append(todo, to)
			}
		}
	}
	return seen
}

// around lets no path into a block.
func around(b int) func(edge) bool { return func(e edge) bool { return e.to != b } }

// dominates tells whether every path to block b leads through block d.
func (g graph) dominates(d, b int) bool {
	return d == b || d == 0 || !g.reach(0, around(d))[b]
}

// always tells whether every path through the kernel leads through a block.
func (g graph) always(b int) bool {
	for i, seen := range g.reach(0, around(b)) {
		if seen && g[i].ends && b != 0 && b != i {
			return false
		}
	}
	return true
}
