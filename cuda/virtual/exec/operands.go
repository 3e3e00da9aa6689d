package exec

import (
	"math/bits"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/ptx"
)

// args reports an instruction that has not so many operands.
func (d *decoder) args(n int) bool {
	if len(d.in.Operands) != n {
		d.invalid("takes " + itoa(n) + " operands, not " + itoa(len(d.in.Operands)))
		return false
	}
	return true
}

// operand gives an operand, or nil where there is none.
func (d *decoder) operand(i int) ptx.Operand {
	if i < len(d.in.Operands) {
		return d.in.Operands[i]
	}
	return nil
}

// dst gives the register of operand i, a destination of the type.
func (d *decoder) dst(i int, t typ) int32 { return d.destination(d.operand(i), t) }

// destination gives a register to write. The sink gets one that nobody reads.
func (d *decoder) destination(o ptx.Operand, t typ) int32 {
	n, ok := o.(*ptx.Name)
	switch {
	case !ok:
		d.invalid("the destination must be a register")
		return 0
	case n.Text == "_":
		return d.scratch(t.class(), t.bits)
	case n.Negated || n.Offset != 0 || n.Component != "":
		d.unsupported("the destination " + n.Text + "." + n.Component)
		return 0
	}
	r := d.register(n.Ref, n.Text, t.class())
	if d.err == nil && t.kind != kindPred && d.values[r].bits != t.bits {
		d.invalid(n.Text + " has " + itoa(d.values[r].bits) + " bits, not " + itoa(t.bits))
	}
	return r
}

// scratch makes a register of its own.
func (d *decoder) scratch(c class, bits int) int32 {
	d.values = append(d.values, value{class: c, bits: bits})
	return int32(len(d.values) - 1)
}

// register gives the virtual register that a name stands for; classNone takes
// any.
func (d *decoder) register(ref ptx.Ref, name string, c class) int32 {
	v, ok := ref.Decl.(*ptx.Variable)
	if !ok || v.Space != ptx.SpaceReg {
		d.invalid(name + " is no register")
		return 0
	}
	if r, ok := d.scope.byRef[ref]; ok {
		return d.ofClass(r, name, c)
	}
	t, ok := parseType(v.Type)
	if !ok || t.class() == classNone || v.Vector != 0 || len(v.Dims) > 0 {
		d.failAt(v.Pos, cuda.Unsupported, "register "+name+" of type ."+v.Type)
		return 0
	}
	r := d.scratch(t.class(), t.bits)
	d.scope.byRef[ref] = r
	return d.ofClass(r, name, c)
}

func (d *decoder) ofClass(r int32, name string, c class) int32 {
	if c != classNone && d.values[r].class != c {
		d.invalid(name + " is a register of the wrong size for this operand")
	}
	return r
}

// src gives the slot of operand i, a source of the type.
func (d *decoder) src(i int, t typ) int32 { return d.source(d.operand(i), t) }

// source gives a slot to read: a register, a constant or an address.
func (d *decoder) source(o ptx.Operand, t typ) int32 {
	switch o := o.(type) {
	case *ptx.Immediate:
		content, ok := immediateBits(t, o)
		if t.kind == kindPred {
			content, ok = boolBit(o.Bits != 0), !o.Float
		}
		if !ok {
			d.invalid("the constant does not fit type " + t.String())
		}
		return d.constant(t.class(), content, "")
	case *ptx.Name:
		return d.named(o, t)
	}
	d.invalid("this kind of operand does not belong here")
	return 0
}

func (d *decoder) named(n *ptx.Name, t typ) int32 {
	v, ok := n.Ref.Decl.(*ptx.Variable)
	if f, isFunction := n.Ref.Decl.(*ptx.Function); isFunction && t.class() == class64 && !f.Entry {
		return d.constant(class64, d.layout.functions.address(f), "")
	}
	switch {
	case n.Ref.Decl == nil && n.Text != "_":
		return d.special(n, t)
	case !ok || n.Negated:
		d.invalid("operand " + n.Text + " does not belong here")
		return 0
	case v.Space != ptx.SpaceReg:
		return d.addressOf(v, n.Offset, t)
	case n.Component != "":
		d.unsupported("element " + n.Text + "." + n.Component + " of a vector register")
		return 0
	}
	r := d.register(n.Ref, n.Text, t.class())
	if d.err == nil && t.kind != kindPred && d.values[r].bits != t.bits {
		d.invalid(n.Text + " has " + itoa(d.values[r].bits) + " bits, not " + itoa(t.bits))
	}
	return r
}

// predicate gives a predicate source, which may be negated.
func (d *decoder) predicate(o ptx.Operand) (slot int32, xor uint32) {
	n, ok := o.(*ptx.Name)
	if !ok {
		d.invalid("the operand must be a predicate")
		return 0, 0
	}
	if n.Negated {
		xor = allLanes
	}
	return d.register(n.Ref, n.Text, classPred), xor
}

// constant gives the slot of a constant.
func (d *decoder) constant(c class, content uint64, symbol string) int32 {
	key := constant{c, content, symbol}
	if s, ok := d.byBits[key]; ok {
		return s
	}
	width := map[class]int{class32: 32, class64: 64, classPred: 1}[c]
	d.values = append(d.values, value{class: c, constant: true, content: content, symbol: symbol, bits: width})
	s := int32(len(d.values) - 1)
	d.byBits[key] = s
	return s
}

// addressOf gives the address of a variable in its own space.
func (d *decoder) addressOf(v *ptx.Variable, offset int64, t typ) int32 {
	if isHandle(v) {
		d.unsupported("the texture, sampler or surface " + v.Name)
		return 0
	}
	if v.Space == ptx.SpaceGlobal || v.Space == ptx.SpaceConst {
		if t.class() != class64 {
			d.invalid("the address of " + v.Name + " has 64 bits")
		}
		return d.constant(class64, uint64(offset), v.Name)
	}
	p, ok := d.places[v]
	switch {
	case ok && p.space == spaceFrame:
		return d.parameterAddress(v, p, offset, t)
	case !ok:
		d.unsupported("the address of " + v.Name)
		return 0
	case p.space == SpaceLocal:
		return d.addressIn(p.offset+offset, t)
	}
	return d.constant(t.class(), uint64(p.offset+offset)&t.mask(), "")
}

func trailingZeros(m uint64) int { return bits.TrailingZeros64(m) }
