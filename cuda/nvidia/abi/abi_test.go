//go:build cuda && linux

package abi_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/abi"
	"ridgeline/cuda/nvidia/doubles"
)

// The table is empty until a library fills it, and what says of itself that it
// only stands in for a driver is simulated. What does not load, or is no driver,
// leaves the table as it was. It is one test, because a process has one table.
func TestTable(t *testing.T) {
	assert.Empty(t, abi.Provenance())
	assert.False(t, abi.Has("cuInit"))
	assert.Nil(t, abi.Ask("fake"))

	assert.ErrorContains(t, abi.Open(filepath.Join(t.TempDir(), "none")), "cannot open shared object file")
	assert.ErrorContains(t, abi.Open("libm.so.6"), "it has no cuInit")
	text := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(text, []byte("no library, but long enough for the header of one, so that the loader reads on: "+strings.Repeat("x", 100)), 0o600))
	assert.ErrorContains(t, abi.Open(text), "invalid ELF header")
	assert.Empty(t, abi.Provenance())

	fake := build(t, "-DOLD")
	require.NoError(t, abi.Open(fake))
	assert.Equal(t, cuda.Simulated, abi.Provenance())
	assert.True(t, abi.Has("cuInit"))
	assert.True(t, abi.Has("cuMemAlloc_v2"), "by the long-lived name")
	assert.False(t, abi.Has("cuLaunchKernelEx"), "built without")
	assert.False(t, abi.Has("cuNoSuchThing"))
	assert.Contains(t, string(abi.Ask("fake")), `"Launches":0`)
	assert.Nil(t, abi.Ask("what it does not know"))

	assert.NoError(t, abi.Open(fake), "the same again")
	assert.ErrorContains(t, abi.Open(build(t)), "another driver has been opened already")
}

// A library that does not call itself a stand-in would be a vendor's: so every
// double in this repository must.
func TestDoublesSaySo(t *testing.T) {
	doubles, err := filepath.Glob("../testdata/*.c")
	require.NoError(t, err)
	require.NotEmpty(t, doubles)
	for _, double := range doubles {
		source, err := os.ReadFile(double)
		require.NoError(t, err)
		assert.Contains(t, string(source), "\nint ridgeline_fake_driver", double)
	}
}

func build(t *testing.T, flags ...string) string {
	t.Helper()
	library := filepath.Join(t.TempDir(), "libcuda.so.1")
	require.NoError(t, doubles.Compile(append(flags, "-shared", "-fPIC", "-I", "include", "-o", library, "../testdata/libcuda.c")...))
	return library
}
