package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/kernels/sass"
)

// As printed for a kernel that begins at 0x80, on several architectures.
const disassembly = `[{"Producer": "nvdisasm"}, [{"function-name": "k", "start": 128, "sass-instructions": [
{"opcode": "LDL.LU", "operands": "R0,[R1]"},
{"predicate": "@!P0", "opcode": "BRA", "operands": "0x80", "other-attributes": {"control-flow": "True"}},
{"opcode": "BRA.U", "operands": "!UP0,0x90", "other-attributes": {"control-flow": "True"}},
{"predicate": "@P0", "opcode": "CALL.REL.NOINC", "operands": "0x80", "other-attributes": {"control-flow": "True"}},
{"opcode": "CALL.REL.NOINC", "operands": "$slow_path", "other-attributes": {"control-flow": "True"}},
{"opcode": "BSSY.RECONVERGENT", "operands": "B0,0x80", "other-attributes": {"control-flow": "True"}},
{"predicate": "@P0", "opcode": "BAR.SYNC", "operands": "0x0", "other-attributes": {"inter-warp-barrier": "True"}},
{"predicate": "@!P0", "opcode": "EXIT", "other-attributes": {"control-flow": "True"}},
{"opcode": "BRX", "operands": "R2,-0x120", "other-attributes": {"control-flow": "True"}}]}]]`

func TestParseDisassembly(t *testing.T) {
	codes, err := parseDisassembly([]byte(disassembly))
	require.NoError(t, err)
	assert.Equal(t, map[string]sass.Code{"k": {
		{Opcode: "LDL.LU"},
		{Opcode: "BRA", Guarded: true, Flow: sass.Jump},
		{Opcode: "BRA.U", Flow: sass.Branch, Target: 1},
		{Opcode: "CALL.REL.NOINC", Guarded: true, Flow: sass.Jump},
		{Opcode: "CALL.REL.NOINC", Flow: sass.Call},
		{Opcode: "BSSY.RECONVERGENT"},
		{Opcode: "BAR.SYNC", Guarded: true},
		{Opcode: "EXIT", Guarded: true, Flow: sass.End},
		{Opcode: "BRX", Flow: sass.Lost},
	}}, codes)
}

func TestParseDisassemblyRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"nvdisasm fatal : no":      "nvdisasm: invalid character",
		"[]":                       "nvdisasm: unexpected end",
		`[{}, {"start": 0}]`:       "nvdisasm: json: cannot unmarshal object",
		`[{}, [{"start": "zero"}]`: "nvdisasm: unexpected end",
		`[{}, [{"function-name": "k", "sass-instructions": [{"opcode": "BRA", "operands": "0x8",` +
			` "other-attributes": {"control-flow": "True"}}]}]]`: "nvdisasm: k, instruction 0: BRA 0x8: no address of an instruction",
	} {
		_, err := parseDisassembly([]byte(text))
		assert.ErrorContains(t, err, want, text)
	}
}

func TestRelabelWantsSm70(t *testing.T) {
	_, err := relabel(make([]byte, 64))
	assert.ErrorContains(t, err, "does not say so where it should")
}

func FuzzParseDisassembly(f *testing.F) {
	f.Add([]byte(disassembly))
	f.Fuzz(func(_ *testing.T, text []byte) {
		codes, err := parseDisassembly(text)
		if err != nil {
			return
		}
		for _, code := range codes {
			_, _ = sass.LocalOf(code) // whatever was read, it ends
		}
	})
}
