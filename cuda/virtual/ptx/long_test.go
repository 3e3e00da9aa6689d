//go:build long

// Tests against the assembler of the CUDA toolkit, which take half a minute:
//
//	go test -tags long ./cuda/virtual/ptx
//
// They fail, and do not pass silently, where .tools/cuda has no assembler.

package ptx_test

import (
	"debug/elf"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/ptx"
)

// assembler gives the path of ptxas in the tool folder of this checkout.
func assembler(t testing.TB) string {
	paths, err := filepath.Glob("../../../.tools/cuda/lib/python3.*/site-packages/nvidia/cu13/bin/ptxas")
	require.NoError(t, err)
	require.NotEmpty(t, paths, "no ptxas under .tools/cuda")
	path, err := filepath.Abs(paths[0])
	require.NoError(t, err)
	return path
}

// assemble gives the machine code, or an error with what ptxas said.
func assemble(t testing.TB, ptxas, target, src string) (string, error) {
	in := filepath.Join(t.TempDir(), "in.ptx")
	out := filepath.Join(t.TempDir(), "out.cubin")
	require.NoError(t, os.WriteFile(in, []byte(src), 0o600))
	return out, exec.Command(ptxas, "-arch="+target, in, "-o", out).Run()
}

// The assembler's verdicts of the file are those of ptxas itself.
func TestVerdictsOfAssembler(t *testing.T) {
	ptxas := assembler(t)
	for _, v := range readVerdicts(t) {
		_, err := assemble(t, ptxas, "sm_100a", v.source())
		assert.Equal(t, v.assembler == "accept", err == nil, "%s", v.snippet)
	}
}

// Whatever the table of rejections holds, ptxas refuses too.
func TestRejectionsOfAssembler(t *testing.T) {
	ptxas := assembler(t)
	for _, c := range rejections {
		_, err := assemble(t, ptxas, "sm_100a", verdict{scope: c.scope, snippet: c.snippet}.source())
		assert.Error(t, err, c.snippet)
	}
}

// The assembler takes the corpus, so that it tells something of our parser.
func TestCorpusOfAssembler(t *testing.T) {
	ptxas := assembler(t)
	for path, src := range corpus(t) {
		m, err := ptx.Parse(path, src)
		require.NoError(t, err)
		target := m.Targets[0]
		if target == "sm_70" { // this ptxas begins at 75
			target = "sm_75"
		}
		_, err = assemble(t, ptxas, target, string(src))
		assert.NoError(t, err, path)
	}
}

// Random constant expressions have the value that ptxas stores for them.
func TestExpressionsOfAssembler(t *testing.T) {
	ptxas := assembler(t)
	g := expressions{rand.New(rand.NewPCG(1, 2))}
	values := 0
	for range 400 {
		text := g.expression(4)
		src := moduleHead + ".visible .global .u64 x[2] = {" + text + ", 1};"
		cubin, refused := assemble(t, ptxas, "sm_100a", src)
		m, err := ptx.Parse("x.ptx", []byte(src))
		if refused != nil || err != nil {
			assert.Equal(t, refused == nil, err == nil, "%s: %v", text, err)
			continue
		}
		values++
		assert.Equal(t, storedValue(t, cubin), m.Variables[0].Init.List[0].Elem.(*ptx.Immediate).Bits, text)
	}
	assert.Greater(t, values, 100)
}

// storedValue reads the first word of the initialised global data.
func storedValue(t *testing.T, cubin string) uint64 {
	file, err := elf.Open(cubin)
	require.NoError(t, err)
	defer file.Close()
	data, err := file.Section(".nv.global.init").Data()
	require.NoError(t, err)
	return binary.LittleEndian.Uint64(data)
}

// expressions writes random constant expressions.
type expressions struct{ *rand.Rand }

func (g expressions) pick(texts string) string {
	list := strings.Fields(texts)
	return list[g.IntN(len(list))]
}

func (g expressions) literal() string {
	n := []uint64{0, 1, 2, 3, 31, 63, 64, 1<<63 - 1, 1 << 63, 1<<64 - 1, g.Uint64(), g.Uint64() >> 33}[g.IntN(12)]
	text := []string{
		strconv.FormatUint(n, 10), "0x" + strconv.FormatUint(n, 16),
		"0b" + strconv.FormatUint(n, 2), "0" + strconv.FormatUint(n, 8),
	}[g.IntN(4)]
	return text + []string{"", "U"}[g.IntN(2)]
}

// expression nests no deeper than depth.
func (g expressions) expression(depth int) string {
	if depth == 0 {
		return g.pick("WARP_SZ 0 1 5") + " + " + g.literal()
	}
	a := g.expression(g.IntN(depth))
	switch g.IntN(8) {
	case 0, 1:
		return g.pick("- + ! ~ (.s64) (.u64)") + " " + a
	case 2:
		return "(" + a + ")"
	case 3:
		return "(" + a + " ? " + g.expression(depth-1) + " : " + g.literal() + ")"
	}
	return a + " " + g.pick("+ - * / % << >> & | ^ < <= > >= == != && ||") + " " + g.expression(depth-1)
}
