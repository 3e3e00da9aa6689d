package ptx

import "strings"

// operand reads one operand, or two as the pair "p|q".
func (p *parser) operand() Operand {
	first := p.simpleOperand()
	if !p.is("|") {
		return first
	}
	p.advance()
	return &Pair{First: first, Second: p.simpleOperand()}
}

func (p *parser) simpleOperand() Operand {
	switch {
	case p.is("{"):
		return p.vector()
	case p.is("["):
		return p.bracketed()
	}
	if p.isNegatedName() {
		p.advance()
		n := p.namedOperand()
		if name, ok := n.(*Name); ok {
			name.Negated = true
		}
		return n
	}
	return p.scalar()
}

// scalar reads a constant or a name.
func (p *parser) scalar() Operand {
	switch {
	case p.startsConstant():
		return p.constant().immediate()
	case p.tok.kind == ident:
		return p.namedOperand()
	}
	p.expected("an operand")
	return &Name{}
}

// isNegatedName tells whether "!name" or "-name" stands here, and no constant.
func (p *parser) isNegatedName() bool {
	if !p.is("!") && !p.is("-") {
		return false
	}
	next := p.peek()
	return next.kind == ident && next.text != "WARP_SZ"
}

// namedOperand reads a name and what may follow it: a component, an offset, or
// an index, which makes it an address.
func (p *parser) namedOperand() Operand {
	n := &Name{Text: p.tok.text, Pos: p.tok.pos}
	p.advance()
	if p.tok.kind == word {
		if !isSelector(p.tok.text) {
			p.expected("a component such as .x")
		}
		n.Component = strings.TrimPrefix(p.take().text, ".")
		return n
	}
	switch {
	case p.is("["):
		return p.element(n)
	case p.is("+"), p.is("-"):
		n.Offset = p.offset()
	}
	return n
}

// isSelector tells whether text takes a part of a register: a component of a
// vector, or the bytes or halves of a video instruction's operand.
func isSelector(text string) bool {
	switch text {
	case ".x", ".y", ".z", ".w", ".r", ".g", ".b", ".a":
		return true
	}
	return len(text) > 2 && (text[1] == 'b' || text[1] == 'h') && digitsEnd(text, 2) == len(text)
}

// element reads the index of "a[2]", "a[%r]" or "a[%r+1]". Until names are
// resolved, a Scale of one stands for the size of an element.
func (p *parser) element(base *Name) *Address {
	a := &Address{Base: base, Scale: 1}
	p.expect("[")
	if p.startsConstant() {
		a.Offset = p.integer()
	} else {
		a.Index = &Name{Text: p.tok.text, Pos: p.tok.pos}
		p.name("an index")
		if p.is("+") || p.is("-") {
			a.Offset = p.offset()
		}
	}
	p.expect("]")
	return a
}

// offset reads "+constant"; "-constant" stays a constant with its sign.
func (p *parser) offset() int64 {
	p.accept("+")
	return p.integer()
}

// vector reads "{a, b, _, 1}".
func (p *parser) vector() *Vector {
	p.expect("{")
	v := &Vector{Elems: p.scalars()}
	p.expect("}")
	return v
}

// scalars reads one or more scalars with commas between them.
func (p *parser) scalars() []Operand { return p.commaList(p.scalar) }

// bracketed reads an address: "[a+4]", "[16]", or with coordinates or further
// elements "[map, {x, y}]", "[texture, sampler, {x}]".
func (p *parser) bracketed() *Address {
	a := &Address{}
	p.expect("[")
	if p.startsConstant() {
		a.Base = p.constant().immediate()
	} else {
		n := &Name{Text: p.tok.text, Pos: p.tok.pos}
		p.name("an address")
		if p.is("+") || p.is("-") {
			a.Offset = p.offset()
		}
		a.Base = n
	}
	for p.accept(",") {
		if p.is("{") && a.Coords == nil {
			a.Coords = p.vector().Elems
			continue
		}
		a.Extra = append(a.Extra, &Name{Text: p.tok.text, Pos: p.tok.pos})
		p.name("a name")
	}
	p.expect("]")
	return a
}
