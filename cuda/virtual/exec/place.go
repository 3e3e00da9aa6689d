package exec

import (
	"ridgeline/cuda"
	"ridgeline/cuda/virtual/ptx"
)

// place lays out the shared and local variables of a body and of the functions
// that it calls, and those shared ones of the module that they name. Dynamic
// shared memory begins behind all static variables.
func (d *decoder) place(b *ptx.Block) {
	u := &usage{seen: map[ptx.Declaration]bool{}}
	u.block(b)
	var dynamic []*ptx.Variable
	dynamicAlign := int64(16)
	for _, v := range u.variables {
		bytes, ok := v.Bytes()
		if !ok || bytes > 1<<24 {
			d.failAt(v.Pos, cuda.Unsupported, "variable "+v.Name+" is too large")
			return
		}
		align := max(int64(v.Align), v.ElementBytes(), 1)
		switch {
		case v.Space == ptx.SpaceShared && (v.Linkage == ptx.Extern || bytes == 0):
			dynamic, dynamicAlign = append(dynamic, v), max(dynamicAlign, align)
		case v.Space == ptx.SpaceShared:
			d.places[v] = place{SpaceShared, allot(&d.sharedEnd, bytes, align)}
		case v.Space == ptx.SpaceLocal:
			d.places[v] = place{SpaceLocal, allot(&d.localEnd, bytes, align)}
		case v.Space == ptx.SpaceParam:
			d.places[v] = place{spaceFrame, allot(&d.frameEnd, bytes, align)}
		}
	}
	if len(dynamic) > 0 {
		d.sharedEnd = alignUp(d.sharedEnd, dynamicAlign)
	}
	for _, v := range dynamic {
		d.places[v] = place{SpaceShared, d.sharedEnd}
	}
}

func allot(end *int64, bytes, align int64) int64 {
	at := alignUp(*end, align)
	*end = at + bytes
	return at
}

// usage collects the variables that a body declares or names, in order.
type usage struct {
	seen      map[ptx.Declaration]bool
	variables []*ptx.Variable
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
		case *ptx.Block:
			u.block(s)
		case *ptx.Instruction:
			for _, o := range s.Operands {
				u.operand(o)
			}
		}
	}
}

// operand adds shared variables of the module, and what a function that is
// called has; the other spaces of the module are placed once for all kernels.
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
		if decl.Body != nil && !u.seen[decl] {
			u.seen[decl] = true
			u.block(decl.Body)
		}
	}
}
