package exec

import "fmt"

// tensorShape is what the instruction descriptor of a tcgen05.mma says (PTX ISA,
// "Instruction descriptor").
type tensorShape struct {
	m, n, k          int
	left, right      element
	half             bool // FP16 sums
	saturate         bool
	negateA, negateB bool
	// acrossA and acrossB are true where the matrix is transposed: M or N is its
	// leading dimension.
	acrossA, acrossB bool
	scale            *scaleForm // nil without scales
	// scaleA and scaleB are the bytes of a word where the scales begin.
	scaleA, scaleB int
}

// operandBytes are the bytes of a line of A or B along k, in every kind.
const operandBytes = 32

// tensorKind is a kind of tcgen05.mma.
type tensorKind struct {
	name     string
	elements map[uint32]element // by the code of the descriptor
	scale    *scaleForm         // nil without scales
	scaleBit uint32             // of the type of the scales: 1 is ue8m0
}

// tensorKindOf gives the kind of the modifiers; nil where there is none.
func tensorKindOf(name, vector string) *tensorKind {
	floats := map[uint32]element{0: elementE4M3, 1: elementE5M2, 3: elementE2M3, 4: elementE3M2, 5: elementE2M1}
	pairs := map[uint32]element{1: elementF4}
	switch name + " " + vector {
	case "kind::f16 ":
		return &tensorKind{name: name, elements: map[uint32]element{0: elementF16, 1: elementBF16}}
	case "kind::tf32 ":
		return &tensorKind{name: name, elements: map[uint32]element{2: elementTF32}}
	case "kind::f8f6f4 ":
		return &tensorKind{name: name, elements: floats}
	case "kind::i8 ":
		return &tensorKind{name: name, elements: map[uint32]element{0: elementU8, 1: elementS8}}
	case "kind::mxf8f6f4 scale_vec::1X", "kind::mxf8f6f4 block32", "kind::mxf8f6f4 ":
		return &tensorKind{name: name, elements: floats, scale: &scaleForm{blocks: 1}, scaleBit: 1}
	case "kind::mxf4 scale_vec::2X", "kind::mxf4 block32", "kind::mxf4 ", "kind::mxf4nvf4 scale_vec::2X", "kind::mxf4nvf4 block32":
		return &tensorKind{name: name, elements: pairs, scale: &scaleForm{blocks: 2}, scaleBit: 1}
	case "kind::mxf4nvf4 scale_vec::4X", "kind::mxf4nvf4 block16":
		return &tensorKind{name: name, elements: pairs, scale: &scaleForm{blocks: 4, fourths: true}}
	}
	return nil
}

// shape reads an instruction descriptor, or says what is wrong with it.
func (k *tensorKind) shape(v uint32) (s tensorShape, problem string) {
	bit := func(i int) bool { return v>>i&1 != 0 }
	s = tensorShape{
		n: int(v>>17&0x3f) * 8, m: int(v>>24&0x1f) * 16,
		negateA: bit(13), negateB: bit(14), acrossA: bit(15), acrossB: bit(16), scale: k.scale,
	}
	var okA, okB bool
	s.left, okA = k.elements[v>>7&7]
	s.right, okB = k.elements[v>>10&7]
	switch {
	case !okA || !okB:
		problem = "there is no such type of A or B"
	case bit(2):
		problem = "it says that A is sparse, and the instruction does not"
	case k.scale != nil:
		s.scaleA, s.scaleB = int(v>>29&3), int(v>>4&3)
		problem = k.wrongScales(&s, v)
	default:
		problem = k.plain(&s, v)
	}
	if problem == "" {
		s.k = operandBytes * 8 / s.left.bits()
		problem = k.wrongShape(&s)
	}
	if problem != "" {
		problem = fmt.Sprintf("the instruction descriptor %#x does not go with .%s: %s", v, k.name, problem)
	}
	return s, problem
}

// plain reads the fields of the kinds without scales.
func (k *tensorKind) plain(s *tensorShape, v uint32) (problem string) {
	const half, single, integer = 0, 1, 2
	sums := v >> 4 & 3
	s.half, s.saturate = sums == half, v>>3&1 != 0
	switch {
	case s.left.integer() != (sums == integer) || sums > integer:
		return "D has another type"
	case s.half && (k.name == "kind::tf32" || s.left == elementBF16 || s.right == elementBF16):
		return "D must be of 32 bits"
	case k.name == "kind::f16" && s.left != s.right:
		return "A and B must have one type"
	case s.saturate && !s.left.integer():
		return "floats do not saturate"
	case s.left.integer() && (s.negateA || s.negateB):
		return "integers are not negated"
	}
	return ""
}

// wrongScales looks at the fields of the kinds with scales.
func (k *tensorKind) wrongScales(s *tensorShape, v uint32) (problem string) {
	fours := s.left == elementF4
	switch {
	case v>>23&1 != k.scaleBit:
		return "the scales have another type"
	case fours && v>>31 != 0:
		return "the virtual GPU has no K of 96"
	case s.scaleA%k.scale.blocks != 0 || s.scaleB%k.scale.blocks != 0:
		return fmt.Sprintf("the scales must begin at a multiple of %d bytes", k.scale.blocks)
	case fours && (s.acrossA || s.acrossB):
		return "matrices of 4 bits are not transposed"
	}
	return ""
}

// wrongShape says that there is no such M and N (PTX ISA, "Matrix shape" of
// tcgen05.mma, for one block), or no such transposition.
func (k *tensorKind) wrongShape(s *tensorShape) (problem string) {
	step := pick(s.m == 128 && k.scale == nil, 16, 8)
	sizes := s.n >= step && s.n <= 256 && s.n%step == 0
	if s.left.integer() && s.n > 32 {
		sizes = s.n%16 == 0 && s.n <= 256
	}
	across := s.acrossA || s.acrossB
	switch {
	case s.m != 128 && (s.m != 64 || k.scale != nil), !sizes:
		return fmt.Sprintf("there is no M of %d with an N of %d", s.m, s.n)
	case across && s.left.bits() == 32:
		return "the virtual GPU does not transpose matrices of 32 bits"
	case s.acrossA && s.left.bits() == 8 && !s.left.integer() && s.left > elementE5M2,
		s.acrossB && s.right.bits() == 8 && !s.right.integer() && s.right > elementE5M2:
		return "matrices of 6 and 4 bits are not transposed"
	case s.acrossB && s.right.bits() == 8 && s.n%16 != 0:
		return "N must be a multiple of 16 where a B of 8 bits is transposed"
	}
	return ""
}
