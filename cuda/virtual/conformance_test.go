package virtual

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/cudatest"
)

func TestConformance(t *testing.T) {
	for _, sku := range []string{"h100-sxm", "t4"} {
		t.Run(sku, func(t *testing.T) {
			cudatest.Conformance(t, func(t *testing.T) cuda.Driver {
				d, err := Open(sku)
				require.NoError(t, err)
				return d
			})
		})
	}
}
