package exec

import "ridgeline/cuda/virtual/ptx"

// compareBuilder decodes comparisons and selections.
func compareBuilder(opcode string) func(*decoder) {
	switch opcode {
	case "setp", "set":
		return buildCompare
	case "selp":
		return buildSelect
	case "slct":
		return buildSelectSign
	}
	return nil
}

// comparison is how a pair of operands is compared: a function of all lanes,
// whether it takes them in the other order, and whether its result is negated.
type comparison struct {
	f            func(w *Warp, in *inst) uint32
	swap, negate bool
}

// buildCompare decodes setp.op{.boolop}{.ftz}.type and set.op{.boolop}{.ftz}.dtype.stype.
func buildCompare(d *decoder) {
	op := d.mods.one("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs",
		"equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan")
	combine := d.mods.one("and", "or", "xor")
	ftz := d.mods.has("ftz")
	var result typ
	if d.in.Opcode == "set" {
		result = d.typeAmong("u32", "s32", "f32", "u16", "s16", "f16", "bf16", "f16x2", "bf16x2")
	}
	t := d.typ()
	if d.err != nil {
		return
	}
	if d.in.Opcode == "set" && !setGives(result, t) {
		d.invalid("set does not give " + result.String() + " of " + t.String())
		return
	}
	if t.kind > kindPred {
		d.invalid("there is no comparison of " + t.String())
		return
	}
	if t.half() && t.lanes == 2 {
		d.comparePair(op, combine, ftz, result, t)
		return
	}
	c, ok := comparisonOf(op, t, ftz)
	if !ok || t.bits < 16 || ftz && (t.kind == kindBFloat || t.bits == 64) {
		d.invalid("comparison ." + op + " does not go with " + t.String())
		return
	}
	d.compare(c, combine, result, t)
}

// setGives tells whether set has a form with these types (PTX ISA, "set").
func setGives(result, t typ) bool {
	half := t.half()
	switch {
	case result.lanes == 2 || t.lanes == 2:
		return result == t
	case result.is(kindFloat, 32):
		return !half
	case result.is(kindFloat, 16):
		return t.kind != kindBFloat
	case result.is(kindBFloat, 16):
		return t.kind == kindBFloat
	case result.integer() && result.bits == 16:
		return half
	}
	return true
}

func (d *decoder) compare(c comparison, combine string, result, t typ) {
	n := 3
	if combine != "" {
		n = 4
	}
	if !d.args(n) {
		return
	}
	in := d.begin(execSetp)
	in.x = &extra{compare: c.f, combine: boolOps(combine), invert: pick(c.negate, allLanes, 0)}
	in.a, in.b = d.src(1, t), d.src(2, t)
	if c.swap {
		in.a, in.b = in.b, in.a
	}
	if combine != "" {
		in.c, in.cXor = d.predicate(d.operand(3))
	}
	if d.in.Opcode == "set" {
		in.exec, in.d = execSet, d.dst(0, result)
		in.x.onTrue = trueOf(result)
	} else {
		d.predicates(in, t.half())
	}
	d.emit(in, wideCost(t, 1, 2))
}

// predicates decodes the destinations p or p|q.
func (d *decoder) predicates(in *inst, half bool) {
	t := typ{kindPred, 1, 1}
	if pair, ok := d.operand(0).(*ptx.Pair); ok {
		if half {
			d.invalid("a comparison of one half gives one predicate")
		}
		in.d, in.e = d.destination(pair.First, t), d.destination(pair.Second, t)
		return
	}
	in.d = d.dst(0, t)
}

// execSetp writes "t op c" and "!t op c", where t is the comparison.
func execSetp(w *Warp, in *inst) {
	t := in.x.compare(w, in) ^ in.x.invert
	if in.x.combine == nil {
		w.pred[in.d] = t
		if in.eClass == classPred {
			w.pred[in.e] = ^t
		}
		return
	}
	c := w.pred[in.c] ^ in.cXor
	w.pred[in.d] = in.x.combine(t, c)
	if in.eClass == classPred {
		w.pred[in.e] = in.x.combine(^t, c)
	}
}

func execSet(w *Warp, in *inst) {
	t := in.x.compare(w, in) ^ in.x.invert
	if in.x.combine != nil {
		t = in.x.combine(t, w.pred[in.c]^in.cXor)
	}
	d := &w.r32[in.d]
	for i := range d {
		d[i] = -(t >> i & 1) & uint32(in.x.onTrue)
	}
}

func boolOps(name string) func(t, c uint32) uint32 {
	switch name {
	case "and":
		return func(t, c uint32) uint32 { return t & c }
	case "or":
		return func(t, c uint32) uint32 { return t | c }
	case "xor":
		return func(t, c uint32) uint32 { return t ^ c }
	}
	return nil
}

// comparisonOf finds the comparison for an operator and a type.
func comparisonOf(op string, t typ, ftz bool) (comparison, bool) {
	if t.kind == kindFloat || t.kind == kindBFloat {
		return floatComparison(op, t, ftz)
	}
	if ftz || t.kind == kindPred {
		return comparison{}, false
	}
	equal := compareEqual32
	if t.bits == 64 {
		equal = compareEqual64
	}
	switch op {
	case "eq":
		return comparison{f: equal}, true
	case "ne":
		return comparison{f: equal, negate: true}, true
	}
	if t.kind == kindBits {
		return comparison{}, false
	}
	less := integerLess(t)
	switch op {
	case "lt", "lo":
		return comparison{f: less}, op == "lt" || t.kind == kindUnsigned
	case "gt", "hi":
		return comparison{f: less, swap: true}, op == "gt" || t.kind == kindUnsigned
	case "le", "ls":
		return comparison{f: less, swap: true, negate: true}, op == "le" || t.kind == kindUnsigned
	case "ge", "hs":
		return comparison{f: less, negate: true}, op == "ge" || t.kind == kindUnsigned
	}
	return comparison{}, false
}

