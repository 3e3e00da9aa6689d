package ptx

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// skipBlank passes white space, comments and line markers.
func (l *lexer) skipBlank() {
	for l.at < len(l.src) {
		switch c := l.src[l.at]; {
		case c == '\n':
			l.at++
			l.line++
			l.lineStart = l.at
		case c == ' ', c == '\t', c == '\r', c == '\v', c == '\f':
			l.at++
		case c == '/' && strings.HasPrefix(l.src[l.at:], "//"):
			l.skipLine()
		case c == '/' && strings.HasPrefix(l.src[l.at:], "/*"):
			l.skipComment()
		case c == '#' && markerLength(l.src[l.at:]) > 0:
			l.skipTo(l.at + markerLength(l.src[l.at:]))
		default:
			return
		}
	}
}

// skipLine passes the rest of the line, but not its end.
func (l *lexer) skipLine() {
	n := strings.IndexByte(l.src[l.at:], '\n')
	if n < 0 {
		n = len(l.src) - l.at
	}
	l.at += n
}

func (l *lexer) skipComment() {
	n := strings.Index(l.src[l.at+2:], "*/")
	if n < 0 {
		l.fail(l.pos(), "this comment is not closed")
		return
	}
	l.skipTo(l.at + 2 + n + 2)
}

// skipTo passes text that may hold line ends.
func (l *lexer) skipTo(stop int) {
	l.countLines(l.at, stop)
	l.at = stop
}

// countLines notes the line ends between two offsets.
func (l *lexer) countLines(from, to int) {
	s := l.src[from:to]
	if n := strings.Count(s, "\n"); n > 0 {
		l.line += n
		l.lineStart = from + strings.LastIndexByte(s, '\n') + 1
	}
}

// markerLength gives the length of what a C preprocessor leaves at the head of
// s, `# 1 "file" 2` or `#line 1 "file"`, or 0. It does not change the lines of
// messages, which are those of the text itself.
func markerLength(s string) int {
	rest := strings.TrimLeft(s[1:], " \t")
	rest = strings.TrimLeft(strings.TrimPrefix(rest, "line"), " \t")
	digits := digitsEnd(rest, 0)
	name := strings.TrimLeft(rest[digits:], " \t")
	if digits == 0 || len(name) == len(rest)-digits || !strings.HasPrefix(name, `"`) {
		return 0
	}
	_, flags, closed := strings.Cut(name[1:], `"`)
	flags = strings.TrimLeft(flags, "0123456789 \t\r")
	if !closed || flags != "" && flags[0] != '\n' {
		return 0
	}
	return len(s) - len(flags)
}

// quoteByte shows the character at the head of s for a message.
func quoteByte(s string) string {
	r, _ := utf8.DecodeRuneInString(s)
	return strconv.QuoteRune(r)
}
