package arch

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The rules of the paper's table, by architecture and type.
func TestAccumulate(t *testing.T) {
	for _, c := range []struct {
		name                 string
		major, minor, bits   int
		narrow               bool
		way                  string
		fraction, step, kept int
	}{
		{"fp16 on Volta", 7, 0, 16, false, MMASync, 23, 4, 23},
		{"fp16 on Turing", 7, 5, 16, false, MMASync, 24, 8, 23},
		{"fp16 on Ampere", 8, 0, 16, false, MMASync, 24, 8, 23},
		{"tf32 on Ampere", 8, 6, 32, false, MMASync, 24, 4, 23},
		{"fp8 on Ada", 8, 9, 8, true, MMASync, 13, 16, 13},
		{"fp16 on Ada", 8, 9, 16, false, MMASync, 24, 8, 23},
		{"fp16 on Hopper", 9, 0, 16, false, MMASync, 25, 16, 23},
		{"fp8 of mma.sync on Hopper, by FP16", 9, 0, 8, true, MMASync, 25, 16, 23},
		{"fp8 of wgmma on Hopper", 9, 0, 8, true, WGMMA, 13, 32, 13},
		{"fp16 of wgmma on Hopper", 9, 0, 16, false, WGMMA, 25, 16, 23},
		{"fp8 of tcgen05", 10, 0, 8, true, TCGen05, 25, 32, 23},
		{"fp8 on RTX Blackwell", 12, 0, 8, true, MMASync, 25, 32, 23},
		{"tf32 on RTX Blackwell", 12, 0, 32, false, MMASync, 25, 8, 23},
		{"the newest", 0, 0, 16, false, MMASync, 25, 16, 23},
	} {
		a := Accumulate(c.major, c.minor, c.bits, c.narrow, c.way)
		assert.Equal(t, []int{c.fraction, c.step, c.kept}, []int{a.FractionBits, a.Step, a.ResultBits}, c.name)
		assert.NotEmpty(t, a.Source, c.name)
	}
}
