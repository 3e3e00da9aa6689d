package userkernel

import (
	"math"
	"strconv"
	"strings"
)

// kind is how the bits of an element are read.
type kind int

const (
	bitsKind kind = iota
	unsignedKind
	signedKind
	floatKind
)

// Type is the type of a scalar or of the elements of a buffer.
type Type struct {
	Name string
	// Bits is the size in memory: 4 for e2m1, of which a byte holds two, the first
	// in its low half; 8 for the formats of 6 bits; 32 for tf32.
	Bits   int
	kind   kind
	format floatFormat // of floats narrower than 32 bits, and of tf32
}

// types are those of the command line, in the order of its help.
func types() []Type {
	return []Type{
		{"b8", 8, bitsKind, floatFormat{}}, {"i8", 8, signedKind, floatFormat{}}, {"u8", 8, unsignedKind, floatFormat{}},
		{"b16", 16, bitsKind, floatFormat{}}, {"i16", 16, signedKind, floatFormat{}}, {"u16", 16, unsignedKind, floatFormat{}},
		{"b32", 32, bitsKind, floatFormat{}}, {"i32", 32, signedKind, floatFormat{}}, {"u32", 32, unsignedKind, floatFormat{}},
		{"b64", 64, bitsKind, floatFormat{}}, {"i64", 64, signedKind, floatFormat{}}, {"u64", 64, unsignedKind, floatFormat{}},
		{"f16", 16, floatKind, floatFormat{10, -14, 0x8000, 0x7bff, 0x7c00, 0x7fff}},
		{"bf16", 16, floatKind, floatFormat{7, -126, 0x8000, 0x7f7f, 0x7f80, 0x7fff}},
		{"f32", 32, floatKind, floatFormat{23, -126, 1 << 31, 0x7f7fffff, 0x7f800000, 0x7fffffff}},
		{"f64", 64, floatKind, floatFormat{}},
		{"tf32", 32, floatKind, floatFormat{10, -126, 1 << 18, 0x3fbff, 0x3fc00, 0x3ffff}},
		{"e5m2", 8, floatKind, floatFormat{2, -14, 0x80, 0x7b, 0x7c, 0x7f}},
		{"e4m3", 8, floatKind, floatFormat{3, -6, 0x80, 0x7e, 0, 0x7f}},
		{"e3m2", 8, floatKind, floatFormat{2, -2, 0x20, 0x1f, 0, 0}},
		{"e2m3", 8, floatKind, floatFormat{3, 0, 0x20, 0x1f, 0, 0}},
		{"e2m1", 4, floatKind, floatFormat{1, 0, 0x8, 0x7, 0, 0}},
	}
}

// tf32Shift is the low bits of a word that TF32 leaves out.
const tf32Shift = 13

// TypeNames lists the types.
func TypeNames() string {
	var names []string
	for _, t := range types() {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}

// ParseType finds a type by its name.
func ParseType(name string) (Type, error) {
	for _, t := range types() {
		if t.Name == name {
			return t, nil
		}
	}
	return Type{}, wrong(name, "The types are "+TypeNames()+".", "no such type")
}

// Bytes is the size of so many elements; ok is false where they end within a
// byte.
func (t Type) Bytes(count int64) (bytes int64, ok bool) {
	if t.Bits < 8 {
		return count * int64(t.Bits) / 8, count*int64(t.Bits)%8 == 0
	}
	return count * int64(t.Bits/8), true
}

// fromFloat gives the bits of the nearest value of a float type.
func (t Type) fromFloat(x float64) uint64 {
	switch t.Name {
	case "f64":
		return math.Float64bits(x)
	case "tf32":
		return t.format.encode(x) << tf32Shift
	}
	return t.format.encode(x)
}

// fromInteger gives the bits of an integer, which wraps in an integer type.
func (t Type) fromInteger(v uint64) uint64 {
	if t.kind == floatKind {
		return t.fromFloat(float64(v))
	}
	return v & t.mask()
}

func (t Type) mask() uint64 { return ^uint64(0) >> (64 - t.Bits) }

// value gives the number that the bits stand for.
func (t Type) value(bits uint64) float64 {
	switch {
	case t.Name == "f64":
		return math.Float64frombits(bits)
	case t.Name == "tf32":
		return t.format.decode(bits >> tf32Shift)
	case t.kind == floatKind:
		return t.format.decode(bits)
	case t.kind == signedKind:
		return float64(int64(bits<<(64-t.Bits)) >> (64 - t.Bits))
	}
	return float64(bits)
}

// parse reads a value as the user writes it: a decimal, hexadecimal (0x) or
// binary (0b) integer, or a float.
func (t Type) parse(text string) (bits uint64, err error) {
	switch t.kind {
	case floatKind:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return 0, wrong(text, "Write a number such as 1.5, -3e-2, inf or nan.", "not a value of type %s", t.Name)
		}
		return t.fromFloat(x), nil
	case signedKind:
		v, err := strconv.ParseInt(text, 0, t.Bits)
		if err != nil {
			return 0, t.noInteger(text)
		}
		return uint64(v) & t.mask(), nil
	}
	v, err := strconv.ParseUint(text, 0, t.Bits)
	if err != nil {
		return 0, t.noInteger(text)
	}
	return v, nil
}

func (t Type) noInteger(text string) error {
	low, high := "0", strconv.FormatUint(t.mask(), 10)
	if t.kind == signedKind {
		low, high = strconv.FormatInt(-1<<(t.Bits-1), 10), strconv.FormatUint(t.mask()>>1, 10)
	}
	return wrong(text, "Write an integer from "+low+" to "+high+", such as 7 or 0x7f.", "not a value of type %s", t.Name)
}
