package ptx_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/cuda/virtual/ptx"
)

// Expressions have the values that the assembler (ptxas 13.5) writes for them.
func TestConstantExpressions(t *testing.T) {
	const two63 = uint64(1) << 63
	for expr, want := range map[string]uint64{
		"2 + 3 * 4":                       14,
		"(2 + 3) * 4":                     20,
		"2 + 3 << 1 & 7 == 7":             0, // 10 & (7 == 7)
		"1 | 2 ^ 3 & 4":                   3,
		"1 || 0 && 0":                     1,
		"7 - 4 - 2":                       1,
		"1 << 64":                         1,
		"1 << 65":                         2,
		"1 << -1":                         two63,
		"-1 >> 1":                         ^uint64(0),
		"-1 >> 64":                        ^uint64(0),
		"-1 >> 1U":                        ^uint64(0),
		"(.u64)-1 >> 1":                   two63 - 1,
		"(.s64)0x8000000000000000U >> 63": ^uint64(0),
		"-8 / 3":                          ^uint64(1), // -2
		"-8 / 3U":                         6148914691236517202,
		"-8 % 3":                          2, // unsigned
		"(-8 % 5) / 2":                    1,
		"~0 / 2":                          two63 - 1,
		"~5 >> 1":                         two63 - 3,
		"!0 / -2":                         0,
		"!7":                              0,
		"+ -5 / 2":                        ^uint64(1),
		"-1 < 0":                          1,
		"-1 < 0U":                         0,
		"-1U < 0":                         0,
		"5 >= 5":                          1,
		"5 != 5":                          0,
		"1.5 < 2.5":                       1,
		"1.0 == 1.0":                      1,
		"(1 ? -1 : 2U) / 2":               0,
		"0 ? 1 : 0 ? 2 : 3":               3,
		"-9223372036854775808":            two63,
		"9223372036854775808 / 2":         1 << 62,
		"(-1 ^ 0) / 2":                    0,
		"-WARP_SZ / 2 * 3":                ^uint64(47),
	} {
		m := parseModule(t, ".global .u64 x = "+expr+";")
		assert.Equal(t, want, m.Variables[0].Init.Elem.(*ptx.Immediate).Bits, expr)
	}
}

// Nesting is bounded, so that no text can exhaust the stack.
func TestDeepNesting(t *testing.T) {
	const n = 100_000
	for _, snippet := range []string{
		".global .u32 x = " + strings.Repeat("(", n),
		".global .u32 x = " + strings.Repeat("- ", n) + "1;",
		".global .u32 x = " + strings.Repeat("(.u64)", n) + "1;",
		".global .u32 x = " + strings.Repeat("1?", n),
		".global .u32 x = " + strings.Repeat("0?1:", n) + "1;",
		".global .u32 x[1] = " + strings.Repeat("{", n),
		".entry e() " + strings.Repeat("{", n),
	} {
		_, err := ptx.Parse("deep.ptx", []byte(moduleHead+snippet))
		assert.ErrorContains(t, err, "nested too deep", snippet[:30])
	}
	flat := strings.Repeat("1 + ", n) + "1"
	m := parseModule(t, ".global .u32 x = "+flat+";")
	assert.Equal(t, uint64(n+1), m.Variables[0].Init.Elem.(*ptx.Immediate).Bits)
}
