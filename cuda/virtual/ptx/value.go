package ptx

import "math"

// valueKind is the type of a constant: .s64, .u64 or .f64, or the bits of an
// IEEE single, 0f…, which take no part in expressions.
type valueKind uint8

const (
	s64 valueKind = iota
	u64
	f64
	single
)

// value is a constant while an expression is folded.
type value struct {
	kind valueKind
	bits uint64
}

func signed(n int64) value       { return value{kind: s64, bits: uint64(n)} }
func unsigned(n uint64) value    { return value{kind: u64, bits: n} }
func floatValue(f float64) value { return value{kind: f64, bits: math.Float64bits(f)} }

func truth(b bool) value {
	if b {
		return signed(1)
	}
	return signed(0)
}

func (v value) float() float64  { return math.Float64frombits(v.bits) }
func (v value) isInteger() bool { return v.kind <= u64 }

// immediate gives the operand for v.
func (v value) immediate() *Immediate {
	return &Immediate{
		Float:    !v.isInteger(),
		Bits:     v.bits,
		Single:   v.kind == single,
		Unsigned: v.kind == u64,
	}
}

// unary folds "op v", or gives false where the types do not allow it.
func unary(op string, v value) (value, bool) {
	if v.kind == f64 {
		switch op {
		case "+":
			return v, true
		case "-":
			return floatValue(-v.float()), true
		}
		return v, false
	}
	if !v.isInteger() {
		return v, false
	}
	switch op {
	case "-":
		v.bits = -v.bits
	case "!":
		return truth(v.bits == 0), true
	case "~":
		v = unsigned(^v.bits)
	}
	return v, true
}

// binary folds "a op b", or gives false where the types do not allow it. The
// caller has refused a division by zero. A remainder is always unsigned.
func binary(op string, a, b value) (value, bool) {
	switch {
	case a.kind == f64 && b.kind == f64:
		return floatBinary(op, a.float(), b.float())
	case !a.isInteger() || !b.isInteger():
		return a, false
	}
	switch op {
	case "<<", ">>":
		return shift(op, a, b.bits), true
	}
	if a.kind == u64 || b.kind == u64 || op == "%" {
		return unsignedBinary(op, a.bits, b.bits), true
	}
	return signedBinary(op, int64(a.bits), int64(b.bits)), true
}

// shift takes the count modulo 64, as the assembler does.
func shift(op string, a value, count uint64) value {
	count &= 63
	switch {
	case op == "<<":
		a.bits <<= count
	case a.kind == u64:
		a.bits >>= count
	default:
		a.bits = uint64(int64(a.bits) >> count)
	}
	return a
}

func floatBinary(op string, a, b float64) (value, bool) {
	switch op {
	case "+":
		return floatValue(a + b), true
	case "-":
		return floatValue(a - b), true
	case "*":
		return floatValue(a * b), true
	case "/":
		return floatValue(a / b), true
	case "&&", "||":
		return value{}, false
	}
	return compare(op, a, b)
}

// compare folds the comparisons and the logical operators.
func compare[T int64 | uint64 | float64](op string, a, b T) (value, bool) {
	switch op {
	case "<":
		return truth(a < b), true
	case "<=":
		return truth(a <= b), true
	case ">":
		return truth(a > b), true
	case ">=":
		return truth(a >= b), true
	case "==":
		return truth(a == b), true
	case "!=":
		return truth(a != b), true
	case "&&":
		return truth(a != 0 && b != 0), true
	case "||":
		return truth(a != 0 || b != 0), true
	}
	return value{}, false
}

func unsignedBinary(op string, a, b uint64) value {
	if n, ok := arithmetic(op, a, b); ok {
		return unsigned(n)
	}
	v, _ := compare(op, a, b)
	return v
}

func signedBinary(op string, a, b int64) value {
	if n, ok := arithmetic(op, a, b); ok {
		return signed(n)
	}
	v, _ := compare(op, a, b)
	return v
}

func arithmetic[T int64 | uint64](op string, a, b T) (T, bool) {
	switch op {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	case "/":
		return a / b, true
	case "%":
		return a % b, true
	case "&":
		return a & b, true
	case "|":
		return a | b, true
	case "^":
		return a ^ b, true
	}
	return 0, false
}
