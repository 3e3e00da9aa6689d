//go:build long

package bench

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda/virtual/spec"
)

// The same of the SKUs in their full size.
func TestMemoryLevelsAtFullSize(t *testing.T) {
	specs, err := spec.Embedded()
	require.NoError(t, err)
	for _, s := range specs {
		t.Run(s.Name, func(t *testing.T) { requireLevels(t, s.Name) })
	}
}
