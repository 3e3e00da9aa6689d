package kernels

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestProofs(t *testing.T) {
	l, err := Load()
	require.NoError(t, err)
	lines := func(symbol string) (lines []string) {
		for _, p := range l.Proofs(symbol) {
			lines = append(lines, p.String())
		}
		return lines
	}
	assert.Equal(t, []string{
		"fma_fp32_chains8 (sm_70 to sm_121): loop FFMA=1024; code FFMA=1024; never FADD FMUL FFMA2; never LDL STL",
	}, lines("fma_fp32_chains8"))
	assert.Equal(t, []string{
		"spill_fp32_live64_regs32 (sm_70): loop FFMA=64; code FFMA=64; loop LDL.32=53 LDL=53 STL.32=53 STL=53",
		"spill_fp32_live64_regs32 (sm_75 to sm_121): loop FFMA=64; code FFMA=64; loop LDL.32=52 LDL=52 STL.32=52 STL=52",
	}, lines("spill_fp32_live64_regs32"))
	assert.Empty(t, lines("none"))
}
