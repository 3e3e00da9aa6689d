//go:build cuda && linux

package nvml_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda/nvidia/doubles"
)

// The object file of the fake library, made once, and the folder it lies in.
var (
	folder   = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "fake-nvml") })
	compiled = sync.OnceValues(func() (string, error) {
		dir, err := folder()
		if err != nil {
			return "", err
		}
		object := filepath.Join(dir, "nvml.o")
		return object, doubles.Compile("-Wall", "-Wextra", "-Werror", "-O1", "-fPIC", "-c", "-o", object, "testdata/nvml.c")
	})
)

// fake links the library without some of its functions and gives its path.
func fake(t *testing.T, without ...string) string {
	t.Helper()
	object, err := compiled()
	require.NoError(t, err)
	folder := t.TempDir()
	script := "{ global: *; };\n"
	if len(without) > 0 {
		script = "{ global: *; local: " + strings.Join(without, "; ") + "; };\n"
	}
	exports := filepath.Join(folder, "exports")
	require.NoError(t, os.WriteFile(exports, []byte(script), 0o600))
	library := filepath.Join(folder, "libnvidia-ml.so.1")
	require.NoError(t, doubles.Compile("-shared", "-Wl,--version-script="+exports, "-o", library, object))
	return library
}
