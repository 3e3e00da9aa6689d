package exec

import (
	"slices"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/ptx"
)

// Device functions are expanded where they are called. Every expansion has
// registers and labels of its own. Parameters and return values lie in a frame
// that each thread has, where the formal parameters of the callee are the
// actual ones of the caller.

// spaceFrame is the space of call parameters; no access to it is counted, as
// they are registers to the machine.
const spaceFrame = SpaceParam + 1

// codeLimit is how many instructions the expansion of calls may make.
const codeLimit = 1 << 20

// buildCall decodes call{.uni} (ret), function, (args).
func buildCall(d *decoder) {
	d.mods.has("uni")
	returned, f, args, ok := d.callOperands()
	if !ok {
		return
	}
	switch {
	case f.Body == nil:
		d.unsupported("function " + f.Name + " has no body in this module")
	case slices.Contains(d.calls, f):
		d.unsupported("function " + f.Name + " calls itself")
	case len(d.code) > codeLimit:
		d.unsupported("the calls expand to too many instructions")
	case len(returned) != len(f.Return) || len(args) != len(f.Params):
		d.invalid("the call does not match the parameters of " + f.Name)
	}
	if d.err != nil || !d.bind(f.Return, returned) || !d.bind(f.Params, args) {
		return
	}
	d.expand(f)
}

// callOperands takes the operands of a direct call apart.
func (d *decoder) callOperands() (returned []ptx.Operand, f *ptx.Function, args []ptx.Operand, ok bool) {
	list := d.in.Operands
	if len(list) > 0 {
		if t, isTuple := list[0].(*ptx.Tuple); isTuple {
			returned, list = t.Elems, list[1:]
		}
	}
	if len(list) == 0 {
		d.invalid("needs a function")
		return nil, nil, nil, false
	}
	n, isName := list[0].(*ptx.Name)
	if isName {
		f, isName = n.Ref.Decl.(*ptx.Function)
	}
	if !isName {
		d.unsupported("an indirect call")
		return nil, nil, nil, false
	}
	if len(list) > 1 {
		if t, isTuple := list[1].(*ptx.Tuple); isTuple {
			args = t.Elems
		}
	}
	return returned, f, args, true
}

// bind makes the formal parameters other names of the actual ones.
func (d *decoder) bind(formal []*ptx.Variable, actual []ptx.Operand) bool {
	for i, v := range formal {
		n, ok := actual[i].(*ptx.Name)
		if !ok || v.Space != ptx.SpaceParam {
			d.unsupported("a parameter that is no .param variable")
			return false
		}
		at, ok := n.Ref.Decl.(*ptx.Variable)
		p, placed := d.places[at]
		if !ok || !placed || p.space != spaceFrame {
			d.unsupported("the argument " + n.Text)
			return false
		}
		given, _ := at.Bytes()
		if wanted, _ := v.Bytes(); wanted > given {
			d.invalid("the argument " + n.Text + " is smaller than the parameter " + v.Name)
			return false
		}
		d.places[v] = p
	}
	return true
}

// expand decodes the body of a function in place of the call.
func (d *decoder) expand(f *ptx.Function) {
	call := d.in
	after := &ptx.Label{Name: "after " + call.Text, Pos: call.Pos}
	in := d.begin(execNothing)
	caller := d.scope
	d.scope = newScope(len(d.code), after)
	if in.guarded {
		in.guardXor = ^in.guardXor
		in.control, in.x = controlBranch, &extra{label: after}
	}
	d.emit(in, branchCost())
	d.calls = append(d.calls, f)
	d.body(f.Body)
	d.calls = d.calls[:len(d.calls)-1]
	d.scope.labels[after] = len(d.code)
	d.resolveLabels()
	d.scope = caller
	d.in = call
}

// scope is what one expansion of a function has of its own.
type scope struct {
	byRef  map[ptx.Ref]int32
	labels map[ptx.Declaration]int // index of the instruction after the label
	start  int                     // of its code
	after  *ptx.Label              // where ret goes; nil in a kernel
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
	if w.frame == nil {
		w.frame = make([]uint32, (w.prog.frameBytes+3)/4*warpLanes)
	}
	r := region{words: w.frame, stride: warpLanes, step: 1}
	for ; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		w.transfer(in, &r, w.address[lane], lane)
	}
}
