package ptx

// function reads an .entry or .func: a definition with a body, or a declaration.
func (p *parser) function(pos Pos, linkage Linkage) *Function {
	f := &Function{Entry: p.tok.text == ".entry", Linkage: linkage, Pos: pos}
	p.advance()
	if p.is(".attribute") {
		d := Directive{Name: "attribute", Pos: p.tok.pos}
		d.Args = p.attribute()
		f.Directives = append(f.Directives, d)
	}
	if !f.Entry && p.is("(") {
		f.Return = p.params()
	}
	f.Name = p.name("a function's name")
	if p.is("(") {
		f.Params = p.params()
	}
	p.functionDirectives(f)
	if p.is("{") {
		f.Body = p.block()
		return f
	}
	if !p.accept(";") {
		p.expected(`"{", ";" or a directive of the function`)
	}
	return f
}

// params reads "(.param .u32 a, .reg .b64 b)".
func (p *parser) params() []*Variable {
	var list []*Variable
	p.expect("(")
	for !p.is(")") {
		list = append(list, p.param())
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return list
}

// param reads one parameter. In a prototype its name may be the sink "_".
func (p *parser) param() *Variable {
	v := p.variableType()
	v.Pos = p.tok.pos
	if v.Space != SpaceParam && v.Space != SpaceReg && p.err == nil {
		p.fail(v.Pos, "a parameter must be in .param or .reg")
	}
	if p.tok.kind != ident {
		p.expected("a parameter's name")
	}
	v.Name = p.take().text
	v.Dims = p.dims()
	return v
}

// functionDirectives reads what stands between the parameters and the body.
func (p *parser) functionDirectives(f *Function) {
	for p.tok.kind == word {
		d := Directive{Name: p.tok.text[1:], Pos: p.tok.pos}
		switch p.tok.text {
		case ".maxntid", ".reqntid", ".reqnctapercluster":
			p.advance()
			d.Args = p.numbers(3)
		case ".maxnreg", ".minnctapersm", ".maxnctapersm", ".maxclusterrank",
			".abi_preserve", ".abi_preserve_control":
			p.advance()
			d.Args = p.numbers(1)
		case ".noreturn", ".explicitcluster", ".blocksareclusters":
			p.advance()
		case ".pragma":
			d = *p.pragma()
		default:
			p.expected("a directive of a function")
		}
		f.Directives = append(f.Directives, d)
	}
}

// numbers reads one to most numbers, with commas between them.
func (p *parser) numbers(most int) []string {
	var list []string
	for {
		if p.tok.kind != number {
			p.expected("a number")
			break
		}
		list = append(list, p.take().text)
		if len(list) == most || !p.accept(",") {
			break
		}
	}
	return list
}
