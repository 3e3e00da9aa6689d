package exec

import (
	"math"
	"math/big"
)

// halfFunction decodes the functions that exist for fp16 and bf16: ex2, with
// .ftz for bf16, and tanh.
func (d *decoder) halfFunction(name string, m floatMods, approx bool) {
	brain := m.typ.kind == kindBFloat
	switch {
	case !approx || name == "ex2" && m.ftz != brain || name == "tanh" && m.ftz:
		d.invalid("this form does not exist for " + m.typ.String())
	case name == "ex2":
		d.unary(m.halves1(math.Exp2, bigExp2), halfFunctionCost(m.typ), m.typ, m.typ)
	case name == "tanh":
		d.unary(m.halves1(math.Tanh, bigTanh), halfFunctionCost(m.typ), m.typ, m.typ)
	default:
		d.invalid(name + " does not exist for " + m.typ.String())
	}
}

func halfFunctionCost(t typ) cost {
	return cost{pipe: PipeXU, issues: uint8(t.lanes), path: pathSFU, ops: uint16(t.lanes)}
}

// halves1 makes a correctly rounded function of halves out of one of doubles.
// Where the error of the double decides, the exact function is asked.
func (m floatMods) halves1(double func(float64) float64, exact func(float64) *big.Float) func(a uint64) uint64 {
	const margin = 0x1p-48
	return func(a uint64) uint64 {
		return lanesOf(m.typ, func(shift int) uint64 {
			x := m.halfIn(a >> shift)
			y := double(x)
			if y-y != 0 || y == 0 {
				return m.halfOut(y)
			}
			slack := float64(math.Abs(y) * margin)
			if m.halfOut(y-slack) != m.halfOut(y+slack) {
				y, _ = exact(x).Float64()
			}
			return m.halfOut(y)
		})
	}
}
