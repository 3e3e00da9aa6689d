//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// gpuCheck runs scripts/gpu-check.sh with a program of this name and text in
// the place of ridgeline, and gives its exit code and its summary.
func gpuCheck(t *testing.T, program, seconds string) (code int, summary string) {
	t.Helper()
	folder := t.TempDir()
	binary, out := filepath.Join(folder, "ridgeline"), filepath.Join(folder, "out")
	require.NoError(t, os.WriteFile(binary, []byte("#!/bin/sh\n"+program), 0o700)) //nolint:gosec // it is a program
	command := exec.CommandContext(t.Context(), filepath.Join(moduleRoot, "scripts", "gpu-check.sh"), seconds, out)
	command.Env = append(os.Environ(), "RIDGELINE="+binary, "RIDGELINE_DEVICE=virtual:t4")
	printed, err := command.CombinedOutput()
	require.NotContains(t, string(printed), "usage")
	if err != nil {
		require.IsType(t, &exec.ExitError{}, err)
	}
	text, err := os.ReadFile(filepath.Join(out, "summary.txt"))
	require.NoError(t, err)
	return command.ProcessState.ExitCode(), string(text)
}

// What the program answers is what the check says, and a wrong answer outweighs
// whatever else went wrong.
func TestGPUCheckVerdicts(t *testing.T) {
	for _, c := range []struct {
		program string
		code    int
		says    []string
	}{
		{`exit 0`, 0, []string{"devices: fine", "conformance: fine", "verification: fine", "quick: fine", "standard: fine"}},
		{`case "$*" in devices*--check*) exit 1;; run*) exit 5;; esac`, 1, []string{"conformance: WRONG", "verification: INCOMPLETE", "standard: INCOMPLETE"}},
		{`case "$*" in devices*--check*) exit 3;; esac`, 3, []string{"conformance: no usable GPU"}},
		{`case "$*" in devices*--check*) exit 4;; esac`, 4, []string{"conformance: the driver does not work"}},
		{`case "$*" in *standard*) exit 5;; esac`, 5, []string{"quick: fine", "standard: INCOMPLETE"}},
		{`case "$*" in *standard*) kill -SEGV $$;; esac`, 1, []string{"standard: FAILED with exit code 139"}},
		{`while [ $# -gt 1 ]; do case $1 in --out) echo '"outcome": "failed"' >"$2";; esac; shift; done; exit 0`, 1,
			[]string{"quick: WRONG: 1 points failed"}},
	} {
		code, summary := gpuCheck(t, c.program, "60")
		assert.Equal(t, c.code, code, c.program)
		for _, line := range c.says {
			assert.Contains(t, summary, line, c.program)
		}
	}
}

// What there is no time for is not run, and says so.
func TestGPUCheckOutOfTime(t *testing.T) {
	code, summary := gpuCheck(t, "", "1")
	assert.Equal(t, 5, code)
	assert.Contains(t, summary, "verification: NOT RUN")
	assert.Contains(t, summary, "standard: NOT RUN")
}
