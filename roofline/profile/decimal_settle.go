package profile

import "io"

// headBytes is how much of a file is searched for evidence of its decimal mark.
const headBytes = 8 << 20

// settleDecimal finds the decimal mark of a file in its head, which it reads
// through walk: a function that gives every metric cell of it.
//
// Two marks in a number, or the same mark twice, or other than three digits
// after it, prove it. So does a long number without marks, more weakly: such a
// file does not group digits, and any mark is a decimal. Zero is no evidence and
// no doubt so far.
func settleDecimal(walk func(visit func(metricCell) error) error) (Decimal, error) {
	var either *AmbiguousNumberError
	ungrouped := false
	found := Decimal(0)
	err := walk(func(cell metricCell) error {
		text := cutInstances(trimSpace(cell.text))
		switch weigh(text, isWhole(cell), cell.unit.dimension == dimensionPercent) {
		case hintPoint:
			found = DecimalPoint
			return io.EOF
		case hintComma:
			found = DecimalComma
			return io.EOF
		case hintUngrouped:
			ungrouped = true
		case hintEither:
			if either == nil {
				either = &AmbiguousNumberError{cell.line, string(text), cell.metric}
			}
		case hintNone:
		}
		return nil
	})
	switch {
	case err != nil || found != 0 || either == nil:
		return found, err
	case ungrouped:
		return markOf(either.Cell), nil
	}
	return 0, either
}

// markOf is the one mark of a number.
func markOf(cell string) Decimal {
	for _, c := range cell {
		if c == rune(DecimalComma) {
			return DecimalComma
		}
	}
	return DecimalPoint
}
