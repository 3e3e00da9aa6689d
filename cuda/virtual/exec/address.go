package exec

import (
	"ridgeline/cuda/virtual/ptx"
)

// address decodes the address operand of a memory instruction into operand a
// and the offset. A variable of another space than the instruction's is an
// error; a generic access to a variable gets its generic address.
func (d *decoder) address(in *inst, o ptx.Operand, s Space) {
	a, ok := o.(*ptx.Address)
	if !ok || len(a.Coords) > 0 || len(a.Extra) > 0 {
		d.invalid("the address must be of the form [base+offset]")
		return
	}
	if a.Index != nil {
		d.unsupported("an array element that a register selects")
		return
	}
	in.imm = uint64(a.Offset)
	switch base := a.Base.(type) {
	case *ptx.Immediate:
		in.a = d.constant(class64, base.Bits, "")
	case *ptx.Name:
		d.addressBase(in, base, s)
	default:
		d.invalid("the base of the address must be a register or a variable")
	}
}

func (d *decoder) addressBase(in *inst, n *ptx.Name, s Space) {
	v, ok := n.Ref.Decl.(*ptx.Variable)
	if !ok || n.Component != "" || n.Negated {
		d.invalid(n.Text + " is no base of an address")
		return
	}
	in.imm += uint64(n.Offset)
	if v.Space == ptx.SpaceReg {
		in.a = d.register(n.Ref, n.Text, classNone)
		in.x.memory.narrow = d.values[in.a].class == class32
		if d.err == nil && (d.values[in.a].class == classPred || d.values[in.a].bits < 32) {
			d.invalid(n.Text + " is too narrow for an address")
		}
		return
	}
	of := spaceOf(v.Space)
	if p, ok := d.places[v]; ok && p.space == spaceFrame && s == SpaceParam {
		d.frameAddress(in, v, p)
		return
	}
	if s != SpaceNone && of != s || s == SpaceNone && (of == SpaceConst || of == SpaceParam) {
		d.invalid("variable " + n.Text + " lies in space ." + string(v.Space))
		return
	}
	in.a = d.addressOf(v, 0, typ{kindBits, 64, 1})
	if s == SpaceNone {
		in.imm += windowBase(of)
	}
}

// frameAddress decodes the address of a call parameter.
func (d *decoder) frameAddress(in *inst, v *ptx.Variable, p place) {
	size, _ := v.Bytes()
	if f := in.x.memory; int64(in.imm) < 0 || int64(in.imm)+int64(f.bytes) > size || in.imm%f.bytes != 0 {
		d.invalid("the access is misaligned, or outside of " + v.Name)
	}
	in.x.memory.space = spaceFrame
	in.a = d.constant(class64, uint64(p.offset), "")
}

// spaceOf translates the space of a variable.
func spaceOf(s ptx.Space) Space {
	switch s {
	case ptx.SpaceGlobal:
		return SpaceGlobal
	case ptx.SpaceShared:
		return SpaceShared
	case ptx.SpaceLocal:
		return SpaceLocal
	case ptx.SpaceConst:
		return SpaceConst
	case ptx.SpaceParam:
		return SpaceParam
	}
	return SpaceNone
}

// windowBase is where a space begins in the generic address space.
func windowBase(s Space) uint64 {
	switch s {
	case SpaceShared:
		return sharedWindow
	case SpaceLocal:
		return localWindow
	case SpaceParam:
		return paramWindow
	}
	return 0
}

// spaceModifier takes a state space; none is generic.
func (d *decoder) spaceModifier() Space {
	switch name := d.mods.one("global", "shared", "shared::cta", "shared::cluster", "local", "const", "param", "param::entry", "param::func"); name {
	case "shared", "shared::cta", "shared::cluster":
		return SpaceShared
	case "param::entry", "param::func":
		return SpaceParam
	case "":
		return SpaceNone
	default:
		return spaceOf(ptx.Space(name))
	}
}
