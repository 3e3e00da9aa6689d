package exec

// An mbarrier is a word of 64 bits in shared memory (PTX ISA, "mbarrier"). What
// is in it is ours to say: from the low end, the arrivals that a phase expects,
// those still pending (20 bits each), the bytes that are awaited (22 bits, in
// two's complement), and the parity of the phase in the highest bit.
type mbarrier struct {
	expected, pending uint64
	bytes             int64
	parity            uint64
}

const (
	arrivalBits = 20
	arrivalMask = 1<<arrivalBits - 1
	bytesBits   = 22
	bytesLimit  = 1<<20 - 1 // of the count, either way
)

func unpackMbarrier(v uint64) mbarrier {
	return mbarrier{v & arrivalMask, v >> arrivalBits & arrivalMask,
		int64(v<<(64-2*arrivalBits-bytesBits)) >> (64 - bytesBits), v >> 63}
}

func (b mbarrier) pack() uint64 {
	return b.expected | b.pending<<arrivalBits | uint64(b.bytes)&(1<<bytesBits-1)<<(2*arrivalBits) | b.parity<<63
}

// settle ends the phase if nothing is pending.
func (b *mbarrier) settle() {
	if b.pending == 0 && b.bytes == 0 {
		b.pending, b.parity = b.expected, b.parity^1
	}
}

// mbarrierForm is what an mbarrier instruction does to the barrier for one lane.
// It gives the result, or says what is wrong.
type mbarrierForm func(b *mbarrier, amount uint64) (result uint64, problem string)

func mbarrierBuilder(opcode string) func(*decoder) {
	if opcode == "mbarrier" {
		return buildMbarrier
	}
	return nil
}

// buildMbarrier decodes mbarrier.op{.sem.scope}{.shared}.b64.
func buildMbarrier(d *decoder) {
	op := d.mods.one("init", "inval", "arrive", "arrive_drop", "test_wait", "try_wait", "pending_count")
	variant := d.mods.one("expect_tx", "complete_tx", "noComplete", "parity")
	if op == "" {
		op, variant = variant, ""
	}
	order, scope := d.mods.one("release", "acquire", "relaxed"), d.mods.one("cta", "cluster")
	if (order == "") != (scope == "") {
		d.invalid("an order and a scope need each other")
	}
	s := d.spaceModifier()
	d.typeAmong("b64")
	switch {
	case d.err != nil:
	case s != SpaceNone && s != SpaceShared:
		d.invalid("an mbarrier lies in shared memory")
	case op == "pending_count":
		d.unary(func(a uint64) uint64 { return unpackMbarrier(a).pending }, aluCost(1), bits32, bits64)
	case op == "test_wait" || op == "try_wait":
		d.mbarrierWait(s, op == "try_wait", variant == "parity")
	default:
		d.mbarrierUpdate(s, op, variant)
	}
}

var bits64 = typ{kindBits, 64, 1}

// mbarrierAt begins an instruction whose operand i is the address of a barrier.
func (d *decoder) mbarrierAt(exec execFunc, s Space, i int) *inst {
	d.whole = true
	in := d.begin(exec)
	in.pure = false
	in.x = &extra{memory: &memoryForm{space: s, element: bits64, count: 1, bytes: 8, store: true, atomic: true}}
	d.address(in, d.operand(i), s)
	if d.err == nil && s == SpaceNone && in.x.memory.narrow {
		d.invalid("a generic address has 64 bits")
	}
	return in
}

// mbarrierUpdate decodes what changes the barrier.
func (d *decoder) mbarrierUpdate(s Space, op, variant string) {
	form := mbarrierForms(op, variant)
	if form == nil {
		d.invalid("there is no such form of mbarrier")
		return
	}
	gives := op == "arrive" || op == "arrive_drop"
	at := pick(gives, 1, 0)
	n := len(d.in.Operands) - at
	most, least := 2, 2
	switch {
	case op == "inval":
		most, least = 1, 1
	case gives && variant == "":
		least = 1
	}
	if n < least || n > most {
		d.invalid("has the wrong number of operands")
		return
	}
	in := d.mbarrierAt(execMbarrier, s, at)
	in.x.mbarrier = form
	if gives {
		in.d = d.dst(0, bits64)
	}
	in.b = d.constant(class32, 1, "")
	if n == 2 {
		in.b = d.src(at+1, bits32)
	}
	d.emit(in, lsuCost())
}

