package profile

import "unicode/utf8"

// isGroupSpace tells whether a rune is one that locales group digits with.
func isGroupSpace(r rune) bool {
	switch r {
	case ' ', '\'', '’', 0x00A0, 0x2009, 0x202F:
		return true
	}
	return false
}

// decodeRune is utf8.DecodeRune, but a byte that is no UTF-8 is Latin-1: there a
// no-break space is the byte 0xA0.
func decodeRune(text []byte) (rune, int) {
	r, size := utf8.DecodeRune(text)
	if r == utf8.RuneError && size <= 1 {
		return rune(text[0]), 1
	}
	return r, size
}
