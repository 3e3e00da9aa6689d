package ptx

// initializer reads the value of a variable: an element or a nested list.
func (p *parser) initializer() *Initializer {
	p.enter()
	defer p.leave()
	init := &Initializer{Pos: p.tok.pos}
	if p.is("{") {
		init.List = p.initializerList()
		return init
	}
	if p.tok.kind == number && p.peek().text == "(" {
		p.masked(init)
		return init
	}
	if p.startsConstant() {
		init.Elem = p.constant().immediate()
		return init
	}
	p.address(init)
	return init
}

// masked reads "0xFF00(symbol)".
func (p *parser) masked(init *Initializer) {
	pos := p.tok.pos
	init.Mask = p.atom().bits
	if init.Mask == 0 {
		p.fail(pos, "a mask must select a byte")
	}
	p.expect("(")
	p.address(init)
	p.expect(")")
}

func (p *parser) initializerList() []*Initializer {
	list := []*Initializer{}
	p.expect("{")
	if p.accept("}") {
		return list
	}
	for {
		list = append(list, p.listElement())
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
	return list
}

// listElement is an initialiser, or "property = value" of an opaque variable.
func (p *parser) listElement() *Initializer {
	if p.tok.kind != ident || p.peek().text != "=" {
		return p.initializer()
	}
	key := p.take().text
	p.expect("=")
	init := &Initializer{Pos: p.tok.pos, Key: key}
	if p.tok.kind == ident {
		init.Elem = &Name{Text: p.tok.text, Pos: p.tok.pos}
		p.advance()
	} else {
		init.Elem = p.constant().immediate()
	}
	return init
}

// address reads a symbol's address: "s", "s+4", "generic(s)", "generic(s)+4".
func (p *parser) address(init *Initializer) {
	n := &Name{Pos: p.tok.pos}
	n.Text = p.name("a constant or a symbol")
	if n.Text == "generic" && p.accept("(") {
		init.Generic = true
		n.Pos = p.tok.pos
		n.Text = p.name("a symbol")
		p.expect(")")
	}
	if p.accept("+") {
		n.Offset = p.integer()
	}
	init.Elem = n
}
