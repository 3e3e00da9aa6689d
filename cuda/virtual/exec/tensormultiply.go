package exec

import (
	"ridgeline/cuda/arch"
	"ridgeline/cuda/virtual/ptx"
)

// tensorMultiplyForm is a tcgen05.mma as it is written. Its registers are those that
// the instruction touches, in the order of multiplyOperand.
type tensorMultiplyForm struct {
	kind       *tensorKind
	offsets    [multiplyOperands]uint64 // of those that are addresses
	fromTensor bool                     // A lies in tensor memory
	shrink     int                      // D counts 2^-shrink
}

// multiplyOperand is an operand of a tcgen05.mma in a register; behind them stand the
// words of the mask of lanes.
type multiplyOperand int

const (
	multiplyD multiplyOperand = iota
	multiplyA
	multiplyB
	multiplyShape
	multiplyScaleA
	multiplyScaleB
	multiplyOperands
)

// buildTensorMultiply decodes tcgen05.mma.cta_group::1.kind{.block_scale{.vector}}
// {.collector} [d], a, b, instruction{, [scales of a], [scales of b]}{, disabled
// lanes}, accumulate{, shrink}.
func buildTensorMultiply(d *decoder) {
	if d.mods.holds("sp", "ws", "ashift") {
		d.unsupported("the virtual GPU does not execute tcgen05.mma with .sp, .ws or .ashift")
		return
	}
	name := d.mods.one("kind::f16", "kind::tf32", "kind::f8f6f4", "kind::i8", "kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4")
	scaled := d.mods.has("block_scale")
	vector := d.mods.one("scale_vec::1X", "scale_vec::2X", "scale_vec::4X", "block16", "block32")
	d.mods.one("collector::a::fill", "collector::a::use", "collector::a::lastuse", "collector::a::discard")
	kind := tensorKindOf(name, vector)
	if kind == nil || (kind.scale != nil) != scaled {
		d.invalid("there is no such kind of tcgen05.mma")
		return
	}
	f := &tensorMultiplyForm{kind: kind}
	d.emitTensorMultiply(f)
}

func (d *decoder) emitTensorMultiply(f *tensorMultiplyForm) {
	operands, next := len(d.in.Operands), 4
	least := pick(f.kind.scale != nil, 7, 5)
	if operands < least || operands > least+pick(f.kind.scale != nil, 0, 2) {
		d.invalid("has the wrong number of operands")
		return
	}
	in := d.begin(execTensorMultiply)
	in.pure = false
	in.x = &extra{tensorMultiply: f}
	regs := make([]int32, multiplyOperands)
	address := func(o multiplyOperand, i int) { regs[o], f.offsets[o] = d.tensorAddress(i) }
	address(multiplyD, 0)
	if _, f.fromTensor = d.operand(1).(*ptx.Address); f.fromTensor {
		address(multiplyA, 1)
	} else {
		regs[multiplyA] = d.src(1, bits64)
	}
	regs[multiplyB], regs[multiplyShape] = d.src(2, bits64), d.src(3, bits32)
	if f.kind.scale != nil {
		address(multiplyScaleA, 4)
		address(multiplyScaleB, 5)
		next = 6
	} else if v, ok := d.operand(4).(*ptx.Vector); ok {
		regs = append(regs, d.disabledLanes(v)...)
		next = 5
	}
	in.c, in.cXor = d.predicate(d.operand(next))
	if next++; next < operands {
		n, ok := d.constantOperand(next)
		if !ok || n > 15 || f.kind.name != "kind::f16" && f.kind.name != "kind::tf32" {
			d.invalid("D is scaled by a constant up to 15, with .kind::f16 and .kind::tf32 alone")
		}
		f.shrink = int(n)
	}
	in.x.touched = regs
	d.emit(in, cost{pipe: PipeTensor, issues: 1})
}

func (d *decoder) disabledLanes(v *ptx.Vector) (regs []int32) {
	if len(v.Elems) != tensorLanes/32 {
		d.invalid("the mask of the lanes has 4 words")
	}
	for _, o := range v.Elems {
		regs = append(regs, d.source(o, bits32))
	}
	return regs
}

// tensorMultiply is a tcgen05.mma that has been issued.
type tensorMultiply struct {
	tensorShape
	w                    *Warp
	a, b                 matrixDescriptor
	fromTensor           bool
	leftLane, leftColumn int
	scaleColA, scaleColB int
	accumulate           bool
	shrink               int
	way                  string         // of package arch
	to                   tensorTarget   // D
	firstLine            int            // of A that counts
	leftWords            []uint32       // A where registers hold it; nil elsewhere
	product              *tensorProduct // of its operands, once they have been read
}

func execTensorMultiply(w *Warp, in *inst) {
	for m := w.mask; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		k, problem := w.readMultiply(in, lane)
		if problem != "" {
			w.err = w.failed(in, lane, problem)
			return
		}
		w.issueTensor(k.work(in, lane))
		if w.err != nil {
			return
		}
		w.countMultiply(in, k)
	}
}

