package exec

import "slices"

// modifiers is a cursor over the modifiers of an instruction, whose order
// matters.
type modifiers struct {
	list []string
	at   int
}

func (m *modifiers) done() bool { return m.at == len(m.list) }

// next is the modifier at the cursor, or "".
func (m *modifiers) next() string {
	if m.done() {
		return ""
	}
	return m.list[m.at]
}

// one takes the next modifier if it is among the names; else it gives "".
func (m *modifiers) one(names ...string) string {
	if !m.done() && slices.Contains(names, m.list[m.at]) {
		m.at++
		return m.list[m.at-1]
	}
	return ""
}

// take takes the next modifier, whatever it is, or gives "".
func (m *modifiers) take() string {
	name := m.next()
	if !m.done() {
		m.at++
	}
	return name
}

// rest takes all the modifiers that are left.
func (m *modifiers) rest() []string {
	left := m.list[m.at:]
	m.at = len(m.list)
	return left
}

// has takes the next modifier if it has this name.
func (m *modifiers) has(name string) bool { return m.one(name) != "" }

// last gives the type that the last modifier names.
func (m *modifiers) last() (typ, bool) {
	if len(m.list) == 0 {
		return typ{}, false
	}
	return parseType(m.list[len(m.list)-1])
}

// typ takes the next modifier, which must be a type.
func (d *decoder) typ() typ {
	t, ok := parseType(d.mods.next())
	if !ok {
		if d.mods.done() {
			d.invalid("a type is missing")
		} else {
			d.leftover()
		}
		return typ{kindBits, 32, 1}
	}
	d.mods.at++
	return t
}

// typeAmong takes the next modifier, which must be one of the types named.
func (d *decoder) typeAmong(names ...string) typ {
	name := d.mods.next()
	t := d.typ()
	if d.err == nil && !slices.Contains(names, name) {
		d.invalid("type ." + name + " does not go with " + d.in.Opcode)
	}
	return t
}

// isFloat tells whether the instruction's last type is a float.
func (d *decoder) isFloat() bool {
	t, ok := d.mods.last()
	return ok && (t.kind == kindFloat || t.kind == kindBFloat)
}

// knownModifier tells whether PTX has a modifier of this name, though perhaps
// with another instruction.
func knownModifier(name string) bool {
	if _, ok := parseType(name); ok {
		return true
	}
	switch name {
	case "relu", "satfinite", "ftz", "sat", "oob", "xorsign", "abs", "NaN", "noftz",
		"rn", "rz", "rm", "rp", "rna", "rs", "rni", "rzi", "rmi", "rpi", "approx", "full",
		"cluster", "sys", "gpu", "cta", "acquire", "release", "acq_rel", "relaxed", "seq_cst", "sc", "weak", "volatile", "mmio",
		"async", "bulk", "tensor", "aligned", "sync", "shared::cluster", "shared::cta", "param::entry", "param::func",
		"L1::evict_normal", "L1::evict_unchanged", "L1::evict_first", "L1::evict_last", "L1::no_allocate",
		"L2::evict_last", "L2::evict_normal", "L2::evict_first", "L2::cache_hint", "L2::64B", "L2::128B", "L2::256B",
		"unified", "v8", "b128", "e4m3x2", "e5m2x2", "e2m1x2", "e2m3x2", "e3m2x2", "tf32", "ue8m0x2", "alias", "vec", "level",
		"cc", "hi", "lo", "wide", "uni", "s8x4", "u8x4", "scaled", "popc", "min", "max", "and", "or", "xor":
		return true
	}
	return false
}

// knownOpcode tells whether PTX has the instruction.
func knownOpcode(name string) bool {
	switch name {
	case "alloca", "applypriority", "barrier", "brx", "call", "clusterlaunchcontrol", "copysign", "cp", "createpolicy",
		"discard", "dp2a", "dp4a", "elect", "fns", "getctarank", "griddepcontrol", "istypep", "ldmatrix", "ldu", "mapa",
		"match", "mbarrier", "mma", "movmatrix", "multimem", "nanosleep", "pmevent", "prefetch", "prefetchu", "redux",
		"sad", "setmaxnreg", "stackrestore", "stacksave", "stmatrix", "suld", "sured", "sust", "suq", "szext", "bmsk",
		"tcgen05", "tensormap", "testp", "tex", "tld4", "txq", "vabsdiff", "vabsdiff2", "vabsdiff4", "vadd", "vadd2",
		"vadd4", "vavrg2", "vavrg4", "vmad", "vmax", "vmax2", "vmax4", "vmin", "vmin2", "vmin4", "vset", "vset2", "vset4",
		"vshl", "vshr", "vsub", "vsub2", "vsub4", "wgmma", "wmma", "brkpt", "st", "ld", "red", "tanh", "sin", "cos":
		return true
	}
	return false
}
