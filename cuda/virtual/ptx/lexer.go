package ptx

import "strings"

// kind is the class of a token.
type kind uint8

const (
	end    kind = iota // of the file
	ident              // a name: r1, %r1, $L, or the sink "_"
	word               // a dot and what follows: .global, .shared::cta, .1d
	number             // an integer or floating-point literal
	quoted             // a string, with its quotes
	symbol             // an operator, bracket or separator
)

// token is a piece of the text.
type token struct {
	kind   kind
	text   string
	pos    Pos
	offset int // of its first byte in the text
}

// lexer cuts the text into tokens. After its first error it yields only end.
type lexer struct {
	file      string
	src       string
	at        int // the next byte
	line      int // of the next byte, from 1
	lineStart int // the offset where that line begins
	err       *SyntaxError
}

// fail records the first error and ends the stream of tokens, so that every
// loop of the parser ends too.
func (l *lexer) fail(pos Pos, detail string) {
	if l.err == nil {
		l.err = &SyntaxError{File: l.file, Pos: pos, Detail: detail}
	}
	l.at = len(l.src)
}

func (l *lexer) pos() Pos { return Pos{Line: l.line, Column: l.at - l.lineStart + 1} }

// next gives the next token.
func (l *lexer) next() token {
	l.skipBlank()
	t := token{pos: l.pos(), offset: l.at}
	if l.at >= len(l.src) {
		return t
	}
	n := 0
	t.kind, n = l.scan(l.src[l.at:], t.pos)
	if l.err != nil {
		return token{pos: t.pos, offset: l.at}
	}
	t.text = l.src[l.at : l.at+n]
	if t.kind == quoted {
		l.countLines(l.at, l.at+n)
	}
	l.at += n
	return t
}

// scan gives the class and the length of the token at the head of s.
func (l *lexer) scan(s string, pos Pos) (kind, int) {
	c := s[0]
	switch {
	case isDigit(c), c == '.' && len(s) > 1 && isDigit(s[1]):
		return l.scanNumber(s, pos)
	case c == '.':
		return l.scanWord(s, pos)
	case isLetter(c), c == '_', (c == '$' || c == '%') && len(s) > 1 && isFollow(s[1]):
		return ident, span(s, 1)
	case c == '"':
		return l.scanQuoted(s, pos)
	}
	n := operatorLength(s)
	if n == 0 {
		l.fail(pos, "unexpected character "+quoteByte(s))
	}
	return symbol, n
}

// scanWord takes ".name", and parts joined to it by "::".
func (l *lexer) scanWord(s string, pos Pos) (kind, int) {
	n := span(s, 1)
	if n == 1 {
		l.fail(pos, `expected a name after "."`)
	}
	for n+2 < len(s) && s[n] == ':' && s[n+1] == ':' && isFollow(s[n+2]) {
		n = span(s, n+2)
	}
	return word, n
}

// scanQuoted takes a string. PTX knows no escapes in it, and it may hold lines.
func (l *lexer) scanQuoted(s string, pos Pos) (kind, int) {
	n := strings.IndexByte(s[1:], '"')
	if n < 0 {
		l.fail(pos, "this string is not closed")
	}
	return quoted, n + 2
}

// operatorLength gives the length of the operator, bracket or separator at the
// head of s, or 0 where there is none.
func operatorLength(s string) int {
	if len(s) > 1 {
		switch s[:2] {
		case "<<", ">>", "<=", ">=", "==", "!=", "&&", "||":
			return 2
		}
	}
	if strings.IndexByte("()[]{}<>,;:@!+-*/%&|^~?=", s[0]) >= 0 {
		return 1
	}
	return 0
}

// span gives the end of the run of name characters that starts at i.
func span(s string, i int) int {
	for i < len(s) && isFollow(s[i]) {
		i++
	}
	return i
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// isFollow tells whether c may stand inside a name.
func isFollow(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' || c == '$' }
