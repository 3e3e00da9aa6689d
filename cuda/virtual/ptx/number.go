package ptx

import (
	"math"
	"strconv"
	"strings"
)

// scanNumber takes an integer (decimal, 0x, 0b, octal, with or without U), a
// decimal floating-point literal, or the bits of one (0f and 8 or 0d and 16
// hexadecimal digits). A modifier such as ".1d" also starts with a digit.
func (l *lexer) scanNumber(s string, pos Pos) (kind, int) {
	if s[0] == '.' {
		if n := decimalLength(s); n < len(s) && (isFollow(s[n]) || strings.HasPrefix(s[n:], "::")) {
			return l.scanWord(s, pos)
		}
	}
	n := bitsLength(s)
	if n == 0 {
		n = radixLength(s)
	}
	if n == 0 {
		n = decimalLength(s)
	}
	if n < len(s) && isFollow(s[n]) {
		l.fail(pos, "malformed number "+strconv.Quote(s[:span(s, n)]))
	}
	return number, n
}

// bitsLength gives the length of a literal such as 0f3F800000, or 0.
func bitsLength(s string) int {
	if len(s) < 2 || s[0] != '0' {
		return 0
	}
	want := 10
	switch s[1] | 0x20 {
	case 'f':
	case 'd':
		want = 18
	default:
		return 0
	}
	if len(s) < want || strings.TrimLeft(s[2:want], hexDigits) != "" {
		return 0
	}
	return want
}

const hexDigits = "0123456789abcdefABCDEF"

// radixLength gives the length of a hexadecimal or binary integer, or 0.
func radixLength(s string) int {
	if len(s) < 3 || s[0] != '0' {
		return 0
	}
	digits := ""
	switch s[1] | 0x20 {
	case 'x':
		digits = hexDigits
	case 'b':
		digits = "01"
	default:
		return 0
	}
	n := 2 + len(s[2:]) - len(strings.TrimLeft(s[2:], digits))
	if n == 2 {
		return 0
	}
	return n + suffixLength(s[n:])
}

// decimalLength gives the length of a decimal or octal integer or of a decimal
// floating-point literal.
func decimalLength(s string) int {
	n := digitsEnd(s, 0)
	float := n < len(s) && s[n] == '.'
	if float {
		n = digitsEnd(s, n+1)
	}
	if n < len(s) && s[n]|0x20 == 'e' {
		e := n + 1
		if e < len(s) && (s[e] == '+' || s[e] == '-') {
			e++
		}
		if end := digitsEnd(s, e); end > e {
			return end
		}
	}
	if float {
		return n
	}
	return n + suffixLength(s[n:])
}

func digitsEnd(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

func suffixLength(s string) int {
	if strings.HasPrefix(s, "U") {
		return 1
	}
	return 0
}

// literal gives the value of a number token, or false where it does not fit its
// type: 08, an integer beyond 64 bits, a decimal that is no normal double.
func literal(text string) (value, bool) {
	if bitsLength(text) == len(text) && len(text) > 0 {
		bits, err := strconv.ParseUint(text[2:], 16, 64)
		kind := f64
		if text[1]|0x20 == 'f' {
			kind = single
		}
		return value{kind: kind, bits: bits}, err == nil
	}
	if radixLength(text) == 0 && strings.ContainsAny(text, ".eE") {
		return decimal(text)
	}
	digits := strings.TrimSuffix(text, "U")
	n, err := strconv.ParseUint(digits, 0, 64)
	if digits != text || n > math.MaxInt64 {
		return unsigned(n), err == nil
	}
	return signed(int64(n)), err == nil
}

// minNormal is the smallest normal double.
const minNormal = 0x1p-1022

func decimal(text string) (value, bool) {
	f, err := strconv.ParseFloat(text, 64)
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	underflow := f < minNormal && strings.ContainsAny(mantissa, "123456789")
	return floatValue(f), err == nil && !underflow
}
