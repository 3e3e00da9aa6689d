package exec

import (
	"ridgeline/cuda"
	"ridgeline/cuda/virtual/ptx"
)

// Device functions are expanded where they are called, routines apart
// (routine.go). Every expansion has registers and labels of its own. Parameters
// and return values lie in a frame that each thread has, where the formal
// parameters of the callee are the actual ones of the caller.

// spaceFrame is the space of call parameters; no access to it is counted, as
// they are registers to the machine.
const spaceFrame = SpaceParam + 1

// codeLimit is how many instructions the expansion of calls may make.
const codeLimit = 1 << 20

// buildCall decodes call{.uni} (ret), function, (args){, prototype}.
func buildCall(d *decoder) {
	d.mods.has("uni")
	c, ok := d.callOperands()
	if !ok {
		return
	}
	if c.function == nil {
		d.callIndirect(c)
		return
	}
	f := c.function
	if b, ok := builtinOf(f.Name); ok && f.Body == nil {
		d.callBuiltin(c, b)
		return
	}
	switch {
	case f.Body == nil:
		d.unsupported("function " + f.Name + " has no body in this module")
	case len(d.code) > codeLimit:
		d.unsupported("the calls expand to too many instructions")
	case len(c.returned) != len(f.Return) || len(c.args) != len(f.Params):
		d.invalid("the call does not match the parameters of " + f.Name)
	}
	switch {
	case d.err != nil:
	case d.routines[f] != nil:
		d.callRoutine(c, d.routines[f])
	case d.bind(f.Return, c.returned) && d.bind(f.Params, c.args):
		d.expand(f, c)
	}
}

// callee is a call taken apart.
type callee struct {
	function       *ptx.Function // nil where a register holds its address
	address        *ptx.Name
	list           *ptx.TargetList // the targets or the prototype of an indirect call
	returned, args []ptx.Operand
}

func (d *decoder) callOperands() (c callee, ok bool) {
	list := d.in.Operands
	if len(list) > 0 {
		if t, isTuple := list[0].(*ptx.Tuple); isTuple {
			c.returned, list = t.Elems, list[1:]
		}
	}
	if len(list) == 0 {
		d.invalid("needs a function")
		return c, false
	}
	n, isName := list[0].(*ptx.Name)
	if !isName {
		d.invalid("the function must be a name")
		return c, false
	}
	if f, isFunction := n.Ref.Decl.(*ptx.Function); isFunction {
		c.function = d.layout.functions.definition(f)
	}
	c.address = n
	for _, o := range list[1:] {
		switch o := o.(type) {
		case *ptx.Tuple:
			c.args = o.Elems
		case *ptx.Name:
			c.list, _ = o.Ref.Decl.(*ptx.TargetList)
		}
	}
	return c, true
}

// bind makes the formal parameters other names of the actual ones.
func (d *decoder) bind(formal []*ptx.Variable, actual []ptx.Operand) bool {
	for i, v := range formal {
		if v.Space == ptx.SpaceReg {
			continue // moved, in expand
		}
		wanted, _ := v.Bytes()
		p, ok := d.actual(actual[i], wanted)
		if !ok {
			return false
		}
		d.places[v] = place{spaceFrame, p.offset}
	}
	return true
}

// actual gives the place of an actual parameter, of at least so many bytes.
func (d *decoder) actual(o ptx.Operand, wanted int64) (stretch, bool) {
	n, ok := o.(*ptx.Name)
	if !ok {
		d.unsupported("an argument that is no .param variable")
		return stretch{}, false
	}
	at, ok := n.Ref.Decl.(*ptx.Variable)
	p, placed := d.places[at]
	if !ok || !placed || p.space != spaceFrame {
		d.unsupported("the argument " + n.Text)
		return stretch{}, false
	}
	given, _ := at.Bytes()
	if wanted > given {
		d.invalid("the argument " + n.Text + " is smaller than the parameter")
		return stretch{}, false
	}
	return stretch{p.offset, wanted}, true
}

