//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/kernels"
	"ridgeline/kernels/sass"
)

// The build learns what the table does not know, and needs the disassembler no
// more; learning anew gives the same table, and tells of a manifest that is not as
// the disassembler has it.
func TestRelearn(t *testing.T) {
	tools, err := findToolchain(t.Context(), install(t))
	require.NoError(t, err)
	dir := sourceDir(t, "// targets: sm_120\n// registers: 9\n// contract: loop FFMA=1\n")
	top := t.TempDir()
	require.NoError(t, os.Rename(dir, filepath.Join(top, kernelsDir)))
	t.Chdir(top)
	var out bytes.Buffer
	require.NoError(t, build(t.Context(), tools, &out))
	table := filepath.Join(kernelsDir, opcodesFile)
	learnt, err := os.ReadFile(table)
	require.NoError(t, err)
	assert.Contains(t, string(learnt), "FFMA")

	require.NoError(t, relearn(t.Context(), tools, &out))
	assert.Contains(t, out.String(), "kernels: learnt the opcodes of 24 instructions")
	again, err := os.ReadFile(table)
	require.NoError(t, err)
	assert.Contains(t, string(again), "FFMA")

	manifest := filepath.Join(kernelsDir, "manifest.json")
	text, err := os.ReadFile(manifest)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(manifest, bytes.Replace(text, []byte("FFMA=1 "), []byte("FFMA=2 "), 1), 0o600))
	var stale *kernels.StaleError
	require.ErrorAs(t, relearn(t.Context(), tools, &out), &stale)
	assert.Equal(t, "manifest.json", stale.File)
}

// Two opcodes that no bit tells apart cannot be learnt.
func TestTableMustTellWhatItHasLearnt(t *testing.T) {
	tools := &toolchain{learnt: []sass.Sample{{Capability: 90, Opcode: "A"}, {Capability: 90, Opcode: "B"}}}
	_, err := tools.table()
	assert.ErrorContains(t, err, `table of opcodes: {Low:0 High:0} for compute capability 90 is B and passes for "A"`)
}
