package ptx

import "math"

// startsVariable tells whether the current token begins a variable.
func (p *parser) startsVariable() bool {
	return isSpace(p.tok.text) || p.is(".align") || p.is(".attribute")
}

func isSpace(text string) bool {
	switch text {
	case ".reg", ".const", ".global", ".local", ".param", ".shared":
		return true
	}
	return false
}

// isType tells whether text is a fundamental or opaque type, with its dot.
func isType(text string) bool {
	switch text {
	case ".s8", ".s16", ".s32", ".s64", ".u8", ".u16", ".u32", ".u64",
		".b8", ".b16", ".b32", ".b64", ".b128",
		".f16", ".f16x2", ".f32", ".f64", ".pred",
		".texref", ".samplerref", ".surfref":
		return true
	}
	return false
}

// variables reads a declaration of one or several variables, to its ";". The
// form "%r<0>" declares none.
func (p *parser) variables(linkage Linkage) []*Variable {
	common := p.variableType()
	common.Linkage = linkage
	var list []*Variable
	for {
		v := *common
		if p.declarator(&v) {
			list = append(list, &v)
			p.refuse(v.Pos, misdeclared(&v))
			p.checkInitializer(&v)
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect(";")
	return list
}

// variableType reads what stands before the name: space, alignment, attributes,
// vector and type.
func (p *parser) variableType() *Variable {
	v := &Variable{Pos: p.tok.pos}
	p.placement(v)
	if !isSpace(p.tok.text) {
		p.expected("a state space")
		return v
	}
	v.Space = Space(p.take().text[1:])
	p.placement(v)
	if isVector(p.tok.text) {
		v.Vector = int(p.take().text[2] - '0')
	}
	if !isType(p.tok.text) {
		p.expected("a type")
		return v
	}
	v.Type = p.take().text[1:]
	switch {
	case v.Space == SpaceParam && p.accept(".align"):
		v.Align = p.alignment()
	case v.Space == SpaceParam && p.is(".ptr"):
		v.Ptr = p.pointer()
	}
	return v
}

// placement reads alignments and attributes.
func (p *parser) placement(v *Variable) {
	for {
		switch {
		case p.accept(".align"):
			v.Align = p.alignment()
		case p.is(".attribute"):
			v.Attributes = append(v.Attributes, p.attribute()...)
		default:
			return
		}
	}
}

func isVector(text string) bool { return text == ".v2" || text == ".v4" }

// alignment reads a power of two.
func (p *parser) alignment() int {
	pos := p.tok.pos
	n := p.size("an alignment")
	if n <= 0 || n&(n-1) != 0 {
		p.fail(pos, "an alignment must be a power of two")
	}
	return int(n)
}

// size reads one integer literal that is no more than 2^62, so that no sum of
// sizes that a caller makes overflows at once.
func (p *parser) size(what string) int64 {
	if p.tok.kind != number {
		p.expected(what)
		return 0
	}
	t := p.take()
	v, ok := literal(t.text)
	if !ok || !v.isInteger() || v.bits > 1<<62 {
		p.fail(t.pos, "malformed number "+t.text)
		return 0
	}
	return int64(v.bits)
}

// pointer reads ".ptr" with the space and alignment of what it points to.
func (p *parser) pointer() *Pointer {
	p.expect(".ptr")
	ptr := &Pointer{}
	switch p.tok.text {
	case ".const", ".global", ".local", ".shared":
		ptr.Space = Space(p.take().text[1:])
	}
	if p.accept(".align") {
		ptr.Align = p.alignment()
	}
	return ptr
}

// declarator reads a name with its count or extents and its initialiser. It
// gives false where the count is zero.
func (p *parser) declarator(v *Variable) bool {
	v.Pos = p.tok.pos
	v.Name = p.name("a variable's name")
	if p.is("<") {
		p.count(v)
		return v.Count > 0
	}
	v.Dims = p.dims()
	if p.accept("=") {
		v.Init = p.initializer()
	}
	return true
}

// count reads "<n>": n names, with a number from 0 to n-1 appended.
func (p *parser) count(v *Variable) {
	p.expect("<")
	pos := p.tok.pos
	n := p.size("a number of registers")
	if n > math.MaxInt32 {
		p.fail(pos, "too many registers")
	}
	v.Count = int(n)
	p.expect(">")
}

// dims reads the extents of an array: "[2][3]". The first may be empty.
func (p *parser) dims() []int64 {
	var dims []int64
	for p.accept("[") {
		n := int64(-1)
		if len(dims) > 0 || !p.is("]") {
			n = p.size("the extent of an array")
		}
		p.expect("]")
		dims = append(dims, n)
	}
	return dims
}
