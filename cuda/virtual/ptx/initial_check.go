package ptx

import "math/bits"

// checkInitializer refuses a value that does not fit the shape or the type of
// its variable.
func (p *parser) checkInitializer(v *Variable) {
	if v.Init != nil && p.err == nil {
		p.checkShape(v, v.Init, v.Dims)
	}
}

// checkShape compares an initialiser with the extents that remain.
func (p *parser) checkShape(v *Variable, init *Initializer, dims []int64) {
	switch {
	case len(dims) > 0:
		if init.List == nil {
			p.fail(init.Pos, "expected a list in braces as the value of array "+v.Name)
			return
		}
		if dims[0] >= 0 && int64(len(init.List)) > dims[0] {
			p.fail(init.Pos, "more values than elements in "+v.Name)
			return
		}
		for _, e := range init.List {
			p.checkShape(v, e, dims[1:])
		}
	case v.Vector > 0:
		if len(init.List) != v.Vector {
			p.fail(init.Pos, "wrong number of values for a vector of "+v.Name)
			return
		}
		for _, e := range init.List {
			p.checkElement(v, e)
		}
	default:
		p.checkElement(v, init)
	}
}

func (p *parser) checkElement(v *Variable, init *Initializer) {
	if isOpaque(v.Type) {
		p.checkOpaque(v, init)
		return
	}
	if !fitsType(v.Type, init) {
		p.fail(init.Pos, "the value does not fit type ."+v.Type+" of "+v.Name)
	}
}

func (p *parser) checkOpaque(v *Variable, init *Initializer) {
	if init.List == nil {
		p.fail(init.Pos, "expected properties in braces as the value of "+v.Name)
	}
	for _, e := range init.List {
		if e.Key == "" {
			p.fail(e.Pos, "expected a property of "+v.Name)
		}
	}
}

// fitsType tells whether a variable of this type may start with the element.
func fitsType(typ string, init *Initializer) bool {
	if init.Elem == nil || init.Key != "" {
		return false
	}
	switch elem := init.Elem.(type) {
	case *Name:
		if init.Mask != 0 {
			shift := bits.TrailingZeros64(init.Mask)
			return typ == "u8" && shift%8 == 0 && init.Mask>>shift == 0xFF
		}
		return typ == "u32" || typ == "u64"
	case *Immediate:
		if elem.Float {
			return typ == "f32" || typ == "f64" || typ == "b32" || typ == "b64"
		}
	}
	return typ[0] != 'f'
}
