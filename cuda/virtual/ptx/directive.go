package ptx

import "strings"

// alias reads ".alias name, aliasee;".
func (p *parser) alias() {
	p.advance()
	a := Alias{Pos: p.tok.pos}
	a.Name = p.name("an alias")
	p.expect(",")
	a.Aliasee = p.name("a function's name")
	p.expect(";")
	p.module.Aliases = append(p.module.Aliases, a)
}

// fileDirective reads `.file 1 "name"`, which may go on with a time stamp and a
// size. No ";" ends it.
func (p *parser) fileDirective() {
	f := File{Pos: p.take().pos}
	f.Index = int(p.size("a file's index"))
	f.Name = p.quotedText("a file's name in quotes")
	if p.accept(",") {
		p.numbers(2)
	}
	p.module.Files = append(p.module.Files, f)
}

func (p *parser) quotedText(what string) string {
	if p.tok.kind != quoted {
		p.expected(what)
		return ""
	}
	return strings.Trim(p.take().text, `"`)
}

// pragma reads `.pragma "text", "text";`.
func (p *parser) pragma() *Directive {
	d := &Directive{Name: "pragma", Pos: p.take().pos}
	for {
		d.Args = append(d.Args, p.quotedText("a pragma in quotes"))
		if !p.accept(",") {
			break
		}
	}
	p.expect(";")
	return d
}

// loc reads ".loc file line column", which may go on with ", function_name
// label+offset, inlined_at file line column". No ";" ends it. The arguments are
// the numbers and words in their order.
func (p *parser) loc() *Directive {
	d := &Directive{Name: "loc", Pos: p.take().pos}
	d.Args = p.place()
	if p.accept(",") {
		p.expect("function_name")
		d.Args = append(d.Args, "function_name", p.labelOffset(), "inlined_at")
		p.expect(",")
		p.expect("inlined_at")
		d.Args = append(d.Args, p.place()...)
	}
	return d
}

// place reads a file's index, a line and a column.
func (p *parser) place() []string {
	var list []string
	for range 3 {
		list = append(list, p.numbers(1)...)
	}
	return list
}

// labelOffset reads "label" or "label+4".
func (p *parser) labelOffset() string {
	text := p.name("a label")
	if p.accept("+") {
		text += "+" + p.numbers(1)[0]
	}
	return text
}

// section reads ".section .name { … }" with its lists of data and its labels.
// The arguments are the section's name and its content as written.
func (p *parser) section() *Directive {
	d := &Directive{Name: "section", Pos: p.take().pos}
	if p.tok.kind != word {
		p.expected("a section's name")
		return d
	}
	name := p.take().text
	p.expect("{")
	from := p.tok.offset
	for !p.is("}") && p.tok.kind != end {
		p.sectionLine()
	}
	d.Args = []string{name, strings.TrimSpace(p.src[from:p.tok.offset])}
	p.expect("}")
	return d
}

// sectionLine reads "label:", ".b8 1, 2, …", or one address after .b32 or .b64.
func (p *parser) sectionLine() {
	switch p.tok.text {
	case ".b8", ".b16", ".b32", ".b64":
		p.advance()
	default:
		p.name("a label, .b8, .b16, .b32 or .b64")
		p.expect(":")
		return
	}
	if p.tok.kind == word || p.tok.kind == ident {
		p.sectionAddress()
		return
	}
	for {
		p.accept("-")
		p.numbers(1)
		if !p.accept(",") {
			return
		}
	}
}

// sectionAddress reads "label", ".section", either with "+4", or "label-label".
func (p *parser) sectionAddress() {
	p.advance()
	switch {
	case p.accept("-"):
		p.name("a label")
	case p.accept("+"):
		p.numbers(1)
	}
}
