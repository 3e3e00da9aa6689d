package ptx

import "strings"

// instruction reads what follows the opcode, to the ";".
func (p *parser) instruction(guard *Guard, opcode token) *Instruction {
	in := &Instruction{Guard: guard, Opcode: opcode.text, Pos: opcode.pos}
	for p.tok.kind == word {
		in.Modifiers = append(in.Modifiers, p.take().text[1:])
	}
	switch {
	case p.is(";"):
	case p.is("}"), p.tok.kind == end:
		p.expected(`an operand or ";"`)
	case in.Opcode == "call":
		in.Operands = p.callOperands()
	default:
		in.Operands = p.operands()
	}
	in.Text = oneLine(p.src[opcode.offset:p.tok.offset])
	p.expect(";")
	return in
}

// operands reads one or more operands with commas between them.
func (p *parser) operands() []Operand { return p.commaList(p.operand) }

// commaList reads one or more items with commas between them.
func (p *parser) commaList(item func() Operand) []Operand {
	list := make([]Operand, 0, 4)
	for {
		list = append(list, item())
		if !p.accept(",") {
			return list
		}
	}
}

// callOperands reads "(return), function, (arguments), prototype", where all
// but the function may be absent.
func (p *parser) callOperands() []Operand {
	return p.commaList(func() Operand {
		if p.is("(") {
			return p.tuple()
		}
		return p.operand()
	})
}

func (p *parser) tuple() *Tuple {
	t := &Tuple{}
	p.expect("(")
	if !p.is(")") {
		t.Elems = p.scalars()
	}
	p.expect(")")
	return t
}

// oneLine gives text without comments and line ends, with single blanks.
func oneLine(text string) string {
	if !strings.ContainsAny(text, "/\n\t\r\v\f#") && !strings.Contains(text, "  ") {
		return strings.TrimSuffix(text, " ")
	}
	var b strings.Builder
	b.Grow(len(text))
	l := lexer{src: text, line: 1}
	for {
		from := l.at
		l.skipBlank()
		if l.at >= len(text) {
			return b.String()
		}
		if l.at > from {
			b.WriteByte(' ')
		}
		from = l.at
		for l.at < len(text) && !isBlank(text[l.at:]) {
			l.at++
		}
		b.WriteString(text[from:l.at])
	}
}

// isBlank tells whether white space or a comment begins at the head of s.
func isBlank(s string) bool {
	switch s[0] {
	case ' ', '\t', '\r', '\n', '\v', '\f':
		return true
	case '/':
		return strings.HasPrefix(s, "//") || strings.HasPrefix(s, "/*")
	case '#':
		return markerLength(s) > 0
	}
	return false
}
