package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/cuda"
)

// outputs runs the program on a host whose device nodes are in devDir.
func outputs(ctx context.Context, devDir string, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	a := &app{ctx: ctx, args: args, stdin: strings.NewReader(""), stdout: bufio.NewWriter(&out), stderr: &err, devDir: devDir}
	code = a.run()
	return code, out.String(), err.String()
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
