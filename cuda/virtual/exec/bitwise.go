package exec

import "math/bits"

// bitBuilder decodes logic, shifts and bit fields.
func bitBuilder(opcode string) func(*decoder) {
	switch opcode {
	case "and", "or", "xor", "not", "cnot":
		return buildLogic
	case "shl", "shr":
		return buildShift
	case "shf":
		return buildFunnelShift
	case "lop3":
		return buildLop3
	case "bfe":
		return buildBitFieldExtract
	case "bfi":
		return buildBitFieldInsert
	case "prmt":
		return buildPermute
	case "bmsk":
		return buildBitMask
	case "szext":
		return buildSignExtend
	case "fns":
		return buildFindNthSet
	case "popc", "clz", "brev", "bfind":
		return buildBitCount
	}
	return nil
}

func buildLogic(d *decoder) {
	t := d.typeAmong("pred", "b16", "b32", "b64")
	c := wideCost(t, 1, 2)
	switch {
	case d.in.Opcode == "not" && t.kind == kindPred:
		d.vector(execNotPred, c, t, t)
	case d.in.Opcode == "not":
		d.unary(func(a uint64) uint64 { return ^a & t.mask() }, c, t, t)
	case d.in.Opcode == "cnot":
		d.unary(func(a uint64) uint64 { return boolBit(a == 0) }, c, t, t)
	case t.kind == kindPred:
		d.vector(map[string]execFunc{"and": execAndPred, "or": execOrPred, "xor": execXorPred}[d.in.Opcode], c, t, t, t)
	case t.bits == 64:
		d.vector(map[string]execFunc{"and": execAnd64, "or": execOr64, "xor": execXor64}[d.in.Opcode], c, t, t, t)
	default:
		d.vector(map[string]execFunc{"and": execAnd32, "or": execOr32, "xor": execXor32}[d.in.Opcode], c, t, t, t)
	}
}

// buildShift decodes shifts: the count has 32 bits at every width and is
// clamped at the width, which is what Go's shifts do.
func buildShift(d *decoder) {
	right := d.in.Opcode == "shr"
	names := []string{"b16", "b32", "b64"}
	if right {
		names = append(names, "u16", "u32", "u64", "s16", "s32", "s64")
	}
	t, count := d.typeAmong(names...), typ{kindUnsigned, 32, 1}
	c := wideCost(t, 1, 3)
	switch {
	case t.bits == 32 && !right:
		d.vector(execShl32, c, t, t, count)
	case t.bits == 32 && t.kind == kindSigned:
		d.vector(execShrS32, c, t, t, count)
	case t.bits == 32:
		d.vector(execShrU32, c, t, t, count)
	case !right:
		d.binary(func(a, n uint64) uint64 { return a << n & t.mask() }, c, t, t, count)
	case t.kind == kindSigned:
		d.binary(func(a, n uint64) uint64 { return uint64(int64(t.extend(a))>>n) & t.mask() }, c, t, t, count)
	default:
		d.binary(func(a, n uint64) uint64 { return a >> n }, c, t, t, count)
	}
}

func buildFunnelShift(d *decoder) {
	side, mode := d.mods.one("l", "r"), d.mods.one("clamp", "wrap")
	t := d.typeAmong("b32")
	if d.err == nil && (side == "" || mode == "") {
		d.invalid("needs .l or .r, and .clamp or .wrap")
		return
	}
	d.ternary(funnelShift(side == "l", mode == "clamp"), aluCost(1), t, t, t, t)
}

// funnelShift shifts the 64 bits b:a by c, and keeps the high half of a left
// shift or the low half of a right one.
func funnelShift(left, clamp bool) func(a, b, c uint64) uint64 {
	return func(a, b, c uint64) uint64 {
		n := c & 31
		if clamp {
			n = min(c, 32)
		}
		if left {
			return (b<<32 | a) << n >> 32
		}
		return (b<<32 | a) >> n & 0xffffffff
	}
}

func buildLop3(d *decoder) {
	combine := d.mods.one("and", "or")
	d.typeAmong("b32")
	t := typ{kindBits, 32, 1}
	n := 5
	if combine != "" {
		n = 6
	}
	if !d.args(n) {
		return
	}
	lut, ok := d.constantOperand(4)
	if !ok || lut > 255 {
		d.invalid("the table must be a constant from 0 to 255")
		return
	}
	in := d.begin(execLop3)
	in.imm, in.a, in.b, in.c = lut, d.src(1, t), d.src(2, t), d.src(3, t)
	if combine == "" {
		in.d = d.dst(0, t)
		d.emit(in, aluCost(1))
		return
	}
	d.lop3Predicate(in, combine)
}

