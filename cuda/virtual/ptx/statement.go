package ptx

// block reads "{ statements }".
func (p *parser) block() *Block {
	p.enter()
	defer p.leave()
	b := &Block{Pos: p.tok.pos}
	p.expect("{")
	for !p.is("}") && p.tok.kind != end {
		b.Statements = p.statement(b.Statements)
	}
	b.End = p.tok.pos
	p.expect("}")
	return b
}

// statement reads one statement and appends it; a declaration of several
// variables appends several.
func (p *parser) statement(list []Statement) []Statement {
	switch p.tok.kind {
	case ident:
		return append(list, p.labelOrInstruction())
	case word:
		return p.bodyDirective(list)
	}
	switch p.tok.text {
	case "{":
		return append(list, p.block())
	case "@":
		guard := p.guard()
		return append(list, p.instruction(guard, p.nameToken("an instruction")))
	}
	p.expected("a statement")
	return list
}

func (p *parser) bodyDirective(list []Statement) []Statement {
	switch p.tok.text {
	case ".loc":
		return append(list, p.loc())
	case ".pragma":
		return append(list, p.pragma())
	}
	if !p.startsVariable() {
		p.expected("a statement")
		return list
	}
	for _, v := range p.variables(Internal) {
		if isOpaque(v.Type) {
			p.fail(v.Pos, "a texture, sampler or surface belongs into the module: "+v.Name)
		}
		list = append(list, v)
	}
	return list
}

// labelOrInstruction reads what begins with a name.
func (p *parser) labelOrInstruction() Statement {
	t := p.nameToken("a label or an instruction")
	if !p.accept(":") {
		return p.instruction(nil, t)
	}
	switch p.tok.text {
	case ".branchtargets", ".calltargets":
		return p.targets(t)
	case ".callprototype":
		return p.prototype(t)
	}
	return &Label{Name: t.text, Pos: t.pos}
}

// targets reads the names of .branchtargets or .calltargets.
func (p *parser) targets(label token) *TargetList {
	list := &TargetList{Name: label.text, Kind: p.take().text[1:], Pos: label.pos}
	for {
		list.Targets = append(list.Targets, p.name("a target"))
		if !p.accept(",") {
			break
		}
	}
	p.expect(";")
	return list
}

// prototype reads ".callprototype (return) _ (parameters) directives;".
func (p *parser) prototype(label token) *TargetList {
	f := &Function{Pos: p.take().pos}
	if p.is("(") {
		f.Return = p.params(f)
	}
	p.expect("_")
	if p.is("(") {
		f.Params = p.params(f)
	}
	p.functionDirectives(f)
	p.expect(";")
	return &TargetList{Name: label.text, Kind: "callprototype", Prototype: f, Pos: label.pos}
}

// guard reads "@p" or "@!p".
func (p *parser) guard() *Guard {
	p.expect("@")
	g := &Guard{Negated: p.accept("!"), Pos: p.tok.pos}
	g.Register = p.name("a predicate")
	return g
}
