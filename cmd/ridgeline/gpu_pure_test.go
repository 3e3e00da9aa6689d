//go:build !cuda || !linux

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A build without a driver on a host with a GPU must not look like a host
// without one, and must not simulate in its place.
func TestGPUThatCannotBeDriven(t *testing.T) {
	devDir := t.TempDir()
	for _, node := range []string{"nvidia0", "nvidia1", "nvidiactl", "null"} {
		require.NoError(t, os.WriteFile(filepath.Join(devDir, node), nil, 0o600))
	}
	nodes := filepath.Join(devDir, "nvidia0") + ", " + filepath.Join(devDir, "nvidia1")

	code, stdout, stderr := outputs(t.Context(), devDir, "run", "stream/copy")
	assert.Equal(t, exitNoGPU, code)
	assert.Empty(t, stdout)
	assert.Contains(t, stderr, "no usable GPU: found "+nodes+", but this build has no GPU driver")

	code, stdout, _ = outputs(t.Context(), devDir, "devices")
	assert.Equal(t, exitFine, code)
	assert.Contains(t, stdout, "GPUs: none usable: found "+nodes)
}
