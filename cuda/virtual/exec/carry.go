package exec

import "math/bits"

// The condition code is a predicate register that no kernel can name. Its bit
// is the carry out of an addition; a subtraction is the addition of the
// complement and 1, so that the bit is 1 where nothing was borrowed. That is
// what the machine keeps, and what compilers rely on when they mix the two.

// conditionCode gives the register of the condition code.
func (d *decoder) conditionCode() int32 {
	if d.carry == 0 {
		d.carry = d.scratch(classPred, 1)
	}
	return d.carry
}

func buildAddCarry(d *decoder) {
	sub := d.in.Opcode == "subc"
	out := d.mods.has("cc")
	d.carryAdd(d.typeAmong("u32", "s32", "u64", "s64"), sub, true, out)
}

// carryAdd emits an addition that takes, or gives, the carry.
func (d *decoder) carryAdd(t typ, sub, takes, gives bool) {
	if !d.args(3) {
		return
	}
	in := d.begin(pick(t.bits == 64, execAddCarry64, execAddCarry32))
	in.x = &extra{invert: pick(sub, allLanes, 0)}
	in.d, in.a, in.b = d.dst(0, t), d.src(1, t), d.src(2, t)
	d.carries(in, sub, takes, gives)
	d.emit(in, addCost(t))
}

// carries connects the condition code: operand c is the carry in.
func (d *decoder) carries(in *inst, sub, takes, gives bool) {
	in.c = d.constant(classPred, boolBit(sub), "")
	if takes {
		in.c = d.conditionCode()
	}
	if gives {
		in.e = d.conditionCode()
	}
}

func execAddCarry32(w *Warp, in *inst) {
	d, a, b, carry := &w.r32[in.d], &w.r32[in.a], &w.r32[in.b], w.pred[in.c]
	var out uint32
	for i := range d {
		sum, c := bits.Add32(a[i], b[i]^in.x.invert, carry>>i&1)
		d[i] = sum
		out |= c << i
	}
	w.setCarry(in, out)
}

func execAddCarry64(w *Warp, in *inst) {
	d, a, b, carry := &w.r64[in.d], &w.r64[in.a], &w.r64[in.b], w.pred[in.c]
	flip := uint64(int64(int32(in.x.invert)))
	var out uint32
	for i := range d {
		sum, c := bits.Add64(a[i], b[i]^flip, uint64(carry>>i&1))
		d[i] = sum
		out |= uint32(c) << i
	}
	w.setCarry(in, out)
}

func (w *Warp) setCarry(in *inst, out uint32) {
	if in.eClass == classPred {
		w.pred[in.e] = out
	}
}

func buildMultiplyAddCarry(d *decoder) {
	part := d.mods.one("lo", "hi")
	gives := d.mods.has("cc")
	if part == "" {
		d.invalid("needs .lo or .hi")
		return
	}
	d.carryMad(d.typeAmong("u32", "s32", "u64", "s64"), part == "hi", true, gives)
}

// carryMad emits a multiplication into a register of its own and the addition
// with carry, as the machine has no instruction that does both at once.
func (d *decoder) carryMad(t typ, hi, takes, gives bool) {
	if !d.args(4) {
		return
	}
	product := d.begin(execBinary)
	low := func(a, b uint64) uint64 { return a * b & t.mask() }
	product.x = &extra{f2: pick(hi, mulHi(t), low)}
	product.d, product.a, product.b = d.scratch(t.class(), t.bits), d.src(1, t), d.src(2, t)
	sum := d.begin(pick(t.bits == 64, execAddCarry64, execAddCarry32))
	sum.x = &extra{}
	sum.d, sum.a, sum.b = d.dst(0, t), product.d, d.src(3, t)
	d.carries(sum, false, takes, gives)
	c := multiplyCost(t, false, 1)
	c.hidden = true
	d.emit(product, c)
	d.emit(sum, addCost(t))
}
