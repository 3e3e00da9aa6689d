package kernels

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

func TestReadSourceTakesTheHeader(t *testing.T) {
	files := fstest.MapFS{"gemm/hopper.cu": file("// targets: sm_90a plain\n// registers: 128\n//\n// Asks.\nint x;\n// registers: 3\n")}
	s, err := ReadSource(files, "gemm/hopper.cu")
	require.NoError(t, err)
	assert.Equal(t, "gemm", s.Family)
	assert.Equal(t, []string{"sm_90a", "plain"}, s.Targets)
	assert.Equal(t, 128, s.MaxRegisters)
	assert.False(t, s.MaySpill)
	assert.Equal(t, "gemm_hopper.sm_90a", s.ModuleName("sm_90a"))
	assert.Equal(t, "gemm_hopper.sm_70", s.ModuleName(PlainTarget))
	assert.Equal(t, "gemm.sm_70", Source{Path: "gemm/gemm.cu", Family: "gemm"}.ModuleName(PlainTarget))
}

func TestReadSourceTakesAHigherPlainTarget(t *testing.T) {
	files := fstest.MapFS{"gemm/mma.cu": file("// targets: sm_80 plain\n// registers: 128\n// spills: allowed\n")}
	s, err := ReadSource(files, "gemm/mma.cu")
	require.NoError(t, err)
	assert.Equal(t, []string{"sm_80", "plain"}, s.Targets)
	assert.True(t, s.MaySpill)
	assert.Equal(t, "gemm_mma.sm_80", s.ModuleName("sm_80"))
}

func TestReadSourceRefusesAHeader(t *testing.T) {
	for header, want := range map[string]string{
		"":                                      `no line "// targets: plain"`,
		"// registers: 32\n":                    `no line "// targets: plain"`,
		"// targets: plain\n":                   `no line "// registers: N"`,
		"// targets: plain\n// registers: few":  "want a number from 1 to 255",
		"// targets: plain\n// registers: 256":  "want a number from 1 to 255",
		"// targets: hopper\n// registers: 32":  `"hopper" is no target such as sm_90`,
		"// targets: sm_70\n// registers: 32":   `"sm_70" is not above sm_70; write "plain"`,
		"// targets: sm_61\n// registers: 32":   `"sm_61" is not above sm_70; write "plain"`,
		"// spills: yes\n// targets: plain\n":   `want "allowed", or no such line`,
		"int x;\n// targets: plain\n":           `no line "// targets: plain"`,
		"// targets: sm_9000a\n// registers: 1": "is no target",
	} {
		_, err := ReadSource(fstest.MapFS{"a/a.cu": file(header)}, "a/a.cu")
		require.ErrorContains(t, err, "kernels: a/a.cu: ", header)
		assert.ErrorContains(t, err, want, header)
	}
}

func TestSourceHashCoversWhatIsIncluded(t *testing.T) {
	const head = "// targets: plain\n// registers: 32\n"
	files := fstest.MapFS{
		"a/a.cu":     file(head + "#include <stdint.h>\n # include \"../one.cuh\"\n"),
		"one.cuh":    file("#include \"b/two.cuh\"\n"),
		"b/two.cuh":  file("#include \"../one.cuh\"\n"), // a cycle, ended by #pragma once
		"unused.cuh": file("1"),
	}
	hash := func() string {
		s, err := ReadSource(files, "a/a.cu")
		require.NoError(t, err)
		return s.SHA256
	}
	before := hash()
	files["unused.cuh"] = file("2")
	assert.Equal(t, before, hash())
	for _, name := range []string{"a/a.cu", "one.cuh", "b/two.cuh"} {
		old := files[name]
		files[name] = file(string(old.Data) + "\n")
		assert.NotEqual(t, before, hash(), name)
		files[name] = old
	}

	delete(files, "b/two.cuh")
	_, err := ReadSource(files, "a/a.cu")
	require.ErrorIs(t, err, fs.ErrNotExist)
	assert.ErrorContains(t, err, "b/two.cuh")
}

func FuzzReadSource(f *testing.F) {
	f.Add("// targets: plain sm_90a\n// registers: 32\n#include \"../a.cuh\"\n")
	f.Add("#include \"x\x00\"\n#include \"/../../a/a.cu\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadSource(fstest.MapFS{"a/a.cu": file(text)}, "a/a.cu")
		if err == nil {
			assert.NotEmpty(t, s.Targets)
			assert.Len(t, s.SHA256, 64)
		}
	})
}
