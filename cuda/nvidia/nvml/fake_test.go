//go:build cuda && linux

package nvml_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// compiled gives the object file of the fake library, made once.
var compiled = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "fake-nvml")
	if err != nil {
		return "", err
	}
	object := filepath.Join(folder, "nvml.o")
	return object, compile("-Wall", "-Wextra", "-Werror", "-O1", "-fPIC", "-c", "-o", object, "testdata/nvml.c")
})

func compile(args ...string) error {
	compiler := strings.Fields(os.Getenv("CC"))
	if len(compiler) == 0 {
		compiler = []string{"cc"}
	}
	out, err := exec.Command(compiler[0], append(compiler[1:], args...)...).CombinedOutput() //nolint:gosec // the compiler that built this test
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

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
	require.NoError(t, compile("-shared", "-Wl,--version-script="+exports, "-o", library, object))
	return library
}
