package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/kernels"
	"ridgeline/kernels/sass"
)

// As printed for two entries, one with shared memory, local memory and a
// device function that is no entry; the constant banks stand on one line.
const twoEntries = `ptxas info    : 0 bytes gmem, 256 bytes cmem[3]
ptxas info    : Compiling entry function 'k' for 'sm_75'
ptxas info    : Function properties for k
    128 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 42 registers, used 1 barriers, 128 bytes cumulative stack size, 1024 bytes smem, 364 bytes cmem[0], 8 bytes cmem[2]
ptxas info    : Compile time = 3.162 ms
ptxas info    : Function properties for _Z1gfi
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Compiling entry function 'plain' for 'sm_90a'
ptxas info    : Function properties for plain
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 0 barriers
ptxas info    : Compile time = 3.194 ms
`

func TestParseReport(t *testing.T) {
	r, err := parseReport(twoEntries)
	require.NoError(t, err)
	assert.Equal(t, report{
		"k":     {Registers: 42, SharedBytes: 1024, StackBytes: 128, SpillStoreBytes: 8, SpillLoadBytes: 12, ConstBytes: 372},
		"plain": {Registers: 8},
	}, r)
}

func TestParseReportTakesEveryRemarkForAnError(t *testing.T) {
	for _, line := range []string{
		"ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized",
		"ptxas warning : Registers are spilled to local memory in function 'k', 16 bytes spill stores",
		"something new",
	} {
		_, err := parseReport(twoEntries + line + "\n")
		assert.EqualError(t, err, "the assembler says: "+line)
	}
}

func TestDescribeHoldsEntriesToTheHeader(t *testing.T) {
	src := kernels.Source{Path: "a/a.cu", MaxRegisters: 32}
	img := image{
		ptx: ".visible .entry b(\n.visible .entry a(\n",
		reports: map[string]report{
			"sm_80": {"a": {Registers: 31}, "b": {Registers: 32}},
			"sm_90": {"a": {Registers: 30}, "b": {Registers: 29}},
		},
	}
	exit, loop := sass.Instruction{Opcode: "EXIT", Flow: sass.End}, sass.Instruction{Opcode: "BRA", Guarded: true, Flow: sass.Jump}
	codes := map[string]map[string]sass.Code{"sm_80": {"a": {exit}, "b": {exit}}, "sm_90": {"a": {exit}, "b": {loop, exit}}}
	entries, err := describe(img, codes, src)
	require.NoError(t, err)
	straight := sass.Audit{Outside: sass.Counts{"EXIT": 1}, Loops: []sass.Counts{}}
	looped := sass.Audit{Outside: sass.Counts{"EXIT": 1}, Loops: []sass.Counts{{"BRA": 1}}}
	assert.Equal(t, []kernels.Entry{
		{Symbol: "b", Builds: map[string]kernels.Build{"sm_80": {Registers: 32}, "sm_90": {Registers: 29}},
			Audits: []kernels.Audit{{Targets: []string{"sm_80"}, Audit: straight}, {Targets: []string{"sm_90"}, Audit: looped}}},
		{Symbol: "a", Builds: map[string]kernels.Build{"sm_80": {Registers: 31}, "sm_90": {Registers: 30}},
			Audits: []kernels.Audit{{Targets: []string{"sm_80", "sm_90"}, Audit: straight}}},
	}, entries)

	src.MaxRegisters = 31
	_, err = describe(img, codes, src)
	assert.EqualError(t, err, "a/a.cu: b takes 32 registers on sm_80, its header allows 31")

	delete(img.reports["sm_90"], "b")
	src.MaxRegisters = 32
	_, err = describe(img, codes, src)
	assert.EqualError(t, err, "a/a.cu: the assembler did not report b for sm_90")

	_, err = describe(image{ptx: ".entry hidden("}, nil, src)
	assert.ErrorContains(t, err, `a/a.cu has no extern "C" __global__ function`)
}

func FuzzParseReport(f *testing.F) {
	f.Add(twoEntries)
	f.Add("ptxas info : Used 99999999999999999999 registers, used 0 barriers")
	f.Fuzz(func(t *testing.T, out string) {
		r, err := parseReport(out)
		assert.True(t, err == nil || r == nil)
	})
}
