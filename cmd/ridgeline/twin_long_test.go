//go:build long

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The same of every path and level, and of all built-in SKUs.
func TestTwinRoundTripOfAll(t *testing.T) {
	odd := filepath.Join(t.TempDir(), "odd.json")
	writeOddSpec(t, odd)
	roundTrip(t, odd, "fma", "bank/read", "l1", "l2", "stream", "chase", "tensor/fp16_fp32_wmma")
	skus, err := filepath.Glob(filepath.Join(moduleRoot, "cuda/virtual/spec/skus/*.json"))
	require.NoError(t, err)
	require.Len(t, skus, 9)
	for _, sku := range skus {
		text, err := os.ReadFile(sku)
		require.NoError(t, err)
		file := filepath.Join(t.TempDir(), filepath.Base(sku))
		require.NoError(t, os.WriteFile(file, text, 0o600))
		t.Run(filepath.Base(sku), func(t *testing.T) {
			roundTrip(t, file, "fma", "bank/read", "l1", "l2", "stream/copy", "tensor/fp16_fp32_wmma")
		})
	}
}
