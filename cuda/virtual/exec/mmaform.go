package exec

import "slices"

// mmaParts are the modifiers of an mma.
type mmaParts struct {
	shape    string
	sparse   bool
	kind     string // such as "kind::mxf4"; "" is none
	scaled   bool
	vector   string // such as "scale_vec::2X"
	scale    string // type of the scales
	saturate bool
	types    []string // of d, a, b and c
}

// form is the form of the modifiers, or nil where there is none.
func (p mmaParts) form() *tensorForm {
	if len(p.types) != 4 {
		return nil
	}
	a, okA := elementNamed(p.types[1])
	b, okB := elementNamed(p.types[2])
	if p.kind == "kind::mxf4" || p.kind == "kind::mxf4nvf4" {
		okA, okB = a == elementE2M1, b == elementE2M1
		a, b = elementF4, elementF4
	}
	m, n, k, ok := shapeOf(p.shape)
	half, sums := p.sums(a)
	if !okA || !okB || !ok || !sums || !p.pairs(a, b) || !p.takes(a) || p.saturate && !a.integer() {
		return nil
	}
	f := newTensorForm(m, n, k, a, half, half)
	if p.sparse {
		f.sparse = &sparseForm{products: k / 2, element: a}
		f.lay(k/2, b)
	} else {
		f.lay(k, b)
	}
	f.saturate, f.scale, ok = p.saturate, nil, true
	if p.scaled || p.scale != "" {
		f.scale, ok = p.scaleForm()
	}
	if !ok {
		return nil
	}
	return f
}

// pairs tells whether the types of A and B go together: floats of 8 bits and
// fewer, and integers of one size, may differ.
func (p mmaParts) pairs(a, b element) bool {
	switch {
	case a == b:
		return true
	case a.integer():
		return b.integer() && a.bits() == b.bits()
	case a.narrow() && b.narrow():
		return p.kind != "" || a <= elementE5M2 && b <= elementE5M2
	}
	return false
}

// sums tells whether the sums are FP16, and whether C and D have types that go
// with A.
func (p mmaParts) sums(a element) (half, ok bool) {
	c, d := p.types[3], p.types[0]
	switch {
	case a == elementF64:
		return false, c == "f64" && d == c
	case a.integer():
		return false, c == "s32" && d == c
	case a == elementBF16 || a == elementTF32 || p.scaled:
		return false, c == "f32" && d == c
	}
	return c == "f16", c == d && (c == "f16" || c == "f32")
}

// takes tells whether A may be of this type in the shape and kind.
func (p mmaParts) takes(a element) bool {
	switch p.kind {
	case "kind::mxf4", "kind::mxf4nvf4":
		return !p.sparse && p.scaled && p.shape == "m16n8k64"
	case "kind::mxf8f6f4":
		return a.narrow() && p.scaled && !p.sparse && p.shape == "m16n8k32"
	case "kind::f8f6f4":
		return a.narrow() && !p.scaled && p.shape == pick(p.sparse, "m16n8k64", "m16n8k32")
	}
	return !p.scaled && slices.Contains(plainShapes(a, p.sparse), p.shape)
}

// plainShapes are the shapes of a type without a kind (PTX ISA, mma and mma.sp).
func plainShapes(a element, sparse bool) []string {
	switch a {
	case elementF16, elementBF16:
		return pick(sparse, []string{"m16n8k16", "m16n8k32"}, []string{"m16n8k8", "m16n8k16"})
	case elementTF32:
		return pick(sparse, []string{"m16n8k8", "m16n8k16"}, []string{"m16n8k4", "m16n8k8"})
	case elementF64:
		return pick(sparse, []string(nil), []string{"m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16"})
	case elementE4M3, elementE5M2:
		return pick(sparse, []string{"m16n8k64"}, []string{"m16n8k16", "m16n8k32"})
	case elementS8, elementU8:
		return pick(sparse, []string{"m16n8k32", "m16n8k64"}, []string{"m8n8k16", "m16n8k16", "m16n8k32"})
	case elementS4, elementU4:
		return pick(sparse, []string{"m16n8k64", "m16n8k128"}, []string{"m8n8k32", "m16n8k32", "m16n8k64"})
	}
	return nil
}

// scaleForm is how the blocks get their scales, where the kind has such ones.
func (p mmaParts) scaleForm() (*scaleForm, bool) {
	switch p.kind + " " + p.vector + " " + p.scale {
	case "kind::mxf8f6f4 scale_vec::1X ue8m0", "kind::mxf8f6f4  ue8m0":
		return &scaleForm{blocks: 1}, p.scaled
	case "kind::mxf4 scale_vec::2X ue8m0", "kind::mxf4  ue8m0", "kind::mxf4nvf4 scale_vec::2X ue8m0":
		return &scaleForm{blocks: 2}, p.scaled
	case "kind::mxf4nvf4 scale_vec::4X ue4m3":
		return &scaleForm{blocks: 4, fourths: true}, p.scaled
	}
	return nil, false
}

// shapeOf reads a shape such as m16n8k16.
func shapeOf(shape string) (m, n, k int, ok bool) {
	for _, s := range [...]struct {
		name    string
		m, n, k int
	}{
		{"m8n8k4", 8, 8, 4}, {"m8n8k16", 8, 8, 16}, {"m8n8k32", 8, 8, 32},
		{"m16n8k4", 16, 8, 4}, {"m16n8k8", 16, 8, 8}, {"m16n8k16", 16, 8, 16}, {"m16n8k32", 16, 8, 32},
		{"m16n8k64", 16, 8, 64}, {"m16n8k128", 16, 8, 128},
	} {
		if s.name == shape {
			return s.m, s.n, s.k, true
		}
	}
	return 0, 0, 0, false
}
