package exec

import "slices"

// modifiers are those of an instruction that no form has taken yet. Like the
// assembler, it heeds no order, but for that of the types, and of modifiers that
// are alternatives to each other.
type modifiers struct{ list []string }

func (m *modifiers) done() bool { return len(m.list) == 0 }

// next is the first modifier left, or "".
func (m *modifiers) next() string {
	if m.done() {
		return ""
	}
	return m.list[0]
}

// one takes the first modifier that is among the names; without one it gives "".
func (m *modifiers) one(names ...string) string {
	for i, name := range m.list {
		if slices.Contains(names, name) {
			return m.drop(i)
		}
	}
	return ""
}

// holds tells whether one of the names is left.
func (m *modifiers) holds(names ...string) bool {
	return slices.ContainsFunc(m.list, func(name string) bool { return slices.Contains(names, name) })
}

func (m *modifiers) drop(i int) string {
	name := m.list[i]
	m.list = slices.Delete(m.list, i, i+1)
	return name
}

// take takes the next modifier, whatever it is, or gives "".
func (m *modifiers) take() string {
	if m.done() {
		return ""
	}
	return m.drop(0)
}

// rest takes all the modifiers that are left.
func (m *modifiers) rest() []string {
	left := m.list
	m.list = nil
	return left
}

// has takes the modifier of this name, if it is there.
func (m *modifiers) has(name string) bool { return m.one(name) != "" }

// last gives the last type that a modifier names.
func (m *modifiers) last() (typ, bool) {
	for _, name := range slices.Backward(m.list) {
		if t, ok := parseType(name); ok {
			return t, true
		}
	}
	return typ{}, false
}

// typ takes the next type.
func (d *decoder) typ() typ {
	t, _ := d.namedType()
	return t
}

// namedType takes the next type, and gives its name too.
func (d *decoder) namedType() (typ, string) {
	for i, name := range d.mods.list {
		if t, ok := parseType(name); ok {
			return t, d.mods.drop(i)
		}
	}
	if d.mods.done() {
		d.invalid("a type is missing")
	} else {
		d.leftover()
	}
	return typ{kindBits, 32, 1}, ""
}

// typeAmong takes the next type, which must be one of those named.
func (d *decoder) typeAmong(names ...string) typ {
	t, name := d.namedType()
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
