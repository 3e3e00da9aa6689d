package ptx

import (
	"strconv"
	"strings"
)

// parser reads declarations and statements from the tokens of a lexer. It looks
// one token ahead. After an error the stream ends, so nothing needs to stop.
type parser struct {
	lexer
	tok    token // the current token
	depth  int
	module *Module
}

// Parse reads PTX text and resolves every name in it. The name stands in
// messages; it need not be that of a file. An error is a *SyntaxError: text
// that is not of the grammar, or that declares a name twice or not at all.
func Parse(name string, src []byte) (*Module, error) {
	p := &parser{
		lexer:  lexer{file: name, src: string(src), line: 1},
		module: &Module{Name: name, AddressBits: 32},
	}
	p.advance()
	p.header()
	for p.tok.kind != end {
		p.moduleItem()
	}
	if p.err != nil {
		return nil, p.err
	}
	if err := resolve(p.module); err != nil {
		return nil, err
	}
	return p.module, nil
}

// advance moves to the next token.
func (p *parser) advance() { p.tok = p.next() }

// take gives the current token and moves on.
func (p *parser) take() token {
	t := p.tok
	p.advance()
	return t
}

// peek gives the token after the current one.
func (p *parser) peek() token {
	ahead := p.lexer
	return ahead.next()
}

// fail takes the place of the lexer's, to drop the current token too.
func (p *parser) fail(pos Pos, detail string) {
	p.lexer.fail(pos, detail)
	p.tok = token{pos: pos, offset: len(p.src)}
}

func (p *parser) failHere(detail string) { p.fail(p.tok.pos, detail) }

// expected fails with what was wanted and what is there.
func (p *parser) expected(what string) {
	found := strconv.Quote(p.tok.text)
	if p.tok.kind == end {
		found = "the end of the file"
	}
	p.failHere("expected " + what + ", found " + found)
}

// is tells whether the current token is this operator, separator or word.
func (p *parser) is(text string) bool { return p.tok.text == text }

// accept passes the token where it is the given one.
func (p *parser) accept(text string) bool {
	if !p.is(text) {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.expected(strconv.Quote(text))
	}
}

// name reads an identifier; the sink "_" is none.
func (p *parser) name(what string) string { return p.nameToken(what).text }

func (p *parser) nameToken(what string) token {
	if p.tok.kind != ident || p.tok.text == "_" || p.tok.text == "WARP_SZ" {
		p.expected(what)
		return token{}
	}
	return p.take()
}

// header reads .version, .target and .address_size, which lead in this order.
func (p *parser) header() {
	if !p.accept(".version") {
		p.expected(".version at the start of the file")
		return
	}
	p.version()
	if !p.accept(".target") {
		p.expected(".target after .version")
		return
	}
	p.module.Targets = append(p.module.Targets, p.name("a target"))
	for p.accept(",") {
		p.module.Targets = append(p.module.Targets, p.name("a target"))
	}
	if !p.accept(".address_size") {
		return
	}
	if !p.is("32") && !p.is("64") {
		p.expected("an address size of 32 or 64")
		return
	}
	p.module.AddressBits, _ = strconv.Atoi(p.take().text)
}

func (p *parser) version() {
	major, minor, found := strings.Cut(p.tok.text, ".")
	a, errA := strconv.Atoi(major)
	b, errB := strconv.Atoi(minor)
	if p.tok.kind != number || !found || errA != nil || errB != nil {
		p.expected("a version such as 8.0")
		return
	}
	p.module.Version = Version{Major: a, Minor: b}
	p.advance()
}

// moduleItem reads one declaration or directive at module scope.
func (p *parser) moduleItem() {
	pos := p.tok.pos
	switch p.tok.text {
	case ".file":
		p.fileDirective()
		return
	case ".alias":
		p.alias()
		return
	case ".section":
		p.module.Raw = append(p.module.Raw, *p.section())
		return
	case ".pragma":
		p.module.Raw = append(p.module.Raw, *p.pragma())
		return
	}
	linkage := p.linkage()
	switch p.tok.text {
	case ".entry", ".func":
		p.module.Functions = append(p.module.Functions, p.function(pos, linkage))
	default:
		if !p.startsVariable() {
			p.expected("a directive, variable or function")
			return
		}
		list := p.variables(linkage)
		for _, v := range list {
			p.refuse(v.Pos, misplacedInModule(v))
		}
		p.module.Variables = append(p.module.Variables, list...)
	}
}

func (p *parser) linkage() Linkage {
	switch p.tok.text {
	case ".extern", ".visible", ".weak", ".common":
		return Linkage(p.take().text[1:])
	}
	return Internal
}
