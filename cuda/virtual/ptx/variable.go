package ptx

import "strings"

// startsVariable tells whether the current token begins a variable.
func (p *parser) startsVariable() bool {
	return isSpace(p.tok.text) || p.is(".align") || p.is(".attribute")
}

func isSpace(text string) bool {
	switch text {
	case ".reg", ".sreg", ".const", ".global", ".local", ".param", ".shared", ".tex":
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
	shared := p.variableType()
	shared.Linkage = linkage
	var list []*Variable
	for {
		v := *shared
		if p.declarator(&v) {
			list = append(list, &v)
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect(";")
	return list
}

// variableType reads what stands before the name: space, alignment, vector,
// type, attributes.
func (p *parser) variableType() *Variable {
	v := &Variable{Pos: p.tok.pos}
	for p.tok.kind == word {
		text := p.tok.text
		switch {
		case isSpace(text) && v.Space == "":
			v.Space = Space(p.take().text[1:])
		case text == ".align" && (v.Type == "" || v.Space == SpaceParam):
			p.advance()
			v.Align = p.alignment()
		case isVector(text) && v.Vector == 0 && v.Type == "":
			v.Vector = int(p.take().text[2] - '0')
		case isType(text) && v.Type == "":
			v.Type = p.take().text[1:]
		case text == ".ptr" && v.Space == SpaceParam && v.Type != "" && v.Ptr == nil:
			v.Ptr = p.pointer()
		case text == ".attribute":
			v.Attributes = append(v.Attributes, p.attribute()...)
		default:
			p.expected("a variable's type or name")
		}
	}
	if p.err == nil && v.Space == "" {
		p.expected("a state space")
	}
	if p.err == nil && v.Type == "" {
		p.expected("a type")
	}
	return v
}

func isVector(text string) bool { return text == ".v2" || text == ".v4" || text == ".v8" }

// alignment reads a power of two.
func (p *parser) alignment() int {
	pos := p.tok.pos
	n := p.integer()
	if n <= 0 || n&(n-1) != 0 || n > 1<<30 {
		p.fail(pos, "an alignment must be a power of two")
	}
	return int(n)
}

// pointer reads ".ptr" with the space and alignment of what it points to.
func (p *parser) pointer() *Pointer {
	p.expect(".ptr")
	ptr := &Pointer{}
	if isSpace(p.tok.text) {
		ptr.Space = Space(p.take().text[1:])
	}
	if p.accept(".align") {
		ptr.Align = p.alignment()
	}
	return ptr
}

// attribute reads ".attribute(.managed, .unified(1, 2))".
func (p *parser) attribute() []string {
	var list []string
	p.expect(".attribute")
	p.expect("(")
	for {
		if p.tok.kind != word {
			p.expected("an attribute")
			break
		}
		text := p.take().text[1:]
		if p.accept("(") {
			var args []string
			for p.tok.kind == number {
				args = append(args, p.take().text)
				p.accept(",")
			}
			p.expect(")")
			text += "(" + strings.Join(args, ",") + ")"
		}
		list = append(list, text)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return list
}

// declarator reads a name with its count or extents and its initialiser. It
// gives false where the count is zero.
func (p *parser) declarator(v *Variable) bool {
	v.Pos = p.tok.pos
	v.Name = p.name("a variable's name")
	ranged := p.is("<")
	if ranged {
		p.count(v)
	}
	v.Dims = p.dims()
	if p.is("=") {
		p.advance()
		v.Init = p.initializer()
	}
	return !ranged || v.Count > 0
}

// maxCount bounds the registers of one declaration.
const maxCount = 1 << 24

// count reads "<n>": n names, with a number from 0 to n-1 appended.
func (p *parser) count(v *Variable) {
	p.expect("<")
	pos := p.tok.pos
	if p.tok.kind != number {
		p.expected("a number of registers")
		return
	}
	n, ok := literal(p.take().text)
	if !ok || !n.isInteger() || n.bits > maxCount {
		p.fail(pos, "malformed number of registers")
	}
	v.Count = int(n.bits)
	p.expect(">")
}

// dims reads the extents of an array: "[2][3]" or "[]".
func (p *parser) dims() []int64 {
	var dims []int64
	for p.accept("[") {
		n := int64(-1)
		if !p.is("]") {
			pos := p.tok.pos
			if n = p.integer(); n < 0 {
				p.fail(pos, "an array extent must not be negative")
			}
		}
		p.expect("]")
		dims = append(dims, n)
	}
	return dims
}
