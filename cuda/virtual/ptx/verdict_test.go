package ptx_test

import (
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/ptx"
)

var update = flag.Bool("update", false, "write the golden files anew")

const verdictFile = "testdata/verdicts.tsv"

// What stands before a snippet at module scope and inside of a kernel.
const (
	moduleHead = ".version 9.0\n.target sm_100a\n.address_size 64\n"
	bodyHead   = ".global .u32 ga[8]; .global .u32 gm[4][8]; .global .texref tx; .global .surfref sf;" +
		" .extern .shared .align 128 .b8 sm[]; .const .u32 ck[4]={1,2,3,4};\n" +
		".visible .entry k(.param .u64 p0){\n.reg .pred p,q; .reg .b32 a,b,c,r<5>; .reg .b64 d,e;" +
		" .reg .f32 f; .reg .f64 g; .reg .v4 .f32 v; .reg .b16 h;\n"
)

// verdict is one snippet and who takes it.
type verdict struct{ assembler, ours, scope, snippet string }

// source gives the whole text to parse.
func (v verdict) source() string {
	switch v.scope {
	case "file":
		return v.snippet
	case "module":
		return moduleHead + v.snippet
	}
	return moduleHead + bodyHead + v.snippet + "\nret;\n}\n"
}

func readVerdicts(t testing.TB) []verdict {
	data, err := os.ReadFile(verdictFile)
	require.NoError(t, err)
	var list []verdict
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 4)
		require.Len(t, f, 4, line)
		snippet, err := strconv.Unquote(f[3])
		require.NoError(t, err, line)
		list = append(list, verdict{f[0], f[1], f[2], snippet})
	}
	return list
}

// stricter are the texts that the assembler takes and we do not, on purpose.
var stricter = map[string]string{
	"mov.u64 d, 18446744073709551616;":    "2^64 does not fit 64 bits; the assembler wraps it to 0",
	"mov.u32 a, 18446744073709551616;":    "2^64",
	"mov.u32 a, 18446744073709551616U;":   "2^64",
	"mov.u32 a, 0x10000000000000000;":     "2^64",
	"mov.u32 a, 02000000000000000000000;": "2^64",
	".target sm_90":                       "a second .target, inside of a kernel",
	".entry f(){ret;} \x1a":               "a control character",
	".entry f(){\\ ret;}":                 "a backslash",
}

// Every snippet gets the verdict that the file tells, and we refuse nothing
// that the assembler takes but for a few texts. What the assembler refuses for
// its meaning, such as the types of an instruction's operands, we may take.
func TestVerdicts(t *testing.T) {
	list := readVerdicts(t)
	for i, v := range list {
		_, err := ptx.Parse("snippet.ptx", []byte(v.source()))
		got := "accept"
		if err != nil {
			got = "refuse"
		}
		if *update {
			list[i].ours = got
		} else {
			assert.Equal(t, v.ours, got, "%s: %v", v.snippet, err)
		}
		if v.assembler == "accept" && got == "refuse" {
			assert.Contains(t, stricter, v.snippet, "%v", err)
		}
	}
	if *update {
		writeVerdicts(t, list)
	}
}

func writeVerdicts(t *testing.T, list []verdict) {
	var b strings.Builder
	b.WriteString("# The assembler's verdict (ptxas 13.5), ours, where the snippet stands, and the snippet.\n")
	for _, v := range list {
		b.WriteString(strings.Join([]string{v.assembler, v.ours, v.scope, strconv.Quote(v.snippet)}, "\t") + "\n")
	}
	require.NoError(t, os.WriteFile(verdictFile, []byte(b.String()), 0o644))
}
