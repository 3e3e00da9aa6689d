package ptx

// refuse fails where there is a reason to.
func (p *parser) refuse(pos Pos, reason string) {
	if reason != "" {
		p.fail(pos, reason)
	}
}

func isOpaque(typ string) bool {
	return typ == "texref" || typ == "samplerref" || typ == "surfref"
}

// misdeclared tells why v, which is no parameter of a function, may not be
// declared as it is, or gives "".
func misdeclared(v *Variable) string {
	if reason := mistyped(v); reason != "" {
		return reason
	}
	incomplete := false
	for _, d := range v.Dims {
		incomplete = incomplete || d == 0 || d < 0 && v.Init == nil
	}
	switch {
	case incomplete && v.Linkage != Extern:
		return "only an external array may have no extent: " + v.Name
	case v.Init == nil:
		return ""
	case v.Linkage == Extern, v.Space != SpaceGlobal && v.Space != SpaceConst:
		return "no initial value is allowed for " + v.Name + " in this state space or linkage"
	}
	return ""
}

// mistyped tells why no variable may have this space, type and shape.
func mistyped(v *Variable) string {
	switch {
	case v.Type == "pred" && (v.Space != SpaceReg || v.Vector > 0 || len(v.Dims) > 0):
		return "a predicate must be a scalar in .reg: " + v.Name
	case isOpaque(v.Type) && v.Space != SpaceGlobal && v.Space != SpaceParam:
		return "a texture, sampler or surface must be in .global or a parameter: " + v.Name
	case v.Space == SpaceReg && len(v.Dims) > 0:
		return "an array cannot be in registers: " + v.Name
	case v.Vector*TypeBits(v.Type) > 128:
		return "a vector must not exceed 128 bits: " + v.Name
	}
	return ""
}

// misplacedInModule tells why v may not stand outside of a function.
func misplacedInModule(v *Variable) string {
	switch v.Space {
	case SpaceReg, SpaceLocal, SpaceParam:
		return "." + string(v.Space) + " variables belong into a function: " + v.Name
	}
	return ""
}

// misplacedParam tells why v may not be a parameter of a function or a kernel.
func misplacedParam(v *Variable, entry bool) string {
	if reason := mistyped(v); reason != "" {
		return reason
	}
	switch {
	case v.Space != SpaceParam && (entry || v.Space != SpaceReg):
		return "a parameter must be in .param, or .reg in a .func: " + v.Name
	case v.Space == SpaceParam && v.Vector > 0:
		return "a parameter must not be a vector: " + v.Name
	case len(v.Dims) > 1:
		return "a parameter must not have more than one dimension: " + v.Name
	case entry && len(v.Dims) == 1 && v.Dims[0] < 0:
		return "a kernel's parameter must have an extent: " + v.Name
	}
	return ""
}
