package ptx_test

import (
	"errors"
	"strings"
	"testing"

	"ridgeline/cuda/virtual/ptx"
)

// FuzzParse: no text makes Parse panic or hang, its message names a line of the
// text, and so does every instruction.
func FuzzParse(f *testing.F) {
	for _, v := range readVerdicts(f) {
		f.Add([]byte(v.source()))
	}
	for path, src := range corpus(f) {
		if strings.HasPrefix(path, "testdata") {
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		lines := strings.Count(string(src), "\n") + 1
		m, err := ptx.Parse("fuzz.ptx", src)
		if err != nil {
			var syntax *ptx.SyntaxError
			if !errors.As(err, &syntax) || syntax.Pos.Line < 1 || syntax.Pos.Line > lines || syntax.Pos.Column < 1 {
				t.Fatalf("place of %v outside of %d lines", err, lines)
			}
			return
		}
		walk(m, func(in *ptx.Instruction) {
			if in.Pos.Line < 1 || in.Pos.Line > lines || in.Pos.Column < 1 || in.Opcode == "" || in.Text == "" {
				t.Fatalf("instruction %+v outside of %d lines", in, lines)
			}
		})
	})
}
