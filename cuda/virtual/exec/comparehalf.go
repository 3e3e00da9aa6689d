package exec

// comparePair decodes setp and set of pairs of halves. What setp gives behind
// the bar is the comparison of the high ones.
func (d *decoder) comparePair(op, combine string, ftz bool, result, t typ) {
	one := typ{t.kind, 16, 1}
	value := floatReader(one, ftz)
	low, ok := readComparison(op, value)
	high, _ := readComparison(op, func(b uint64) float64 { return value(b >> 16) })
	if !ok || ftz && t.kind == kindBFloat {
		d.invalid("comparison ." + op + " does not go with " + t.String())
		return
	}
	if !d.args(pick(combine == "", 3, 4)) {
		return
	}
	in := d.begin(execSetpHalves)
	in.x = &extra{halves: [2]comparison{low, high}, combine: boolOps(combine)}
	in.a, in.b = d.src(1, t), d.src(2, t)
	if combine != "" {
		in.c, in.cXor = d.predicate(d.operand(3))
	}
	if d.in.Opcode == "set" {
		in.exec, in.d, in.x.onTrue = execSetHalves, d.dst(0, result), trueOf(one)
	} else {
		d.predicates(in, false)
	}
	d.emit(in, aluCost(1))
}

// halvesHold gives the lanes whose low, and whose high halves compare.
func (w *Warp) halvesHold(in *inst) (hold [2]uint32) {
	for k, c := range in.x.halves {
		if c.swap {
			swapped := *in
			swapped.a, swapped.b = in.b, in.a
			hold[k] = c.f(w, &swapped)
		} else {
			hold[k] = c.f(w, in)
		}
		if c.negate {
			hold[k] = ^hold[k]
		}
		if in.x.combine != nil {
			hold[k] = in.x.combine(hold[k], w.pred[in.c]^in.cXor)
		}
	}
	return hold
}

func execSetpHalves(w *Warp, in *inst) {
	hold := w.halvesHold(in)
	w.pred[in.d] = hold[0]
	if in.eClass == classPred {
		w.pred[in.e] = hold[1]
	}
}

func execSetHalves(w *Warp, in *inst) {
	hold := w.halvesHold(in)
	d, yes := &w.r32[in.d], uint32(in.x.onTrue)
	for i := range d {
		d[i] = -(hold[0]>>i&1)&yes | -(hold[1]>>i&1)&yes<<16
	}
}

// trueOf is what set writes: all ones, or 1 in a float type.
func trueOf(t typ) uint64 {
	switch {
	case t.is(kindFloat, 32):
		return 0x3f800000
	case t.kind == kindFloat:
		return 0x3c00
	case t.kind == kindBFloat:
		return 0x3f80
	}
	return t.mask()
}
