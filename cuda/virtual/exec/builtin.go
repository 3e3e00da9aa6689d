package exec

import (
	"fmt"

	"ridgeline/cuda"
)

// The functions of CUDA's device runtime that every driver offers: vprintf,
// malloc, free and __assertfail. They are declared without a body.

// builtin is such a function: the sizes of its parameters and of its result, and
// what it does for one lane. An error ends the launch.
type builtin struct {
	args   []int64
	result int64 // bytes; 0 where it gives nothing
	call   func(w *Warp, in *inst, lane int, args [5]uint64) (result uint64, err error)
}

func builtinOf(name string) (builtin, bool) {
	switch name {
	case "vprintf":
		return builtin{[]int64{8, 8}, 4, (*Warp).printf}, true
	case "malloc":
		return builtin{[]int64{8}, 8, (*Warp).malloc}, true
	case "free":
		return builtin{[]int64{8}, 0, (*Warp).free}, true
	case "__assertfail":
		return builtin{[]int64{8, 8, 4, 8, 8}, 0, (*Warp).assertFailed}, true
	}
	return builtin{}, false
}

// builtinForm is a call of a builtin: where its parameters lie.
type builtinForm struct {
	builtin
	from, to []stretch
}

// callBuiltin decodes a call of a builtin.
func (d *decoder) callBuiltin(c callee, b builtin) {
	if len(c.args) != len(b.args) || len(c.returned) > 1 || len(c.returned) == 1 && b.result == 0 {
		d.invalid("the call does not match the parameters of " + c.function.Name)
		return
	}
	form := &builtinForm{builtin: b}
	for i, o := range c.args {
		p, _ := d.actual(o, b.args[i])
		form.from = append(form.from, p)
	}
	for _, o := range c.returned {
		p, _ := d.actual(o, b.result)
		form.to = append(form.to, p)
	}
	d.heap = d.heap || c.function.Name == "malloc"
	d.whole = true
	in := d.begin(execBuiltin)
	in.pure = false
	in.x = &extra{builtin: form}
	d.emit(in, branchCost())
}

func execBuiltin(w *Warp, in *inst) {
	form, frame := in.x.builtin, w.frameRegion()
	for m := w.mask; m != 0; m &= m - 1 {
		lane := firstLane(m) & 31
		var args [5]uint64
		for i, p := range form.from {
			args[i] = frame.load(uint64(p.offset), int(p.bytes), lane)
		}
		result, err := form.call(w, in, lane, args)
		if err != nil {
			w.err = err
			return
		}
		for _, p := range form.to {
			frame.store(uint64(p.offset), int(p.bytes), lane, result)
		}
	}
}

// assertFailed ends the launch with what the assertion says.
func (w *Warp) assertFailed(in *inst, lane int, args [5]uint64) (uint64, error) {
	text := func(address uint64) string {
		s, err := w.text(in, lane, address)
		if err != nil {
			return "?"
		}
		return s
	}
	return 0, w.fault(cuda.LaunchFailed, in, lane,
		fmt.Sprintf("%s:%d: %s: assertion `%s` failed", text(args[1]), uint32(args[2]), text(args[3]), text(args[0])))
}
