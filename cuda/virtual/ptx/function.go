package ptx

import "strconv"

// function reads an .entry or .func: a definition with a body, or a declaration.
func (p *parser) function(pos Pos, linkage Linkage) *Function {
	f := &Function{Entry: p.tok.text == ".entry", Linkage: linkage, Pos: pos}
	p.advance()
	if !f.Entry && p.is(".attribute") {
		d := Directive{Name: "attribute", Pos: p.tok.pos}
		d.Args = p.attribute()
		f.Directives = append(f.Directives, d)
	}
	if !f.Entry && p.is("(") {
		f.Return = p.params(f)
	}
	f.Name = p.name("a function's name")
	if p.is("(") {
		f.Params = p.params(f)
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
func (p *parser) params(f *Function) []*Variable {
	var list []*Variable
	p.expect("(")
	if p.accept(")") {
		return nil
	}
	for {
		list = append(list, p.param(f))
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return list
}

// param reads one parameter. In a prototype, which has no name, and in a kernel
// it may be nameless, "_".
func (p *parser) param(f *Function) *Variable {
	v := p.variableType()
	v.Pos = p.tok.pos
	if p.is("_") && (f.Entry || f.Name == "") {
		v.Name = p.take().text
	} else {
		v.Name = p.name("a parameter's name")
	}
	v.Dims = p.dims()
	p.refuse(v.Pos, misplacedParam(v, f.Entry))
	return v
}

// functionDirectives reads what stands between the parameters and the body.
func (p *parser) functionDirectives(f *Function) {
	for p.tok.kind == word {
		d := Directive{Name: p.tok.text[1:], Pos: p.tok.pos}
		numbers, ok := directiveNumbers(d.Name, f.Entry)
		switch {
		case d.Name == "pragma":
			d = *p.pragma()
		case !ok:
			p.expected("a directive of this kind of function")
		default:
			p.advance()
			if numbers > 0 {
				d.Args = p.numbers(numbers)
			}
		}
		f.Directives = append(f.Directives, d)
	}
}

// directiveNumbers gives how many numbers may follow a directive of a kernel or
// of a device function; false where it has no such directive.
func directiveNumbers(name string, entry bool) (int, bool) {
	switch name {
	case "maxntid", "reqntid", "reqnctapercluster":
		return 3, entry
	case "maxnreg", "minnctapersm", "maxnctapersm", "maxclusterrank":
		return 1, entry
	case "explicitcluster", "blocksareclusters":
		return 0, entry
	case "abi_preserve", "abi_preserve_control":
		return 1, !entry
	case "noreturn":
		return 0, !entry
	}
	return 0, false
}

// numbers reads one to most integers, with commas between them, and gives them
// in decimal.
func (p *parser) numbers(most int) []string {
	var list []string
	for {
		list = append(list, strconv.FormatInt(p.size("a number"), 10))
		if len(list) == most || !p.accept(",") {
			return list
		}
	}
}
