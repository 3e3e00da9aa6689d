package exec

import "ridgeline/cuda/virtual/ptx"

// convertBuilder decodes conversions.
func convertBuilder(opcode string) func(*decoder) {
	if opcode == "cvt" {
		return buildConvert
	}
	return nil
}

// conversion is what a cvt does.
type conversion struct {
	to, from            typ
	mode                rounding
	integral, ftz       bool // round to an integer; flush subnormals
	sat, relu, explicit bool
	finite              bool // what lies beyond the type is its largest value
}

// buildConvert decodes cvt{.rnd}{.ftz}{.sat}{.relu}{.satfinite}.dtype.atype.
func buildConvert(d *decoder) {
	if d.mods.has("pack") {
		buildConvertPack(d)
		return
	}
	if d.mods.has("rs") {
		d.unsupported("the virtual GPU does not execute the form with .rs")
		return
	}
	var c conversion
	switch name := d.mods.one("rn", "rz", "rm", "rp", "rna", "rni", "rzi", "rmi", "rpi"); name {
	case "":
	default:
		c.explicit, c.integral = true, len(name) == 3 && name != "rna"
		c.mode = map[byte]rounding{'n': nearestEven, 'z': towardZero, 'm': towardNegative, 'p': towardPositive}[name[1]]
		if name == "rna" {
			c.mode = nearestAway
		}
	}
	c.ftz, c.sat, c.relu = d.mods.has("ftz"), d.mods.has("sat"), d.mods.has("relu")
	c.finite = d.mods.has("satfinite")
	c.to, c.from = d.typ(), d.typ()
	switch {
	case d.err != nil:
	case c.to.lanes > 1 || c.from.lanes > 1:
		if d.packable(c) {
			d.convertPacked(c)
		}
	case d.convertible(c):
		d.convert(c)
	}
}

// convertible reports a conversion of one value that does not exist.
func (d *decoder) convertible(c conversion) bool {
	float := func(t typ) bool { return t.kind == kindFloat || t.kind == kindBFloat }
	floats := float(c.to) && float(c.from)
	// Between bf16 and f16 neither holds the other.
	narrows := floats && (c.to.bits < c.from.bits || c.to.bits == c.from.bits && c.to != c.from)
	fromSingle := c.from.is(kindFloat, 32)
	switch {
	case c.to.kind == kindTF32:
		if !fromSingle || c.ftz || c.sat || !c.explicit || c.integral || !c.plainMode() && c.mode != nearestAway || c.mode == nearestAway && c.relu {
			d.invalid("there is no such conversion to .tf32")
		}
	case c.to.kind == kindPred || c.from.kind == kindPred || c.to.kind == kindBits || c.from.kind == kindBits || !float(c.from) && !c.from.integer():
		d.invalid("there is no conversion from " + c.from.String() + " to " + c.to.String())
	case (c.relu || c.finite) && (!c.to.half() || !fromSingle || !c.plainMode() || c.sat || c.ftz):
		d.invalid(".relu and .satfinite do not go with this conversion to " + c.to.String())
	case c.ftz && !fromSingle && !c.to.is(kindFloat, 32):
		d.invalid(".ftz goes with .f32")
	case c.sat && (c.to.kind == kindBFloat || c.from.kind == kindBFloat || c.to.integer() && c.from.integer() && c.to.holds(c.from)):
		d.invalid(".sat does not go with these types")
	case c.mode == nearestAway:
		d.invalid(".rna goes with .tf32")
	case !c.explicit && (narrows && c.to.bits < c.from.bits || float(c.to) && c.from.integer()):
		d.invalid("needs a rounding modifier")
	case !c.explicit && float(c.from) && c.to.integer():
		d.invalid("needs an integer rounding modifier")
	case c.explicit && floats && c.integral != (c.to == c.from), c.explicit && floats && !c.integral && !narrows && c.from.kind != kindBFloat,
		c.explicit && c.integral && !float(c.from), c.explicit && !c.integral && !float(c.to):
		d.invalid("the rounding modifier does not go with these types")
	}
	return d.err == nil
}

// holds tells whether every value of u is one of t.
func (t typ) holds(u typ) bool {
	if t.kind == u.kind {
		return t.bits >= u.bits
	}
	return t.kind == kindSigned && t.bits > u.bits
}

// convert emits a conversion of one value. The registers may be wider than the
// types: a source is cut, a result extended.
func (d *decoder) convert(c conversion) {
	if !d.args(2) {
		return
	}
	in := d.begin(execUnary)
	width := 0
	in.d, width = d.wider(d.operand(0), c.to)
	in.a = d.widerSource(d.operand(1), c.from)
	if brain := c.to.kind == kindBFloat || c.from.kind == kindBFloat; d.err == nil && brain && (width != c.to.bits || d.values[in.a].bits != c.from.bits) {
		d.invalid("a conversion of .bf16 takes registers of just the size of its types")
	}
	if d.err != nil {
		return
	}
	switch {
	case c.from.is(kindUnsigned, 32) && c.to.is(kindUnsigned, 64) && d.values[in.a].class == class32:
		in.exec = execWidenU
	case c.from.is(kindSigned, 32) && c.to.is(kindSigned, 64) && d.values[in.a].class == class32:
		in.exec = execWidenS
	default:
		f, extendResult := c.function(), c.to.integer()
		from, to := c.from, c.to
		in.x = &extra{f1: func(a uint64) uint64 {
			r := f(a & from.mask())
			if extendResult {
				r = to.extend(r)
			}
			return r & (^uint64(0) >> (64 - width))
		}}
	}
	d.emit(in, convertCost(c))
}

func execWidenU(w *Warp, in *inst) {
	d, a := &w.r64[in.d], &w.r32[in.a]
	for i := range d {
		d[i] = uint64(a[i])
	}
}

func execWidenS(w *Warp, in *inst) {
	d, a := &w.r64[in.d], &w.r32[in.a]
	for i := range d {
		d[i] = uint64(int64(int32(a[i])))
	}
}

func convertCost(c conversion) cost {
	float := func(t typ) bool { return t.kind == kindFloat || t.kind == kindBFloat }
	halves := func(a, b typ) bool { return a.half() && float(b) && b.bits <= 32 }
	if !float(c.to) && !float(c.from) || halves(c.to, c.from) || halves(c.from, c.to) {
		return aluCost(1)
	}
	return xuCost()
}

// wider gives a destination register of at least the type's width, and its own
// width.
func (d *decoder) wider(o ptx.Operand, t typ) (slot int32, width int) {
	n, ok := o.(*ptx.Name)
	if !ok || n.Negated || n.Component != "" {
		d.invalid("the destination must be a register")
		return 0, t.bits
	}
	if n.Text == "_" {
		return d.scratch(t.class(), t.bits), t.bits
	}
	r := d.register(n.Ref, n.Text, classNone)
	if d.err == nil && (d.values[r].class == classPred || d.values[r].bits < t.bits) {
		d.invalid(n.Text + " is too narrow for " + t.String())
	}
	return r, d.values[r].bits
}

// widerSource gives a source of at least the type's width.
func (d *decoder) widerSource(o ptx.Operand, t typ) int32 {
	if n, ok := o.(*ptx.Name); ok && !n.Negated && n.Component == "" {
		if v, ok := n.Ref.Decl.(*ptx.Variable); ok && v.Space == ptx.SpaceReg {
			r, _ := d.wider(o, t)
			return r
		}
	}
	return d.source(o, t)
}
