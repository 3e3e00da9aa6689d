package exec

import (
	"slices"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/ptx"
)

// placeShared lays out the shared variables that the bodies below a kernel
// declare or name. Dynamic shared memory begins behind all static variables.
func (d *decoder) placeShared(all []*ptx.Variable) {
	var dynamic []*ptx.Variable
	dynamicAlign := int64(16)
	for _, v := range all {
		if _, placed := d.places[v]; placed || v.Space != ptx.SpaceShared {
			continue
		}
		bytes, align := d.extent(v)
		if v.Linkage == ptx.Extern || bytes == 0 {
			dynamic, dynamicAlign = append(dynamic, v), max(dynamicAlign, align)
		} else {
			d.places[v] = place{SpaceShared, allot(&d.sharedEnd, bytes, align)}
		}
	}
	if len(dynamic) > 0 {
		d.sharedEnd = alignUp(d.sharedEnd, dynamicAlign)
	}
	for _, v := range dynamic {
		d.places[v] = place{SpaceShared, d.sharedEnd}
	}
}

// placeOwn lays out the local variables and the call parameters of a body and
// of the functions that are expanded in it.
func (d *decoder) placeOwn(all []*ptx.Variable) {
	for _, v := range all {
		bytes, align := d.extent(v)
		switch v.Space {
		case ptx.SpaceLocal:
			d.places[v] = place{SpaceLocal, allot(&d.localEnd, bytes, align)}
		case ptx.SpaceParam:
			d.places[v] = place{spaceFrame, allot(&d.frameEnd, bytes, align)}
		}
	}
}

// extent gives the size and the alignment of a variable, in bytes.
func (d *decoder) extent(v *ptx.Variable) (bytes, align int64) {
	bytes, ok := v.Bytes()
	if !ok || bytes > 1<<24 {
		d.failAt(v.Pos, cuda.Unsupported, "variable "+v.Name+" is too large")
		return 0, 1
	}
	return bytes, max(int64(v.Align), v.ElementBytes(), 1)
}

func allot(end *int64, bytes, align int64) int64 {
	at := alignUp(*end, align)
	*end = at + bytes
	return at
}

// usage collects what a body, and the functions that are expanded in it, declare
// and name: variables and functions, in order.
type usage struct {
	table     functionTable
	expand    func(f *ptx.Function) bool // nil: calls are noted, and not followed
	seen      map[ptx.Declaration]bool
	variables []*ptx.Variable
	called    []*ptx.Function // directly
	taken     []*ptx.Function // whose address is taken
	indirect  bool            // there is an indirect call
}

func newUsage(t functionTable, expand func(*ptx.Function) bool) *usage {
	return &usage{table: t, expand: expand, seen: map[ptx.Declaration]bool{}}
}

func (u *usage) add(v *ptx.Variable) {
	if v.Space != ptx.SpaceReg && !u.seen[v] {
		u.seen[v] = true
		u.variables = append(u.variables, v)
	}
}

func (u *usage) block(b *ptx.Block) {
	for _, s := range b.Statements {
		switch s := s.(type) {
		case *ptx.Variable:
			u.add(s)
			u.initializer(s.Init)
		case *ptx.Block:
			u.block(s)
		case *ptx.TargetList:
			u.targets(s)
		case *ptx.Instruction:
			u.instruction(s)
		}
	}
}

func (u *usage) targets(list *ptx.TargetList) {
	for _, r := range list.Refs {
		if f, ok := r.Decl.(*ptx.Function); ok {
			u.take(f)
		}
	}
}

func (u *usage) instruction(in *ptx.Instruction) {
	for _, o := range in.Operands {
		n, ok := o.(*ptx.Name)
		if in.Opcode != "call" || !ok {
			u.operand(o)
			continue
		}
		switch decl := n.Ref.Decl.(type) {
		case *ptx.Function:
			u.call(u.table.definition(decl))
		case *ptx.Variable:
			u.indirect = true
		}
	}
}

// call notes a direct call, and looks into the function if it is expanded.
func (u *usage) call(f *ptx.Function) {
	if u.seen[f] {
		return
	}
	u.seen[f] = true
	u.called = append(u.called, f)
	if f.Body != nil && u.expand != nil && u.expand(f) {
		u.block(f.Body)
	}
}

func (u *usage) take(f *ptx.Function) {
	if f = u.table.definition(f); f.Body != nil && !slices.Contains(u.taken, f) {
		u.taken = append(u.taken, f)
	}
}

func (u *usage) initializer(init *ptx.Initializer) {
	if init == nil {
		return
	}
	for _, e := range init.List {
		u.initializer(e)
	}
	if n, ok := init.Elem.(*ptx.Name); ok {
		u.name(n)
	}
}

// operand adds shared variables of the module and functions whose address is
// taken; the other spaces of the module are placed once for all kernels.
func (u *usage) operand(o ptx.Operand) {
	switch o := o.(type) {
	case *ptx.Name:
		u.name(o)
	case *ptx.Address:
		u.operand(o.Base)
	case *ptx.Vector:
		for _, e := range o.Elems {
			u.operand(e)
		}
	}
}

func (u *usage) name(n *ptx.Name) {
	switch decl := n.Ref.Decl.(type) {
	case *ptx.Variable:
		if decl.Space == ptx.SpaceShared {
			u.add(decl)
		}
	case *ptx.Function:
		u.take(decl)
	}
}
