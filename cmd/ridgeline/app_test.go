package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// outputs runs the program on a host whose device nodes are in devDir.
func outputs(ctx context.Context, devDir string, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	a := &app{ctx: ctx, args: args, stdin: strings.NewReader(""), stdout: bufio.NewWriter(&out), stderr: &err, devDir: devDir}
	code = a.run()
	return code, out.String(), err.String()
}

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

func TestExitCodes(t *testing.T) {
	for code, err := range map[int]error{
		exitFine:       nil,
		exitUsage:      fmt.Errorf("read: %w", os.ErrNotExist),
		exitNoGPU:      fmt.Errorf("wrapped: %w", failf(exitNoGPU, "none")),
		exitBroken:     fmt.Errorf("open: %w", &cuda.Error{Op: "cuInit", Kind: cuda.DriverBroken}),
		exitIncomplete: failf(exitIncomplete, "2 failed"),
	} {
		assert.Equal(t, code, exitCode(err), "%v", err)
	}
}
