package roofline

import (
	"math"
	"strconv"
	"strings"
)

// Readable writes a rate with four significant digits and the prefix in which
// people quote it: GB/s (1e9), and TFLOP/s or GFLOP/s. Other units stay as they
// are.
func Readable(value float64, unit string) string {
	factor, prefix := Prefix(value, unit)
	return Significant(value/factor) + " " + prefix + unit
}

// Prefix is the factor and the prefix of the unit in which Readable writes a
// value.
func Prefix(value float64, unit string) (factor float64, prefix string) {
	switch unit {
	case "B/s":
		return 1e9, "G"
	case "FLOP/s", "OP/s":
		if math.Abs(value) >= 1e12 {
			return 1e12, "T"
		}
		return 1e9, "G"
	}
	return 1, ""
}

// Significant writes a number with four significant digits and without an
// exponent for what is of everyday size.
func Significant(value float64) string {
	const digits = 4
	text := strconv.FormatFloat(value, 'e', digits-1, 64)
	exponent, err := strconv.Atoi(text[strings.IndexByte(text, 'e')+1:])
	if err != nil || value == 0 || exponent >= 7 || exponent < -3 {
		return strconv.FormatFloat(value, 'g', digits, 64)
	}
	return strconv.FormatFloat(value, 'f', max(digits-1-exponent, 0), 64)
}
