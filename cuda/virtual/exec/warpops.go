package exec

import (
	"math/bits"

	"ridgeline/cuda/virtual/ptx"
)

// warpBuilder decodes what lanes of a warp do together.
func warpBuilder(opcode string) func(*decoder) {
	switch opcode {
	case "shfl":
		return buildShuffle
	case "vote":
		return buildVote
	case "activemask":
		return buildActiveMask
	case "match":
		return buildMatch
	case "redux":
		return buildReduce
	case "elect":
		return buildElect
	}
	return nil
}

var (
	bits32    = typ{kindBits, 32, 1}
	predicate = typ{kindPred, 1, 1}
)

// together makes an instruction that names its member mask in operand i.
func (d *decoder) together(exec execFunc, i int) *inst {
	in := d.begin(exec)
	in.pure = false
	in.x = &extra{}
	in.m = d.src(i, bits32)
	return in
}

// buildShuffle decodes shfl{.sync}.mode.b32 d|p, a, b, c{, members}.
func buildShuffle(d *decoder) {
	sync := d.mods.has("sync")
	mode := d.mods.one("up", "down", "bfly", "idx")
	d.typeAmong("b32")
	if d.err != nil || !d.args(pick(sync, 5, 4)) {
		return
	}
	if mode == "" {
		d.invalid("needs .up, .down, .bfly or .idx")
		return
	}
	in := d.begin(execShuffle)
	in.pure = false
	in.x = &extra{shuffle: shuffleSource(mode)}
	if sync {
		in.m = d.src(4, bits32)
	}
	if pair, ok := d.operand(0).(*ptx.Pair); ok {
		in.d, in.e = d.destination(pair.First, bits32), d.destination(pair.Second, predicate)
	} else {
		in.d = d.dst(0, bits32)
	}
	in.a, in.b, in.c = d.src(1, bits32), d.src(2, bits32), d.src(3, bits32)
	d.emit(in, lsuCost())
}

// shuffleSource gives the lane to read from, and whether it is in range. c has
// the clamp in its low bits and the segment mask in bits 8 to 12.
func shuffleSource(mode string) func(lane, b, c int) (int, bool) {
	return func(lane, b, c int) (int, bool) {
		b, clamp, segment := b&31, c&31, c>>8&31
		highest := lane&segment | clamp&^segment
		j := 0
		switch mode {
		case "up":
			j = lane - b
			return j, j >= highest
		case "down":
			j = lane + b
		case "bfly":
			j = lane ^ b
		default:
			j = lane&segment | b&^segment
		}
		return j, j <= highest
	}
}

func execShuffle(w *Warp, in *inst) {
	a := w.r32[in.a]
	b, c := &w.r32[in.b], &w.r32[in.c]
	var inRange uint32
	for m := w.mask; m != 0; m &= m - 1 {
		i := firstLane(m) & 31
		j, ok := in.x.shuffle(i, int(b[i]), int(c[i]))
		if !ok {
			j = i
		}
		if w.core.checks.Memory && w.mask>>(j&31)&1 == 0 {
			w.err = w.failed(in, i, "reads lane "+itoa(j)+", which does not take part")
			return
		}
		inRange |= uint32(boolBit(ok)) << i
		w.r32[in.d][i] = a[j&31]
	}
	if in.eClass == classPred {
		w.pred[in.e] = w.pred[in.e]&^w.mask | inRange&w.mask
	}
}

// buildVote decodes vote{.sync}.op.type d, {!}a{, members}.
func buildVote(d *decoder) {
	sync := d.mods.has("sync")
	op := d.mods.one("all", "any", "uni", "ballot")
	t := d.typeAmong("pred", "b32")
	if d.err != nil || !d.args(pick(sync, 3, 2)) {
		return
	}
	if op == "" || (op == "ballot") != (t.kind == kindBits) {
		d.invalid("vote ." + op + " does not go with " + t.String())
		return
	}
	in := d.begin(execVote)
	in.pure = false
	in.x = &extra{vote: votes(op)}
	if sync {
		in.m = d.src(2, bits32)
	}
	in.d = d.dst(0, t)
	in.c, in.cXor = d.predicate(d.operand(1))
	d.emit(in, aluCost(1))
}

// votes makes the result, a lane mask or a number, of the lanes that vote yes
// and of all that vote.
func votes(op string) func(yes, all uint32) uint32 {
	switch op {
	case "all":
		return func(yes, all uint32) uint32 { return -uint32(boolBit(yes == all)) }
	case "any":
		return func(yes, _ uint32) uint32 { return -uint32(boolBit(yes != 0)) }
	case "uni":
		return func(yes, all uint32) uint32 { return -uint32(boolBit(yes == all || yes == 0)) }
	}
	return func(yes, _ uint32) uint32 { return yes }
}

func execVote(w *Warp, in *inst) {
	w.spread(in, in.x.vote((w.pred[in.c]^in.cXor)&w.mask, w.mask))
}