func integerLess(t typ) func(w *Warp, in *inst) uint32 {
	switch {
	case t.bits == 64 && t.kind == kindSigned:
		return compareLessS64
	case t.bits == 64:
		return compareLessU64
	case t.bits == 32 && t.kind == kindSigned:
		return compareLessS32
	case t.kind == kindSigned:
		return compareLessS16
	}
	return compareLessU32
}

// floatComparison finds the comparison of floats.
func floatComparison(op string, t typ, ftz bool) (comparison, bool) {
	switch {
	case t.is(kindFloat, 32) && !ftz:
		return orderedComparison(op, floatReader(t, false), compareEqualF32, compareLessF32, compareAtMostF32)
	case t.bits == 64:
		return orderedComparison(op, f64, compareEqualF64, compareLessF64, compareAtMostF64)
	}
	return readComparison(op, floatReader(t, ftz))
}

// readComparison is that of what a function reads.
func readComparison(op string, value func(b uint64) float64) (comparison, bool) {
	return orderedComparison(op, value,
		eachPair(value, func(a, b float64) bool { return a == b }),
		eachPair(value, func(a, b float64) bool { return a < b }),
		eachPair(value, func(a, b float64) bool { return a <= b }))
}

// orderedComparison makes a comparison of the three that it can be made of. One
// that is true for a NaN is the negation of the opposite ordered one.
func orderedComparison(op string, value func(b uint64) float64, equal, less, atMost func(w *Warp, in *inst) uint32) (comparison, bool) {
	switch op {
	case "eq":
		return comparison{f: equal}, true
	case "neu":
		return comparison{f: equal, negate: true}, true
	case "lt":
		return comparison{f: less}, true
	case "geu":
		return comparison{f: less, negate: true}, true
	case "gt":
		return comparison{f: less, swap: true}, true
	case "leu":
		return comparison{f: less, swap: true, negate: true}, true
	case "le":
		return comparison{f: atMost}, true
	case "gtu":
		return comparison{f: atMost, negate: true}, true
	case "ge":
		return comparison{f: atMost, swap: true}, true
	case "ltu":
		return comparison{f: atMost, swap: true, negate: true}, true
	}
	switch op {
	case "num", "nan":
		return comparison{f: eachPair(value, func(a, b float64) bool { return a == a && b == b }), negate: op == "nan"}, true
	case "ne", "equ":
		return comparison{f: eachPair(value, func(a, b float64) bool { return a < b || a > b }), negate: op == "equ"}, true
	}
	return comparison{}, false
}

// floatReader gives the value of the bits of a type.
func floatReader(t typ, ftz bool) func(b uint64) float64 {
	switch {
	case t.bits == 64:
		return f64
	case t.bits == 16:
		return floatMods{typ: t, ftz: ftz}.halfIn
	case ftz:
		return func(b uint64) float64 { return float64(f32(flush32(b))) }
	}
	return func(b uint64) float64 { return float64(f32(b)) }
}

// eachPair makes a comparison of all lanes out of one of a pair.
func eachPair(value func(b uint64) float64, holds func(a, b float64) bool) func(w *Warp, in *inst) uint32 {
	return func(w *Warp, in *inst) uint32 {
		var m uint32
		for i := range warpLanes {
			if holds(value(w.value(in.aClass, in.a, i)), value(w.value(in.bClass, in.b, i))) {
				m |= 1 << i
			}
		}
		return m
	}
}

func buildSelect(d *decoder) {
	t := d.typeAmong("b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64")
	if !d.args(4) {
		return
	}
	in := d.begin(pick(t.bits == 64, execSelect64, execSelect32))
	in.d, in.a, in.b = d.dst(0, t), d.src(1, t), d.src(2, t)
	in.c, in.cXor = d.predicate(d.operand(3))
	d.emit(in, wideCost(t, 1, 2))
}

func execSelect32(w *Warp, in *inst) {
	d, a, b, p := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b], w.pred[in.c]^in.cXor
	for i := range d {
		m := -(p >> i & 1)
		d[i] = a[i]&m | b[i]&^m
	}
}

func execSelect64(w *Warp, in *inst) {
	d, a, b, p := &w.r64[in.d], &w.r64[in.a], &w.r64[in.b], w.pred[in.c]^in.cXor
	for i := range d {
		m := -uint64(p >> i & 1)
		d[i] = a[i]&m | b[i]&^m
	}
}

// buildSelectSign decodes slct: a where c >= 0, else b; b where c is NaN.
func buildSelectSign(d *decoder) {
	ftz := d.mods.has("ftz")
	t := d.typeAmong("b16", "b32", "b64", "u16", "u32", "u64", "s16", "s32", "s64", "f32", "f64")
	c := d.typeAmong("s32", "f32")
	if ftz && c.kind != kindFloat {
		d.invalid(".ftz goes with .f32")
	}
	holds := func(v uint64) bool { return int32(v) >= 0 }
	if c.kind == kindFloat {
		value := floatReader(c, ftz)
		holds = func(v uint64) bool { return value(v) >= 0 }
	}
	d.ternary(func(x, y, z uint64) uint64 {
		if holds(z) {
			return x
		}
		return y
	}, wideCost(t, 1, 2), t, t, t, c)
}
