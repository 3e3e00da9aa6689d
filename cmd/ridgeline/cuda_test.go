//go:build cuda && linux

package main

import (
	"debug/elf"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/nvidia/doubles"
)

// What a host without a driver, one with a broken driver, and one with two GPUs
// make of the command line. No script ends in a signal or in a trace of Go: each
// exit code is that of the script.
func TestCUDAScripts(t *testing.T) {
	fake := buildFake(t, "libcuda.so.1", "testdata/libcuda.c")
	nvml := buildFake(t, "libnvidia-ml.so.1", "nvml/testdata/nvml.c")
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/cuda",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			sample, err := filepath.Abs(filepath.Join(moduleRoot, "results", "testdata", "h100-sxm.json"))
			env.Setenv("SAMPLE", sample)
			cubin, errCubin := filepath.Abs(filepath.Join(moduleRoot, "kernels", "sass", "testdata", "chase.sm_90.cubin"))
			env.Setenv("CUBIN", cubin)
			env.Setenv("FAKE", fake)
			env.Setenv("FAKE_NVML", nvml)
			env.Setenv("RIDGELINE_LIBNVML", filepath.Join(env.WorkDir, "none"))
			return errors.Join(err, errCubin)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// buildFake builds a library that stands in for one of the driver's.
func buildFake(t *testing.T, name, source string) string {
	t.Helper()
	nvidia, library := filepath.Join(moduleRoot, "cuda", "nvidia"), filepath.Join(t.TempDir(), name)
	require.NoError(t, doubles.Compile("-shared", "-fPIC", "-I", filepath.Join(nvidia, "abi", "include"), "-o", library, filepath.Join(nvidia, source)))
	return library
}

// The program needs no library of the driver to start, misses no function of it,
// and gives none to others: the driver's own calls stay within the driver.
func TestLinkage(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	file, err := elf.Open(program)
	require.NoError(t, err)
	defer file.Close() //nolint:errcheck // it was read
	libraries, err := file.ImportedLibraries()
	require.NoError(t, err)
	assert.Contains(t, strings.Join(libraries, " "), "libc.so", "a program that is linked to nothing proves nothing")
	for _, library := range libraries {
		assert.NotContains(t, library, "cuda")
		assert.NotContains(t, library, "nvidia")
	}
	symbols, err := file.DynamicSymbols()
	require.NoError(t, err)
	drivers := []string{"cuInit", "cuMemAlloc_v2", "cuLaunchKernel", "cuCtxSetCurrent", "cuGetErrorName"}
	for _, s := range symbols {
		ours := strings.HasPrefix(s.Name, "cu") || strings.HasPrefix(s.Name, "ridgeline_")
		assert.False(t, ours && s.Section == elf.SHN_UNDEF, "%s is missing", s.Name)
		assert.NotContains(t, drivers, s.Name, "the driver's own calls would come here")
	}
}
