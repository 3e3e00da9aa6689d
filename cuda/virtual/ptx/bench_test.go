package ptx_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/ptx"
)

// BenchmarkParse reads a shipped kernel file of about 260 kB.
func BenchmarkParse(b *testing.B) {
	src, err := os.ReadFile("../../../kernels/ptx/intensity.sm_70.ptx")
	require.NoError(b, err)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ptx.Parse("intensity.ptx", src); err != nil {
			b.Fatal(err)
		}
	}
}