// expand decodes the body of a function in place of the call. Parameters that
// are registers are moved there and back.
func (d *decoder) expand(f *ptx.Function, c callee) {
	call := d.in
	given := d.registerParameters(f.Params, c.args, d.source)
	wanted := d.registerParameters(f.Return, c.returned, d.destination)
	after := &ptx.Label{Name: "after " + call.Text, Pos: call.Pos}
	in := d.begin(execNothing)
	caller := d.scope
	d.scope = newScope(len(d.code), after)
	if in.guarded {
		in.guardXor = ^in.guardXor
		in.control, in.x = controlBranch, &extra{label: after}
	}
	d.emit(in, branchCost())
	source := d.sourceLine
	d.in = &ptx.Instruction{Opcode: "mov", Text: call.Text, Pos: call.Pos}
	for _, p := range given {
		d.moveRegister(d.inside(p), p.actual)
	}
	d.body(f.Body)
	results := make([]int32, len(wanted))
	for i, p := range wanted {
		results[i] = d.inside(p)
	}
	d.sourceLine = source
	d.scope.labels[after] = len(d.code)
	d.resolveLabels()
	d.scope = caller
	d.in = call
	for i, p := range wanted {
		d.moveRegister(p.actual, results[i])
	}
}

// registerParameter is a parameter that is a register, and the register that the
// caller passes or takes.
type registerParameter struct {
	formal *ptx.Variable
	actual int32
}

func (d *decoder) registerParameters(formal []*ptx.Variable, actual []ptx.Operand, slot func(ptx.Operand, typ) int32) (all []registerParameter) {
	for i, v := range formal {
		if t, ok := parseType(v.Type); ok && v.Space == ptx.SpaceReg {
			all = append(all, registerParameter{v, slot(actual[i], t)})
		}
	}
	return all
}

// inside gives the register of the callee's own.
func (d *decoder) inside(p registerParameter) int32 {
	return d.register(ptx.Ref{Decl: p.formal}, p.formal.Name, classNone)
}

// moveRegister emits a move, with the guard of the instruction in hand.
func (d *decoder) moveRegister(to, from int32) {
	if d.err == nil && d.values[to].class != d.values[from].class {
		d.invalid("a parameter has another size than its register")
	}
	exec := map[class]execFunc{class32: execMove32, class64: execMove64, classPred: execMovePred}[d.values[to].class]
	in := d.begin(exec)
	in.d, in.a = to, from
	d.emit(in, cost{})
}

// scope is what one expansion of a function has of its own.
type scope struct {
	byRef  map[ptx.Ref]int32
	labels map[ptx.Declaration]int // index of the instruction after the label
	start  int                     // of its code
	after  *ptx.Label              // where ret goes; nil in a kernel and in a routine
}

func newScope(start int, after *ptx.Label) *scope {
	return &scope{byRef: map[ptx.Ref]int32{}, labels: map[ptx.Declaration]int{}, start: start, after: after}
}

// resolveLabels gives the branches of the scope in hand the instructions that
// they go to.
func (d *decoder) resolveLabels() {
	for _, at := range d.scope.labels {
		d.targets[at] = true
	}
	find := func(in *inst, label ptx.Declaration) int {
		at, ok := d.scope.labels[label]
		if !ok {
			d.failAt(ptx.Pos{Line: in.meta.Line}, cuda.InvalidImage, in.meta.Text+": the label is not in this function")
		}
		return at
	}
	for i := d.scope.start; i < len(d.code); i++ {
		in := &d.code[i]
		if in.x == nil {
			continue
		}
		if in.x.label != nil {
			in.x.to = append(in.x.to, find(in, in.x.label))
			in.x.label = nil
		}
		for _, l := range in.x.labels {
			in.x.to = append(in.x.to, find(in, l))
		}
		in.x.labels = nil
	}
}

// accessFrame moves call parameters.
func (w *Warp) accessFrame(in *inst, m uint32) {
	r := w.frameRegion()
	for ; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		w.transfer(in, &r, w.address[lane], lane)
	}
}

// frameRegion is the call parameters of the lanes.
func (w *Warp) frameRegion() region {
	if w.frame == nil {
		w.frame = make([]uint32, (w.prog.frameBytes+3)/4*warpLanes)
	}
	return region{words: w.frame, stride: warpLanes, step: 1}
}
