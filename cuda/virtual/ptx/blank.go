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
		case c == '#' && isLineMarker(l.src[l.at:]):
			l.skipLine()
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
	stop := l.at + 2 + n + 2
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

// isLineMarker tells whether s starts with what a C preprocessor leaves:
// `# 1 "file"` or `#line 1 "file"`. It does not change the line numbers of
// messages, which are those of the text itself.
func isLineMarker(s string) bool {
	s = strings.TrimLeft(strings.TrimPrefix(s[1:], "line"), " \t")
	return s != "" && isDigit(s[0])
}

// quoteByte shows the character at the head of s for a message.
func quoteByte(s string) string {
	r, _ := utf8.DecodeRuneInString(s)
	return strconv.QuoteRune(r)
}
