package exec

import "strings"

// kind is how the bits of a type are read.
type kind uint8

const (
	kindUnsigned kind = iota
	kindSigned
	kindFloat
	kindBFloat
	kindBits
	kindPred
	kindTF32
	kindE4M3
	kindE5M2
	kindE2M3
	kindE3M2
	kindE2M1
	kindUE8M0
)

// typ is a fundamental type. Packed types have lanes of bits/lanes each.
type typ struct {
	kind  kind
	bits  int
	lanes int
}

// parseType reads a type name without its dot.
func parseType(name string) (typ, bool) {
	switch name {
	case "pred":
		return typ{kindPred, 1, 1}, true
	case "f16x2":
		return typ{kindFloat, 32, 2}, true
	case "f32x2":
		return packedSingle, true
	case "bf16":
		return typ{kindBFloat, 16, 1}, true
	case "bf16x2":
		return typ{kindBFloat, 32, 2}, true
	case "u16x2":
		return typ{kindUnsigned, 32, 2}, true
	case "s16x2":
		return typ{kindSigned, 32, 2}, true
	}
	if t, ok := parseSmallType(name); ok {
		return t, true
	}
	return parseScalarType(name)
}

// parseSmallType reads the names of the formats that only conversions have. A
// value of fewer than 8 bits takes a byte, but for those of four.
func parseSmallType(name string) (typ, bool) {
	if name == "tf32" {
		return typ{kindTF32, 32, 1}, true
	}
	format, lanes, _ := strings.Cut(name, "x")
	k, ok := map[string]kind{
		"e4m3": kindE4M3, "e5m2": kindE5M2, "e2m3": kindE2M3, "e3m2": kindE3M2, "e2m1": kindE2M1, "ue8m0": kindUE8M0,
	}[format]
	n := map[string]int{"2": 2, "4": 4}[lanes]
	if !ok || n == 0 {
		return typ{}, false
	}
	return typ{k, n * pick(k == kindE2M1, 4, 8), n}, true
}

func parseScalarType(name string) (typ, bool) {
	if len(name) < 2 {
		return typ{}, false
	}
	var t typ
	switch name[0] {
	case 'u':
		t.kind = kindUnsigned
	case 's':
		t.kind = kindSigned
	case 'f':
		t.kind = kindFloat
	case 'b':
		t.kind = kindBits
	default:
		return typ{}, false
	}
	switch name[1:] {
	case "8":
		t.bits = 8
	case "16":
		t.bits = 16
	case "32":
		t.bits = 32
	case "64":
		t.bits = 64
	case "128":
		t.bits = 128
	default:
		return typ{}, false
	}
	t.lanes = 1
	if t.kind == kindFloat && t.bits == 8 || t.kind != kindBits && t.bits == 128 {
		return typ{}, false
	}
	return t, true
}

// class is the register file that holds the type.
func (t typ) class() class {
	switch {
	case t.kind == kindPred:
		return classPred
	case t.bits <= 32:
		return class32
	case t.bits == 64:
		return class64
	}
	return classNone
}

func (t typ) integer() bool { return t.kind == kindUnsigned || t.kind == kindSigned }

func (t typ) bytes() int { return max(t.bits/8, 1) }

// is tells whether the type is a plain one of this kind and width.
func (t typ) is(k kind, bits int) bool { return t.kind == k && t.bits == bits && t.lanes == 1 }

// mask has a one for each bit of the type.
func (t typ) mask() uint64 { return ^uint64(0) >> (64 - t.bits) }

// extend widens the low bits of v, which hold a value of the type, to 64 bits.
func (t typ) extend(v uint64) uint64 {
	shift := 64 - t.bits
	if t.kind == kindSigned {
		return uint64(int64(v<<shift) >> shift)
	}
	return v << shift >> shift
}

// String gives the name with its dot, for messages.
func (t typ) String() string {
	if t.kind == kindPred {
		return ".pred"
	}
	suffix := ""
	if t.lanes > 1 {
		suffix = "x" + itoa(t.lanes)
	}
	if small, ok := map[kind]string{
		kindTF32: ".tf32", kindE4M3: ".e4m3", kindE5M2: ".e5m2", kindE2M3: ".e2m3", kindE3M2: ".e3m2", kindE2M1: ".e2m1", kindUE8M0: ".ue8m0",
	}[t.kind]; ok {
		return small + suffix
	}
	name := map[kind]string{kindUnsigned: ".u", kindSigned: ".s", kindFloat: ".f", kindBFloat: ".bf", kindBits: ".b"}[t.kind]
	return name + itoa(t.bits/max(t.lanes, 1)) + suffix
}
