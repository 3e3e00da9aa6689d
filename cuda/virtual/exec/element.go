package exec

// element is the type of A and B of a tensor instruction.
type element uint8

const (
	elementF16 element = iota
	elementBF16
	elementTF32
	elementF64
	elementE4M3
	elementE5M2
	elementE2M3
	elementE3M2
	elementE2M1 // in the middle of a byte, as .kind::f8f6f4 has it
	elementF4   // e2m1, two in a byte
	elementS8
	elementU8
	elementS4
	elementU4
)

// elementNamed reads the type of A or B. An e2m1 is alone in its byte.
func elementNamed(name string) (element, bool) {
	for e, own := range [...]string{"f16", "bf16", "tf32", "f64", "e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "", "s8", "u8", "s4", "u4"} {
		if own == name && name != "" {
			return element(e), true
		}
	}
	return 0, false
}

// bits is the size in a register.
func (e element) bits() int {
	switch e {
	case elementF64:
		return 64
	case elementTF32:
		return 32
	case elementF16, elementBF16:
		return 16
	case elementF4, elementS4, elementU4:
		return 4
	}
	return 8
}

// per is how many elements lie in a register.
func (e element) per() int { return max(32/e.bits(), 1) }

func (e element) integer() bool { return e >= elementS8 }

// narrow tells a float of 8 bits or fewer.
func (e element) narrow() bool { return e >= elementE4M3 && e <= elementF4 }

// signed tells of an integer whether it has a sign.
func (e element) signed() bool { return e == elementS8 || e == elementS4 }

// kind is the format of a narrow float, and shift where it lies in its byte
// ("Packing formats of elements", PTX ISA: an e2m1 has two bits of padding at
// either end, a format of six bits at the upper end).
func (e element) kind() (k kind, shift int) {
	switch e {
	case elementE5M2:
		return kindE5M2, 0
	case elementE2M3:
		return kindE2M3, 0
	case elementE3M2:
		return kindE3M2, 0
	case elementE2M1:
		return kindE2M1, 2
	case elementF4:
		return kindE2M1, 0
	}
	return kindE4M3, 0
}

// code is what the bits of a narrow float stand for. All values are multiples of
// 2^unit.
type code struct {
	number
	unit int32
}

// codes decodes every value of a byte, or of half of one, that holds a narrow
// float. Bits of padding do not count.
func (e element) codes() *[256]code {
	k, shift := e.kind()
	f, _ := smallFormatOf(k)
	all := new([256]code)
	for b := range all {
		bits := uint64(b) >> shift & (2*f.signBit() - 1)
		all[b] = f.code(bits)
	}
	return all
}

func (f smallFormat) code(bits uint64) code {
	v := f.decode(bits)
	exponent := int32(f.minimum)
	if field := int32(bits & (f.signBit() - 1) >> f.fraction); field > 0 {
		exponent += field - 1
	}
	switch {
	case v-v != 0:
		exponent = specialExponent
	case v == 0:
		return code{number{0, zeroExponent}, -zeroExponent}
	}
	s := newSpan(int32(f.fraction))
	s.add(exponent, uint32(bits))
	return code{number{v, exponent}, s.low}
}
