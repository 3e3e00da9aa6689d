package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"debug/elf"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNewer(t *testing.T) {
	for _, version := range []string{"2.29", "2.34", "2.100", "3.0", "3", "2.28.1", "PRIVATE", "2.x"} {
		assert.True(t, newer(version, "2.28"), version)
	}
	for _, version := range []string{"2.28", "2.2.5", "2.17", "2.3.4", "1.99", "2"} {
		assert.False(t, newer(version, "2.28"), version)
	}
}

func TestChecks(t *testing.T) {
	require.NoError(t, checkLibraries("x", []string{"libc.so.6", "libdl.so.2"}))
	require.ErrorContains(t, checkLibraries("x", []string{"libc.so.6", "libcuda.so.1"}), "does not start without libcuda.so.1")
	require.ErrorContains(t, checkLibraries("x", []string{"libnvidia-ml.so.1"}), "libnvidia-ml.so.1")
	require.NoError(t, checkVersions("x", []elf.ImportedSymbol{{Name: "read", Version: "GLIBC_2.2.5"}, {Name: "nvmlInit_v2"}}))
	require.ErrorContains(t, checkVersions("x", []elf.ImportedSymbol{{Name: "dlopen", Version: "GLIBC_2.34"}}),
		"x needs dlopen of glibc 2.34, which is newer than 2.28")
	require.NoError(t, checkLazy("x", nil))
	require.ErrorContains(t, checkLazy("x", []uint64{uint64(elf.DF_BIND_NOW)}), "asks for every function at its start")
}

// The same files give the same archive, with their names, modes and date.
func TestPack(t *testing.T) {
	folder := t.TempDir()
	source := filepath.Join(folder, "source")
	require.NoError(t, os.WriteFile(source, []byte("content"), 0o600))
	date := time.Date(2026, 1, 2, 15, 4, 6, 0, time.UTC)
	files := []entry{{"ridgeline", source, 0o755}, {"LICENSE", source, 0o644}}
	for _, name := range []string{"a.tar.gz", "a.zip"} {
		path := filepath.Join(folder, name)
		require.NoError(t, pack(path, date, files))
		first, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, pack(path, date, files))
		second, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, first, second, name)
	}
	checkTar(t, filepath.Join(folder, "a.tar.gz"), date)
	archive, err := zip.OpenReader(filepath.Join(folder, "a.zip"))
	require.NoError(t, err)
	require.Len(t, archive.File, 2)
	assert.Equal(t, "ridgeline", archive.File[0].Name)
	assert.Equal(t, os.FileMode(0o755), archive.File[0].Mode())
	assert.True(t, date.Equal(archive.File[0].Modified))
	require.NoError(t, archive.Close())

	sums := filepath.Join(folder, "SHA256SUMS")
	require.NoError(t, writeSums(sums, []string{source}))
	text, err := os.ReadFile(sums)
	require.NoError(t, err)
	// printf content | sha256sum
	assert.Equal(t, "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73  source\n", string(text))
}

func checkTar(t *testing.T, path string, date time.Time) {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close() //nolint:errcheck // it was read
	plain, err := gzip.NewReader(file)
	require.NoError(t, err)
	archive := tar.NewReader(plain)
	for _, want := range []entry{{name: "ridgeline", mode: 0o755}, {name: "LICENSE", mode: 0o644}} {
		header, err := archive.Next()
		require.NoError(t, err)
		assert.Equal(t, want.name, header.Name)
		assert.Equal(t, int64(want.mode), header.Mode)
		assert.True(t, date.Equal(header.ModTime))
		text, err := io.ReadAll(archive)
		require.NoError(t, err)
		assert.Equal(t, "content", string(text))
	}
}

func TestTargets(t *testing.T) {
	for _, target := range targets() {
		names := []string{}
		for _, file := range contents(target, "x") {
			names = append(names, file.name)
		}
		assert.Equal(t, target.os == "linux", target.zig != "", target)
		assert.Equal(t, target.os == "linux", len(names) == 4, "%s: %v", target, names)
	}
}
