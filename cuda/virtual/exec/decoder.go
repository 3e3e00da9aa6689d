package exec

import (
	"slices"
	"strings"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/ptx"
)

// decoder makes a program of a kernel's tree. The first error sticks and makes
// the rest of the work idle.
type decoder struct {
	layout *moduleLayout
	kernel string
	err    error

	in   *ptx.Instruction // in hand
	mods modifiers

	code    []inst
	costs   []cost
	values  []value // virtual registers; 0 is none
	scope   *scope
	targets map[int]bool // instructions that branches go to
	byBits  map[constant]int32
	places  map[*ptx.Variable]place
	// partDecls are the declarations of the parts of registers.
	partDecls map[part]*ptx.Variable
	carry     int32 // the condition code, once it is used
	// loading are the registers that loads of tensor memory write at the next wait.
	loading []int32
	// groupSums are the registers of all sums of wgmma, and groupWaits what waits for them.
	groupSums  []int32
	groupWaits []*extra

	routines   map[*ptx.Function]*routine
	routine    *routine // being decoded; nil is the kernel
	entry      int      // where the kernel's code begins
	stack      bool     // local memory grows as the kernel runs
	heap       bool     // it allocates memory
	timed      bool     // it reads a clock
	whole      bool     // markIdle cannot follow its values
	gridWork   bool     // it may synchronise the grid
	sourceLine string   // "file:line" of the last .loc

	sharedEnd, localEnd int64
	frameEnd            int64
	paramBytes          int
}

// value is a virtual register or a constant.
type value struct {
	class    class
	bits     int
	constant bool
	content  uint64
	symbol   string // whose address is added to content at Bind
}

// constant identifies an equal constant.
type constant struct {
	class   class
	content uint64
	symbol  string
}

func newDecoder(layout *moduleLayout, f *ptx.Function) *decoder {
	return &decoder{
		layout: layout, kernel: f.Name,
		scope: newScope(0, nil), targets: map[int]bool{}, values: make([]value, 1),
		byBits: map[constant]int32{}, places: map[*ptx.Variable]place{}, partDecls: map[part]*ptx.Variable{}, routines: map[*ptx.Function]*routine{},
	}
}

// failAt notes an error at a place of the text.
func (d *decoder) failAt(pos ptx.Pos, k cuda.Kind, detail string) {
	if d.err == nil {
		d.err = &cuda.Error{Op: "Load", Kind: k, Module: d.layout.file, Kernel: d.kernel, Line: pos.Line, Detail: detail}
	}
}

// fail notes an error of the instruction in hand.
func (d *decoder) fail(k cuda.Kind, detail string) {
	d.failAt(d.in.Pos, k, d.in.Text+": "+detail)
}

func (d *decoder) invalid(detail string)     { d.fail(cuda.InvalidImage, detail) }
func (d *decoder) unsupported(detail string) { d.fail(cuda.Unsupported, detail) }

// body decodes a block of statements.
func (d *decoder) body(b *ptx.Block) {
	for _, s := range b.Statements {
		if d.err != nil {
			return
		}
		switch s := s.(type) {
		case *ptx.Block:
			d.body(s)
		case *ptx.Label:
			d.scope.labels[s] = len(d.code)
		case *ptx.Directive:
			d.location(s)
		case *ptx.Instruction:
			d.instruction(s)
		}
	}
}

// location takes the source line that a .loc tells of what follows.
func (d *decoder) location(dir *ptx.Directive) {
	if dir.Name == "loc" && len(dir.Args) > 1 {
		d.sourceLine = d.layout.sources[dir.Args[0]] + ":" + dir.Args[1]
	}
}

// instruction decodes one instruction.
func (d *decoder) instruction(in *ptx.Instruction) {
	d.in = d.splitRegisters(in)
	d.mods = modifiers{list: slices.Clone(in.Modifiers)}
	build := builderOf(in.Opcode)
	if build == nil {
		if knownOpcode(in.Opcode) {
			d.unsupported("the virtual GPU does not execute " + in.Opcode + " yet")
		} else {
			d.invalid("there is no instruction " + in.Opcode)
		}
		return
	}
	build(d)
	if d.err == nil && !d.mods.done() {
		d.leftover()
	}
}

// leftover reports a modifier that no form of the instruction took.
func (d *decoder) leftover() {
	name := d.mods.next()
	if knownModifier(name) {
		d.unsupported("the virtual GPU does not execute the form with ." + name)
	} else {
		d.invalid("modifier ." + name + " does not belong here")
	}
}

// builderOf gives the function that decodes an opcode.
func builderOf(opcode string) func(*decoder) {
	for _, family := range [...]func(string) func(*decoder){
		integerBuilder, bitBuilder, floatBuilder, compareBuilder, moveBuilder, convertBuilder,
		memoryBuilder, atomicBuilder, warpBuilder, controlBuilder, tensorBuilder, tensorMemoryBuilder, groupBuilder, matrixBuilder, asyncBuilder,
		hintBuilder, clusterBuilder, stackBuilder, mbarrierBuilder,
	} {
		if b := family(opcode); b != nil {
			return b
		}
	}
	return nil
}

// begin makes an instruction with the guard of the one in hand.
func (d *decoder) begin(exec execFunc) *inst {
	in := &inst{exec: exec, pure: true, meta: d.meta()}
	if g := d.in.Guard; g != nil {
		in.g, in.guarded = d.register(g.Ref, g.Register, classPred), true
		if g.Negated {
			in.guardXor = allLanes
		}
	}
	return in
}

func (d *decoder) meta() *Meta {
	op := strings.Join(append([]string{d.in.Opcode}, d.in.Modifiers...), ".")
	return &Meta{Line: d.in.Pos.Line, Source: d.sourceLine, Text: d.in.Text, Op: op}
}

// emit appends an instruction.
func (d *decoder) emit(in *inst, c cost) {
	in.index = int32(len(d.code))
	in.meta.Pipe, in.meta.Issues = c.pipe, int(c.issues)
	in.meta.Integers = c.pipe == PipeFMA && (c.path == pathInt32 || c.path == pathDP4A)
	if c.pipe == PipeTensor && c.path != pathNone {
		in.meta.TensorFLOPs, in.meta.TensorPath = int(c.ops)*warpLanes, c.path.String()
	}
	d.code = append(d.code, *in)
	d.costs = append(d.costs, c)
}
