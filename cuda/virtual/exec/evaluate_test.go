package exec

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// evaluate runs one instruction over rows of operands and gives its results.
// The form names operands $d, $a, $b and $c, of the widths in bits; predicates
// have width 1.
func evaluate(t testing.TB, form string, dBits int, widths []int, rows [][]uint64) []uint64 {
	t.Helper()
	r := newRig(t, evaluationText(form, dBits, widths))
	n := len(rows)
	in, out := r.alloc(int64(8*3*n)), r.alloc(int64(8*n))
	host := make([]byte, 24*n)
	for i, row := range rows {
		for k, v := range row {
			binary.LittleEndian.PutUint64(host[8*(3*i+k):], v)
		}
	}
	require.NoError(t, r.mem.Write(in, host))
	l := r.launch("k", (n+63)/64, 64, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(uint32(n)))
	_, err := Run(context.Background(), r.mem, l, Options{Workers: 1})
	require.NoError(t, err)
	return r.read64(out, n)
}

// evaluationText loads the operands from 24 bytes a row, runs the form and
// stores the result as 64 bits.
func evaluationText(form string, dBits int, widths []int) string {
	var b strings.Builder
	names := [...]string{"a", "b", "c"}
	fmt.Fprintf(&b, `%s.visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n)
{
	.reg .pred %%guard, %%pd;
	.reg .b32 %%i<8>;
	.reg .b64 %%rd<8>;
	.reg .b64 %%w<8>;
	ld.param.u64 %%rd1, [out];
	ld.param.u64 %%rd2, [in];
	ld.param.u32 %%i1, [n];
	mov.u32 %%i2, %%ctaid.x;
	mov.u32 %%i3, %%tid.x;
	mad.lo.s32 %%i4, %%i2, 64, %%i3;
	setp.ge.u32 %%guard, %%i4, %%i1;
	@%%guard bra done;
	mad.wide.u32 %%rd3, %%i4, 24, %%rd2;
	mad.wide.u32 %%rd4, %%i4, 8, %%rd1;
	mov.u64 %%w3, 0;
`, header)
	text := form
	for k, bits := range widths {
		fmt.Fprintf(&b, "\tld.global.u64 %%w%d, [%%rd3+%d];\n", k, 8*k)
		text = strings.ReplaceAll(text, "$"+names[k], declare(&b, names[k], bits, k))
	}
	destination(&b, text, dBits)
	b.WriteString("\tst.global.u64 [%rd4], %w3;\ndone:\n\tret;\n}\n")
	return b.String()
}

// declare makes an operand register of the low bits of %wk.
func declare(b *strings.Builder, name string, bits, k int) string {
	r := "%" + name
	switch bits {
	case 1:
		fmt.Fprintf(b, "\t.reg .pred %s;\n\tsetp.ne.u64 %s, %%w%d, 0;\n", r, r, k)
	case 8:
		fmt.Fprintf(b, "\t.reg .b8 %s; .reg .b16 %swide;\n\tcvt.u16.u64 %swide, %%w%d;\n\tmov.b16 {%s, _}, %swide;\n", r, r, r, k, r, r)
	case 16:
		fmt.Fprintf(b, "\t.reg .b16 %s;\n\tcvt.u16.u64 %s, %%w%d;\n", r, r, k)
	case 32:
		fmt.Fprintf(b, "\t.reg .b32 %s;\n\tcvt.u32.u64 %s, %%w%d;\n", r, r, k)
	default:
		fmt.Fprintf(b, "\t.reg .b64 %s;\n\tmov.u64 %s, %%w%d;\n", r, r, k)
	}
	return r
}

func destination(b *strings.Builder, text string, bits int) {
	text = strings.ReplaceAll(text, "$d", "%d")
	if !strings.HasSuffix(text, "}") {
		text += ";"
	}
	switch bits {
	case 1:
		fmt.Fprintf(b, "\t.reg .pred %%d;\n\t%s\n\tselp.u64 %%w3, 1, 0, %%d;\n", text)
	case 8:
		fmt.Fprintf(b, "\t.reg .b8 %%d; .reg .b16 %%dwide;\n\t%s\n\tmov.b16 %%dwide, {%%d, 0};\n\tcvt.u64.u16 %%w3, %%dwide;\n", text)
	case 16:
		fmt.Fprintf(b, "\t.reg .b16 %%d;\n\t%s\n\tcvt.u64.u16 %%w3, %%d;\n", text)
	case 32:
		fmt.Fprintf(b, "\t.reg .b32 %%d;\n\t%s\n\tcvt.u64.u32 %%w3, %%d;\n", text)
	default:
		fmt.Fprintf(b, "\t.reg .b64 %%d;\n\t%s\n\tmov.u64 %%w3, %%d;\n", text)
	}
}
