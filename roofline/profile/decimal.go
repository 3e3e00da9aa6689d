package profile

import (
	"bytes"
	"errors"
	"math"
	"strconv"
)

// Decimal is the mark between the whole and the fraction of a number in a text
// file: '.' or ','. The zero Decimal is "not known".
type Decimal byte

const (
	DecimalPoint Decimal = '.'
	DecimalComma Decimal = ','
)

// other is the mark that groups digits where d is the decimal.
func (d Decimal) other() Decimal {
	if d == DecimalPoint {
		return DecimalComma
	}
	return DecimalPoint
}

// hint is what one number says of the way its file writes numbers.
type hint byte

const (
	hintNone      hint = iota // the same either way
	hintPoint                 // '.' is the decimal
	hintComma                 // ',' is the decimal
	hintUngrouped             // long and without a mark: digits are not grouped here
	hintEither                // cannot be read before the file's way is known
)

// errNotNumber is a cell that is no number, such as "n/a" or a word.
var errNotNumber = errors.New("not a number")

// errWrongDecimal is a number that cannot be written so with the file's decimal.
var errWrongDecimal = errors.New("contradicts the decimal mark of the file")

// shape is where the marks of a number are.
type shape struct {
	points, commas int
	last           int  // place of the last mark, -1 without one
	digits         int  // before the first mark
	after          int  // digits after the last mark
	zero           bool // begins with 0
	exponent       bool
}

// digitsOf says how a number is written; false where the cell is no number.
func digitsOf(cell []byte) (shape, bool) {
	s := shape{last: -1}
	seen := 0
	for i, c := range cell {
		switch {
		case c >= '0' && c <= '9':
			if seen == 0 {
				s.zero = c == '0'
			}
			seen++
			if s.last < 0 {
				s.digits++
			} else if !s.exponent {
				s.after++
			}
		case (c == '.' || c == ',') && !s.exponent:
			if s.last >= 0 && cell[s.last] == c && s.after != groupDigits {
				return s, false
			}
			s.last, s.after = i, 0
			if c == '.' {
				s.points++
			} else {
				s.commas++
			}
		case (c == 'e' || c == 'E') && seen > 0 && !s.exponent:
			s.exponent = true
		case (c == '-' || c == '+') && (i == 0 || cell[i-1] == 'e' || cell[i-1] == 'E'):
		default:
			return s, false
		}
	}
	return s, seen > 0
}

const (
	groupDigits     = 3
	ungroupedDigits = 5 // with so many in a row a grouping locale would have grouped
)

// weigh says what a cell tells of the file's decimal mark. Whole tells that the
// metric only has whole values, and percent that it is a percentage, which a
// reading in the thousands cannot be.
func weigh(cell []byte, whole, percent bool) hint {
	cell, spaced := squeeze(cell)
	s, ok := digitsOf(cell)
	if !ok {
		return hintNone
	}
	switch {
	case s.points+s.commas == 0:
		if s.digits >= ungroupedDigits && !spaced && !s.exponent {
			return hintUngrouped
		}
		return hintNone
	case s.points > 0 && s.commas > 0: // the last is the decimal
		return decimalHint(Decimal(cell[s.last]))
	case s.points+s.commas > 1: // repeated, so it groups
		return decimalHint(Decimal(cell[s.last]).other())
	}
	mark := Decimal(cell[s.last])
	grouped := isGrouped(s)
	switch {
	case !grouped || spaced || percent:
		return decimalHint(mark)
	case whole:
		return decimalHint(mark.other())
	}
	return hintEither
}

func decimalHint(d Decimal) hint {
	if d == DecimalPoint {
		return hintPoint
	}
	return hintComma
}

// squeeze removes what groups digits without doubt: spaces of any width,
// apostrophes, and a no-break space of Latin-1.
func squeeze(cell []byte) (squeezed []byte, spaced bool) {
	if bytes.IndexFunc(cell, isGroupSpace) < 0 && bytes.IndexByte(cell, 0xA0) < 0 {
		return cell, false
	}
	out := make([]byte, 0, len(cell))
	for i := 0; i < len(cell); {
		r, size := rune(cell[i]), 1
		if r >= 0x80 {
			r, size = decodeRune(cell[i:])
		}
		if !isGroupSpace(r) {
			out = append(out, cell[i:i+size]...)
		}
		i += size
	}
	return out, true
}

// parseDecimal reads a number with the given decimal mark, times a factor.
func parseDecimal(cell []byte, decimal Decimal, factor float64) (float64, error) {
	cell, _ = squeeze(cell)
	s, ok := digitsOf(cell)
	if !ok {
		return 0, errNotNumber
	}
	group := byte(decimal.other())
	marks, groups := s.points, s.commas
	if decimal == DecimalComma {
		marks, groups = s.commas, s.points
	}
	if marks > 1 || marks == 1 && cell[s.last] == group || marks == 0 && groups == 1 && !isGrouped(s) {
		return 0, errWrongDecimal
	}
	plain := make([]byte, 0, 32)
	for _, c := range cell {
		switch c {
		case group:
		case byte(decimal):
			plain = append(plain, '.')
		default:
			plain = append(plain, c)
		}
	}
	value, err := parseTimes(plain, factor)
	if err != nil {
		return 0, errNotNumber
	}
	return value, nil
}

// parseTimes is a number times a factor. A power of ten goes into the exponent, so
// that 117.344 µs and 117344 ns are the same to the last bit.
func parseTimes(plain []byte, factor float64) (float64, error) {
	const rounding = 1e-12 // of the quotient of two units
	power := int(math.Round(math.Log10(factor)))
	if power != 0 && math.Abs(math.Pow10(power)/factor-1) < rounding {
		if at := bytes.IndexAny(plain, "eE"); at >= 0 {
			exponent, err := strconv.Atoi(string(plain[at+1:]))
			if err != nil {
				return 0, err
			}
			plain, power = plain[:at], power+exponent
		}
		plain = strconv.AppendInt(append(plain, 'e'), int64(power), 10)
		factor = 1
	}
	value, err := strconv.ParseFloat(string(plain), 64)
	return value * factor, err
}

// isGrouped tells whether the one mark of a number may group thousands.
func isGrouped(s shape) bool {
	return s.after == groupDigits && s.digits >= 1 && s.digits <= groupDigits && !s.zero && !s.exponent
}