// readMultiply reads the operands of one lane.
func (w *Warp) readMultiply(in *inst, lane int) (k *tensorMultiply, problem string) {
	f, regs := in.x.tensorMultiply, in.x.touched
	k = &tensorMultiply{w: w, fromTensor: f.fromTensor, shrink: f.shrink, way: arch.TCGen05}
	if k.tensorShape, problem = f.kind.shape(w.r32[regs[multiplyShape]][lane]); problem != "" {
		return nil, problem
	}
	place := func(o multiplyOperand) (lanes, column int) {
		return splitTensorAddress(w.r32[regs[o]][lane] + uint32(f.offsets[o]))
	}
	k.accumulate = (w.pred[in.c]^in.cXor)>>lane&1 != 0
	d := tensorPlace{memory: w.block.tensorMemory()}
	d.lane, d.column = place(multiplyD)
	if f.fromTensor {
		k.leftLane, k.leftColumn = place(multiplyA)
	} else if k.a, problem = descriptorOf(w.r64[regs[multiplyA]][lane]); problem != "" {
		return nil, problem
	}
	if k.b, problem = descriptorOf(w.r64[regs[multiplyB]][lane]); problem != "" {
		return nil, problem
	}
	if k.scale != nil {
		_, k.scaleColA = place(multiplyScaleA)
		_, k.scaleColB = place(multiplyScaleB)
	}
	for i, r := range regs[multiplyOperands:] {
		d.disabled[i] = w.r32[r][lane]
	}
	k.to = d
	return k, k.misplaced(d.lane)
}

// misplaced says that D or A begin in a lane where they cannot.
func (k *tensorMultiply) misplaced(lane int) string {
	right := lane == 0 || k.m == 64 && lane == 16
	switch {
	case !right:
		return "D cannot begin in lane " + itoa(lane)
	case k.fromTensor && k.leftLane != lane:
		return "A must begin in the lane of D"
	case k.fromTensor && k.acrossA:
		return "A in tensor memory is not transposed"
	}
	return ""
}

// work is what goes into the queue.
func (k *tensorMultiply) work(in *inst, lane int) *tensorWork {
	return &tensorWork{w: k.w, in: in, lane: lane, writes: k.area(), reads: k.reads(), multiply: k}
}

// area is the columns of D in tensor memory, and reads those of what else lies there.
func (k *tensorMultiply) area() tensorArea {
	if d, ok := k.to.(tensorPlace); ok {
		return tensorArea{d.column, k.n}
	}
	return tensorArea{}
}

func (k *tensorMultiply) reads() (all []tensorArea) {
	if k.fromTensor {
		all = append(all, tensorArea{k.leftColumn, lineWords})
	}
	if k.scale != nil {
		all = append(all, tensorArea{k.scaleColA, scaleColumns(k.m)}, tensorArea{k.scaleColB, scaleColumns(k.n)})
	}
	return all
}

// form is that of one piece of the product, 16 by 8.
func (k *tensorMultiply) form() *tensorForm {
	c := k.w.core
	for _, f := range c.pieces {
		if f.element == k.left && f.elementB == k.right && f.halfD == k.half && f.scale == k.scale && f.way == k.way {
			return f
		}
	}
	f := newTensorForm(16, 8, k.k, k.left, k.half, k.half)
	f.elementB, f.scale, f.way = k.right, k.scale, k.way
	c.pieces = append(c.pieces, f)
	return f
}

// countMultiply counts what an mma does, and what it reads of shared memory.
func (w *Warp) countMultiply(in *inst, k *tensorMultiply) {
	flops := 2 * k.m * k.n * k.k
	p := k.form().path()
	w.core.operate(in, p, uint64(flops))
	lines := k.n
	if !k.fromTensor {
		lines += k.m
	}
	bytes := lines * operandBytes
	w.core.countMatrix(in, bytes)
	w.work = TensorWork{Path: p.String(), FLOPs: flops * tensorLanes / k.m, SharedBytes: bytes}
}

// place is where A or B lies.
func (k *tensorMultiply) place(left bool) operandPlace {
	p := operandPlace{at: k.b, key: k.key(left), across: k.acrossB, scales: k.scaleColB, fromByte: k.scaleB}
	if left {
		p.at, p.first, p.across, p.scales, p.fromByte = k.a, k.firstLine, k.acrossA, k.scaleColA, k.scaleA
	}
	return p
}

// key is how A or B is decoded.
func (k *tensorMultiply) key(left bool) operandKey {
	key := operandKey{element: k.right, lines: k.n, k: k.k, tile: 8}
	if left {
		key.element, key.lines, key.tile = k.left, k.m, 16
	}
	if s := k.scale; s != nil {
		key.blocks, key.fourths = s.blocks, s.fourths
	}
	return key
}

// operand reads and decodes A or B.
func (k *tensorMultiply) operand(left bool) (o *tensorOperand, problem string) {
	t, p := k.w.block.tensor, k.place(left)
	var words []uint32
	switch {
	case left && k.leftWords != nil:
		words = k.leftWords
	case left && k.fromTensor:
		words, problem = t.matrixColumns(k.leftLane, k.leftColumn, k.m)
	default:
		words, problem = k.w.matrixBytes(p)
	}
	if problem != "" {
		return nil, problem
	}
	if k.scale != nil {
		scales, problem := t.scaleWords(p.scales, p.key.lines, p.fromByte, k.scale.blocks)
		if problem != "" {
			return nil, problem
		}
		words = append(words, scales...)
	}
	return k.w.core.operands.operand(p.key, words), ""
}
