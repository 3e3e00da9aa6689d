package profile

import (
	"bytes"
	"errors"
	"strings"
)

// metricCell is one value of a table, before it is a number.
type metricCell struct {
	metric string // name, or the label where the page shows labels
	unit   unit
	text   []byte
	line   int64
}

// cellReader turns cells into numbers, once the file's decimal mark is known.
type cellReader struct {
	decimal Decimal // 0 until it is settled
}

// number reads a cell. It is errNotNumber for words and n/a.
func (r *cellReader) number(cell metricCell) (float64, error) {
	text := cutInstances(bytes.TrimSpace(cell.text))
	if r.decimal == 0 {
		if err := r.settle(cell, text); err != nil {
			return 0, err
		}
	}
	decimal := r.decimal
	if decimal == 0 { // the cell reads the same either way
		decimal = DecimalPoint
	}
	value, err := parseDecimal(text, decimal, cell.unit.factor)
	if errors.Is(err, errWrongDecimal) {
		return 0, &DecimalError{cell.line, string(text), cell.metric, decimal}
	}
	return value, err
}

// settle learns the decimal mark from a cell, after the head of the file told
// nothing.
func (r *cellReader) settle(cell metricCell, text []byte) error {
	switch weigh(text, isWhole(cell), cell.unit.dimension == dimensionPercent) {
	case hintPoint:
		r.decimal = DecimalPoint
	case hintComma:
		r.decimal = DecimalComma
	case hintEither:
		return &AmbiguousNumberError{cell.line, string(text), cell.metric}
	case hintNone, hintUngrouped:
	}
	return nil
}

// cutInstances drops the instances that may follow a value in brackets, as in
// "8,192 (4,096; 4,096)".
func cutInstances(text []byte) []byte {
	if len(text) > 0 && text[len(text)-1] == ')' {
		before, _, _ := bytes.Cut(text, []byte(" ("))
		return before
	}
	return text
}

// isWhole tells a metric whose values have no fraction, so that a mark before
// three digits groups them. Times are not among them: the tool may scale those.
func isWhole(cell metricCell) bool {
	name := cell.metric
	if !isMetricName(name) {
		name = labelledMetric(name, cell.unit.dimension)
	}
	if cell.unit.factor != 1 || cell.unit.dimension == dimensionTime || cell.unit.dimension == dimensionPercent {
		return false
	}
	if strings.HasPrefix(name, "launch__") {
		return !strings.Contains(name, "waves") && !strings.Contains(name, "pct")
	}
	if strings.HasPrefix(name, "device__attribute_") {
		return true
	}
	counted := strings.HasPrefix(name, "dram__") || strings.Contains(name, "__t_") || strings.Contains(name, "inst_executed")
	return counted && strings.HasSuffix(name, ".sum")
}

// isAbsent tells a cell that says that there is no value.
func isAbsent(text []byte) bool {
	switch strings.ToLower(string(bytes.TrimSpace(text))) {
	case "", "-", "n/a", "na", "nan", "-nan", "inf", "-inf", "none", "(!) n/a":
		return true
	}
	return false
}