func mbarrierForms(op, variant string) mbarrierForm {
	switch op + "." + variant {
	case "init.":
		return initMbarrier
	case "inval.":
		return func(b *mbarrier, _ uint64) (uint64, string) { *b = mbarrier{}; return 0, "" }
	case "expect_tx.":
		return func(b *mbarrier, n uint64) (uint64, string) { return 0, b.await(int64(n)) }
	case "complete_tx.":
		return func(b *mbarrier, n uint64) (uint64, string) { return 0, b.complete(int64(n)) }
	case "arrive.", "arrive.noComplete":
		return (*mbarrier).arrive
	case "arrive.expect_tx":
		return func(b *mbarrier, n uint64) (uint64, string) {
			if problem := b.await(int64(n)); problem != "" {
				return 0, problem
			}
			return b.arrive(1)
		}
	case "arrive_drop.", "arrive_drop.noComplete":
		return (*mbarrier).drop
	case "arrive_drop.expect_tx":
		return func(b *mbarrier, n uint64) (uint64, string) {
			if problem := b.await(int64(n)); problem != "" {
				return 0, problem
			}
			return b.drop(1)
		}
	}
	return nil
}

func initMbarrier(b *mbarrier, count uint64) (uint64, string) {
	if count == 0 || count > arrivalMask {
		return 0, itoa(int(count)) + " arrivals are out of range"
	}
	*b = mbarrier{expected: count, pending: count}
	return 0, ""
}

// await adds to the bytes that the phase waits for.
func (b *mbarrier) await(n int64) string {
	b.bytes += n
	if b.bytes > bytesLimit || b.bytes < -bytesLimit {
		return "more than " + itoa(bytesLimit) + " bytes are awaited"
	}
	return ""
}

// complete takes bytes off that have come.
func (b *mbarrier) complete(n int64) string {
	problem := b.await(-n)
	b.settle()
	return problem
}

// arrive counts arrivals, and gives the barrier as it was.
func (b *mbarrier) arrive(count uint64) (uint64, string) {
	before := b.pack()
	if b.expected == 0 {
		return 0, "there is no mbarrier"
	}
	if count == 0 || count > b.pending {
		return 0, itoa(int(count)) + " arrivals, but the phase expects " + itoa(int(b.pending)) + " more"
	}
	b.pending -= count
	b.settle()
	return before, ""
}

// drop arrives, and is expected no more in the phases that follow.
func (b *mbarrier) drop(count uint64) (uint64, string) {
	if count > b.expected {
		return 0, itoa(int(count)) + " arrivals dropped of " + itoa(int(b.expected))
	}
	b.expected -= count
	if b.expected == 0 {
		before := b.pack()
		b.pending -= min(count, b.pending)
		b.settle()
		return before, ""
	}
	return b.arrive(count)
}

// mbarrierWait decodes {test_wait,try_wait}{.parity} p, [a], phase{, time}. Both
// answer at once; a loop around them lets the other warps go on.
func (d *decoder) mbarrierWait(s Space, try, parity bool) {
	n := len(d.in.Operands)
	if n != 3 && (!try || n != 4) {
		d.invalid("has the wrong number of operands")
		return
	}
	in := d.mbarrierAt(execMbarrierWait, s, 1)
	in.d = d.dst(0, predicate)
	in.x.shift = pick[uint8](parity, 0, 63)
	in.b = d.src(2, pick(parity, bits32, bits64))
	if n == 4 {
		in.h = d.src(3, bits32)
	}
	d.emit(in, lsuCost())
}

// mbarrierWord gives the two words of a lane's barrier, or nil and an error.
func (w *Warp) mbarrierWord(in *inst, lane int) *uint64 {
	at := w.sharedAddress(in, lane)
	if w.err != nil {
		return nil
	}
	return wide(w.block.shared, at/4)
}

func execMbarrier(w *Warp, in *inst) {
	w.addresses(in)
	for m := w.mask; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		word := w.mbarrierWord(in, lane)
		if word == nil {
			return
		}
		b := unpackMbarrier(*word)
		result, problem := in.x.mbarrier(&b, w.value(in.bClass, in.b, lane))
		if problem != "" {
			w.err = w.failed(in, lane, problem)
			return
		}
		*word = b.pack()
		w.block.shadow.mark(w.address[lane], 8)
		w.setValue(in.dClass, in.d, lane, result)
	}
}

// execMbarrierWait tells whether a phase is over. What was copied for the barrier
// arrives now.
func execMbarrierWait(w *Warp, in *inst) {
	w.addresses(in)
	var over uint32
	for m := w.mask; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		word := w.mbarrierWord(in, lane)
		if word == nil {
			return
		}
		phase := w.value(in.bClass, in.b, lane) >> in.x.shift & 1
		w.block.arriveBulk(word, uint32(w.address[lane]), phase)
		if w.err = w.block.finishTensor(word, uint32(w.address[lane]), phase); w.err != nil {
			return
		}
		over |= uint32(boolBit(unpackMbarrier(*word).parity != phase)) << lane
	}
	w.pred[in.d] = w.pred[in.d]&^w.mask | over&w.mask
	if over == 0 {
		w.turns = max(w.turns, turnLimit-1) // who waits gives way when it asks again
		return
	}
	w.work = TensorWork{Wait: true, Barrier: uint32(w.address[firstLane(over)])}
}