// spread writes one value to all lanes that execute; for a predicate it is the
// mask of the lanes that get a true.
func (w *Warp) spread(in *inst, v uint32) {
	if in.dClass == classPred {
		w.pred[in.d] = w.pred[in.d]&^w.mask | v&w.mask
		return
	}
	for m := w.mask; m != 0; m &= m - 1 {
		w.r32[in.d][firstLane(m)&31] = v
	}
}

func buildActiveMask(d *decoder) {
	d.typeAmong("b32")
	if !d.args(1) {
		return
	}
	in := d.begin(func(w *Warp, in *inst) { w.spread(in, w.mask) })
	in.pure = false
	in.d = d.dst(0, bits32)
	d.emit(in, aluCost(1))
}

// buildMatch decodes match.{any,all}.sync.type d{|p}, a, members.
func buildMatch(d *decoder) {
	op := d.mods.one("any", "all")
	sync := d.mods.has("sync")
	t := d.typeAmong("b32", "b64")
	if d.err != nil || !d.args(3) {
		return
	}
	if op == "" || !sync {
		d.invalid("needs .any or .all, and .sync")
		return
	}
	in := d.together(execMatch, 2)
	in.imm = boolBit(op == "all")
	in.a = d.src(1, t)
	if pair, ok := d.operand(0).(*ptx.Pair); ok && op == "all" {
		in.d, in.e = d.destination(pair.First, bits32), d.destination(pair.Second, predicate)
	} else {
		in.d = d.dst(0, bits32)
	}
	d.emit(in, aluCost(1))
}

func execMatch(w *Warp, in *inst) {
	same := func(lane int) (set uint32) {
		for m := w.mask; m != 0; m &= m - 1 {
			if k := firstLane(m); w.value(in.aClass, in.a, k) == w.value(in.aClass, in.a, lane) {
				set |= 1 << k
			}
		}
		return set
	}
	var d lanes32
	var all uint32
	for m := w.mask; m != 0; m &= m - 1 {
		i := firstLane(m) & 31
		d[i] = same(i)
		if in.imm == 1 && d[i] != w.mask {
			d[i] = 0
		}
		all |= uint32(boolBit(d[i] == w.mask)) << i
	}
	for m := w.mask; m != 0; m &= m - 1 {
		i := firstLane(m) & 31
		w.r32[in.d][i] = d[i]
	}
	if in.eClass == classPred {
		w.pred[in.e] = w.pred[in.e]&^w.mask | all
	}
}

func (d *decoder) needSync() {
	if !d.mods.has("sync") {
		d.invalid("needs .sync")
	}
}

// buildReduce decodes redux.sync.op{.abs}{.NaN}.type d, a, members.
func buildReduce(d *decoder) {
	d.needSync()
	op := d.mods.one("add", "min", "max", "and", "or", "xor")
	var f func(a, b, _ uint64) uint64
	t := d.typeAmong("u32", "s32", "b32", "f32")
	if t.kind == kindFloat {
		f = d.reduceFloats(op)
	} else {
		f = atomicOperation(op, t)
	}
	if d.err != nil || !d.args(3) {
		return
	}
	if f == nil {
		d.invalid("redux ." + op + " does not go with " + t.String())
		return
	}
	in := d.together(execReduce, 2)
	in.x.f3 = f
	in.d, in.a = d.dst(0, t), d.src(1, t)
	d.emit(in, xuCost())
}

// reduceFloats gives the smaller or the larger of two singles, or of their
// magnitudes. A NaN counts only with .NaN.
func (d *decoder) reduceFloats(op string) func(a, b, _ uint64) uint64 {
	abs, propagate := d.mods.has("abs"), d.mods.has("NaN")
	if op != "min" && op != "max" {
		return nil
	}
	keep := pick[uint64](abs, 0x7fffffff, 0xffffffff)
	return func(a, b, _ uint64) uint64 { return minMax32(a&keep, b&keep, op == "max", propagate) }
}

func execReduce(w *Warp, in *inst) {
	first := firstLane(w.mask)
	v := uint64(w.r32[in.a][first&31])
	for m := w.mask & (w.mask - 1); m != 0; m &= m - 1 {
		v = in.x.f3(v, uint64(w.r32[in.a][firstLane(m)&31]), 0)
	}
	w.spread(in, uint32(v))
}

// buildElect decodes elect.sync d|p, members: the lowest lane is elected.
func buildElect(d *decoder) {
	d.needSync()
	pair, ok := d.operand(0).(*ptx.Pair)
	if !ok || !d.args(2) {
		d.invalid("needs the operands d|p, members")
		return
	}
	in := d.together(execElect, 1)
	in.d, in.e = d.destination(pair.First, bits32), d.destination(pair.Second, predicate)
	d.emit(in, aluCost(1))
}

func execElect(w *Warp, in *inst) {
	leader := bits.TrailingZeros32(w.mask)
	w.spread(in, uint32(leader))
	w.pred[in.e] = w.pred[in.e]&^w.mask | 1<<leader
}
