package ptx_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/ptx"
)

// corpus gives the texts that compilers wrote, and the kernels that we ship.
func corpus(t testing.TB) map[string][]byte {
	files := map[string][]byte{}
	for _, pattern := range []string{"testdata/corpus/*.ptx", "../../../kernels/ptx/*.ptx"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, paths, pattern)
		for _, path := range paths {
			files[path], err = os.ReadFile(path)
			require.NoError(t, err)
		}
	}
	return files
}

// walk calls f for every instruction of m.
func walk(m *ptx.Module, f func(*ptx.Instruction)) {
	for _, function := range m.Functions {
		if function.Body != nil {
			walkBlock(function.Body, f)
		}
	}
}

func walkBlock(b *ptx.Block, f func(*ptx.Instruction)) {
	for _, s := range b.Statements {
		switch s := s.(type) {
		case *ptx.Block:
			walkBlock(s, f)
		case *ptx.Instruction:
			f(s)
		}
	}
}

var (
	blanks = regexp.MustCompile(`\s+`)
	// hex is an integer of an inline assembler; compilers write decimals.
	hex = regexp.MustCompile(`\b0x[0-9a-fA-F]+`)
)

// Every text of a compiler parses. The tree of each instruction prints back as
// its text, and its place is where the text has its opcode.
func TestCorpus(t *testing.T) {
	for path, src := range corpus(t) {
		m, err := ptx.Parse(path, src)
		require.NoError(t, err)
		lines := strings.Split(string(src), "\n")
		count := 0
		walk(m, func(in *ptx.Instruction) {
			count++
			assert.Equal(t, squeeze(in.Text), printInstruction(in), "%s:%d", path, in.Pos.Line)
			assert.True(t, strings.HasPrefix(lines[in.Pos.Line-1][in.Pos.Column-1:], in.Opcode), "%s:%d", path, in.Pos.Line)
		})
		assert.Positive(t, count, path)
	}
}

// squeeze drops blanks and offsets of zero, makes integers decimal, and takes the
// sign of -2^63, whose bits are those of 2^63, as printInstruction writes them.
func squeeze(text string) string {
	text = blanks.ReplaceAllString(text, "")
	text = strings.ReplaceAll(text, "+0]", "]")
	text = strings.ReplaceAll(text, "-9223372036854775808", "9223372036854775808")
	return hex.ReplaceAllStringFunc(text, func(s string) string {
		n, _ := strconv.ParseUint(s, 0, 64)
		return strconv.FormatUint(n, 10)
	})
}

// printInstruction writes an instruction without blanks.
func printInstruction(in *ptx.Instruction) string {
	head := strings.Join(append([]string{in.Opcode}, in.Modifiers...), ".")
	return head + printAll(in.Operands)
}

func printAll(list []ptx.Operand) string {
	var texts []string
	for _, o := range list {
		texts = append(texts, printOperand(o))
	}
	return strings.Join(texts, ",")
}

func printOperand(o ptx.Operand) string {
	switch o := o.(type) {
	case *ptx.Name:
		return printName(o)
	case *ptx.Immediate:
		return printImmediate(o)
	case *ptx.Vector:
		return "{" + printAll(o.Elems) + "}"
	case *ptx.Tuple:
		return "(" + printAll(o.Elems) + ")"
	case *ptx.Pair:
		return printOperand(o.First) + "|" + printOperand(o.Second)
	case *ptx.Address:
		return printAddress(o)
	}
	return "?"
}

func printName(n *ptx.Name) string {
	text := n.Text
	if n.Negated {
		text = "!" + text
	}
	if n.Component != "" {
		text += "." + n.Component
	}
	if n.Offset != 0 {
		text += fmt.Sprintf("+%d", n.Offset)
	}
	return text
}

func printImmediate(i *ptx.Immediate) string {
	switch {
	case i.Single:
		return fmt.Sprintf("0f%08X", i.Bits)
	case i.Float:
		return fmt.Sprintf("0d%016X", i.Bits)
	case i.Unsigned:
		return fmt.Sprint(i.Bits)
	}
	return fmt.Sprint(int64(i.Bits))
}

func printAddress(a *ptx.Address) string {
	text := printOperand(a.Base)
	if a.Offset != 0 {
		text += fmt.Sprintf("+%d", a.Offset)
	}
	for _, e := range a.Extra {
		text += "," + printOperand(e)
	}
	if a.Coords != nil {
		text += ",{" + printAll(a.Coords) + "}"
	}
	return "[" + text + "]"
}
