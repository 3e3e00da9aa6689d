package kernels

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// This is the test that fails when a kernel was changed and not built.
func TestCommittedKernelsAreFresh(t *testing.T) {
	require.NoError(t, Verify(os.DirFS(".")))
}

// committed copies the folder of the kernels into memory, to be spoilt there.
func committed(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	require.NoError(t, fs.WalkDir(os.DirFS("."), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(p)
		files[p] = &fstest.MapFile{Data: text}
		return err
	}))
	return files
}

func change(files fstest.MapFS, name, old, replacement string) {
	text := strings.Replace(string(files[name].Data), old, replacement, 1)
	files[name] = &fstest.MapFile{Data: []byte(text)}
}

func TestVerifyNamesTheStaleFile(t *testing.T) {
	for _, c := range []struct {
		name   string
		spoil  func(fstest.MapFS)
		stale  string // the file that must be named
		reason string
	}{
		{"source", func(f fstest.MapFS) { change(f, "fma/fma.cu", "Square{c}", "Square{-c}") }, "fma/fma.cu", "has changed"},
		{"header", func(f fstest.MapFS) { change(f, "common.cuh", "kVectors", "kWords") }, "stream/stream.cu", "has changed"},
		{"source added", func(f fstest.MapFS) { f["fma/copy.cu"] = f["fma/fma.cu"] }, "fma/copy.cu", "module fma_copy.sm_70 is not in the manifest"},
		{"source removed", func(f fstest.MapFS) { delete(f, "fma/fma.cu") }, "manifest.json", "no source asks for its module fma.sm_70"},
		{"target added", func(f fstest.MapFS) { change(f, "fma/fma.cu", "plain", "plain sm_90a") }, "fma/fma.cu", "module fma.sm_90a is not"},
		{"PTX", func(f fstest.MapFS) { change(f, "ptx/fma.sm_70.ptx", "fma.rn", "fma.rz") }, "ptx/fma.sm_70.ptx", "its hash"},
		{"PTX added", func(f fstest.MapFS) { f["ptx/old.ptx"] = f["ptx/fma.sm_70.ptx"] }, "ptx/old.ptx", "does not describe it"},
		{"PTX removed", func(f fstest.MapFS) { delete(f, "ptx/fma.sm_70.ptx") }, "ptx/fma.sm_70.ptx", "cannot be read"},
		{"symbol", func(f fstest.MapFS) { change(f, "manifest.json", "fma_fp32_chains4", "fma_fp32_chains5") }, "ptx/fma.sm_70.ptx", "its entries are"},
		{"manifest", func(f fstest.MapFS) { change(f, "manifest.json", "{", "<<<<<<<") }, "manifest.json", "does not parse"},
		{"manifest key", func(f fstest.MapFS) { change(f, "manifest.json", "compiler", "writer") }, "manifest.json", `unknown field "writer"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := committed(t)
			require.NoError(t, Verify(files))
			c.spoil(files)
			err := Verify(files)
			var stale *StaleError
			require.ErrorAs(t, err, &stale)
			assert.ErrorContains(t, err, "kernels/"+c.stale+" is stale")
			assert.ErrorContains(t, err, c.reason)
			assert.ErrorContains(t, err, "run `make kernels`")
		})
	}
}

func TestVerifyNamesEveryStaleFile(t *testing.T) {
	files := committed(t)
	change(files, "common.cuh", "kVectors", "kWords")
	change(files, "ptx/fma.sm_70.ptx", "fma.rn", "fma.rz")
	err := Verify(files)
	for _, file := range []string{"fma/fma.cu", "intensity/intensity.cu", "stream/stream.cu", "ptx/fma.sm_70.ptx"} {
		assert.ErrorContains(t, err, "kernels/"+file+" is stale")
	}
}

func TestOpenRefusesAnImageThatIsNotTheManifests(t *testing.T) {
	files := committed(t)
	change(files, "ptx/stream.sm_70.ptx", "xor", "and")
	_, err := open(files)
	var stale *StaleError
	require.ErrorAs(t, err, &stale)
	assert.Equal(t, "ptx/stream.sm_70.ptx", stale.File)

	delete(files, "manifest.json")
	_, err = open(files)
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func FuzzReadManifest(f *testing.F) {
	f.Add([]byte(`{"compiler":"nvcc 1","modules":[{"name":"a","ptx":"ptx/../../etc","entries":[{"builds":{"sm_90":{}}}]}]}`))
	f.Add([]byte(`{"modules":[{"target":"sm_999999"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := open(fstest.MapFS{"manifest.json": {Data: text}})
		if err != nil {
			return
		}
		for _, symbol := range l.Symbols() {
			_, _, _, err := l.Find(symbol, 90)
			assert.NoError(t, err)
		}
	})
}
