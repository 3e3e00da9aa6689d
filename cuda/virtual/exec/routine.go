package exec

import (
	"slices"

	"ridgeline/cuda/virtual/ptx"
)

// Most device functions are expanded where they are called (call.go). What
// cannot be is a routine: a function that calls itself, by whatever way, or
// whose address is taken. A routine has its code once in a program, before that
// of the kernel, so that lanes inside of it run before those that have returned.

// routine is a function with code of its own.
type routine struct {
	f          *ptx.Function
	start      int       // of its code
	block      int32     // of its begin
	localBytes int64     // of an activation
	parameters []stretch // of the frame, which the callers fill
	returned   []stretch
}

// stretch is a part of the frame of call parameters.
type stretch struct{ offset, bytes int64 }

// functionAddress is where the addresses of functions begin. They lie in no
// memory: a load from there is an illegal address.
const (
	functionAddress = paramWindow + 16*windowBytes
	functionStride  = 16
)

// functionTable is what a module knows of its device functions.
type functionTable struct {
	index   map[*ptx.Function]int
	aliases map[string]*ptx.Function
	taken   []*ptx.Function // those whose address is taken, or that a list of call targets names
}

func newFunctionTable(m *ptx.Module) functionTable {
	t := functionTable{index: map[*ptx.Function]int{}, aliases: map[string]*ptx.Function{}}
	byName := map[string]*ptx.Function{}
	for i, f := range m.Functions {
		t.index[f] = i
		if f.Body != nil {
			byName[f.Name] = f
		}
	}
	for _, a := range m.Aliases {
		t.aliases[a.Name] = byName[a.Aliasee]
	}
	u := newUsage(t, nil)
	for _, v := range m.Variables {
		u.initializer(v.Init)
	}
	for _, f := range m.Functions {
		if f.Body != nil {
			u.block(f.Body)
		}
	}
	t.taken = u.taken
	return t
}

// definition gives the function that a name stands for: an alias stands for
// another one.
func (t functionTable) definition(f *ptx.Function) *ptx.Function {
	if g := t.aliases[f.Name]; g != nil && f.Body == nil {
		return g
	}
	return f
}

func (t functionTable) address(f *ptx.Function) uint64 {
	return functionAddress + uint64(t.index[t.definition(f)])*functionStride
}

// outline finds the routines that a kernel needs, callees first.
type outline struct {
	table    functionTable
	routines []*ptx.Function
	chosen   map[*ptx.Function]bool
	state    map[*ptx.Function]visit
}

type visit uint8

const (
	unseen visit = iota
	inside
	done
)

// outlined gives the routines below a kernel, callees first.
func (t functionTable) outlined(kernel *ptx.Function) []*ptx.Function {
	o := &outline{table: t, chosen: map[*ptx.Function]bool{}, state: map[*ptx.Function]visit{}}
	o.visit(kernel)
	return o.routines
}

// visit walks the calls depth first. A call of a function that is being visited
// closes a cycle, and makes that function a routine.
func (o *outline) visit(f *ptx.Function) {
	o.state[f] = inside
	u := newUsage(o.table, nil)
	u.block(f.Body)
	for _, g := range u.called {
		o.step(g)
	}
	if u.indirect {
		for _, g := range o.table.taken {
			o.chosen[g] = true
			o.step(g)
		}
	}
	o.state[f] = done
	if o.chosen[f] {
		o.routines = append(o.routines, f)
	}
}

func (o *outline) step(g *ptx.Function) {
	switch {
	case g.Body == nil:
	case o.state[g] == inside:
		o.chosen[g] = true
	case o.state[g] == unseen:
		o.visit(g)
	case o.chosen[g] && !slices.Contains(o.routines, g):
		o.routines = append(o.routines, g)
	}
}