// execLop3 evaluates a truth table: bit 4a+2b+c of it is the result.
func execLop3(w *Warp, in *inst) {
	d, a, b, c := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b], &w.r32[in.c]
	var m [8]uint32
	for k := range m {
		m[k] = -uint32(in.imm >> k & 1)
	}
	for i := range d {
		x, y, z := a[i], b[i], c[i]
		low := (m[0]&^z|m[1]&z)&^y | (m[2]&^z|m[3]&z)&y
		high := (m[4]&^z|m[5]&z)&^y | (m[6]&^z|m[7]&z)&y
		d[i] = low&^x | high&x
	}
}

func buildBitFieldExtract(d *decoder) {
	t := d.typeAmong("u32", "s32", "u64", "s64")
	count := typ{kindUnsigned, 32, 1}
	d.ternary(bitFieldExtract(t), wideCost(t, 2, 4), t, t, count, count)
}

// bitFieldExtract takes len bits from pos. What lies beyond the value's end
// reads as its sign, or zero.
func bitFieldExtract(t typ) func(a, pos, length uint64) uint64 {
	return func(a, pos, length uint64) uint64 {
		pos, length = pos&0xff, length&0xff
		if length == 0 {
			return 0
		}
		if t.kind != kindSigned {
			return a >> pos & (1<<length - 1)
		}
		sign := -(a >> min(pos+length-1, uint64(t.bits-1)) & 1)
		field := t.extend(a)
		inside := uint64(0)
		if pos < uint64(t.bits) {
			inside = min(length, uint64(t.bits)-pos)
		}
		low := uint64(1)<<inside - 1
		return (field>>pos&low | sign&^low) & t.mask()
	}
}

func buildBitFieldInsert(d *decoder) {
	t := d.typeAmong("b32", "b64")
	count := typ{kindUnsigned, 32, 1}
	if !d.args(5) {
		return
	}
	in := d.begin(execBitFieldInsert)
	in.x = &extra{f3: bitFieldInsert(t)}
	in.d, in.a, in.b, in.c, in.h = d.dst(0, t), d.src(1, t), d.src(2, t), d.src(3, count), d.src(4, count)
	d.emit(in, wideCost(t, 2, 4))
}

// execBitFieldInsert takes the length from the fourth source.
func execBitFieldInsert(w *Warp, in *inst) {
	f := in.x.f3
	for i := range warpLanes {
		at := uint64(w.r32[in.c][i])&0xff | uint64(w.r32[in.h][i])&0xff<<8
		w.setValue(in.dClass, in.d, i, f(w.value(in.aClass, in.a, i), w.value(in.bClass, in.b, i), at))
	}
}

// bitFieldInsert puts the low bits of a into b. The low byte of c is the
// position, the next one the length.
func bitFieldInsert(t typ) func(a, b, c uint64) uint64 {
	return func(a, b, c uint64) uint64 {
		field := (uint64(1)<<(c>>8) - 1) << (c & 0xff)
		return b&^field | a<<(c&0xff)&field&t.mask()
	}
}

func buildBitCount(d *decoder) {
	amount := d.in.Opcode == "bfind" && d.mods.has("shiftamt")
	names := []string{"b32", "b64"}
	if d.in.Opcode == "bfind" {
		names = []string{"u32", "s32", "u64", "s64"}
	}
	t, c32 := d.typeAmong(names...), typ{kindUnsigned, 32, 1}
	switch d.in.Opcode {
	case "popc":
		d.unary(func(a uint64) uint64 { return uint64(bits.OnesCount64(a)) }, xuCost(), c32, t)
	case "clz":
		d.unary(func(a uint64) uint64 { return uint64(bits.LeadingZeros64(a) - 64 + t.bits) }, xuCost(), c32, t)
	case "brev":
		d.unary(func(a uint64) uint64 { return bits.Reverse64(a) >> (64 - t.bits) }, xuCost(), t, t)
	default:
		d.unary(findLeading(t, amount), xuCost(), c32, t)
	}
}

// findLeading gives the position of the highest bit that differs from the
// sign, or all ones; with amount, the shift that brings it to the top.
func findLeading(t typ, amount bool) func(a uint64) uint64 {
	return func(a uint64) uint64 {
		if t.kind == kindSigned && int64(t.extend(a)) < 0 {
			a = ^a & t.mask()
		}
		if a == 0 {
			return 0xffffffff
		}
		pos := bits.Len64(a) - 1
		if amount {
			pos = t.bits - 1 - pos
		}
		return uint64(pos)
	}
}
