// Package doubles compiles, for tests, the libraries in C that stand in for those of
// the driver.
package doubles

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Compile runs the C compiler: what $CC says, perhaps with arguments of its own,
// else cc. The error has what it printed.
func Compile(args ...string) error {
	compiler := strings.Fields(os.Getenv("CC"))
	if len(compiler) == 0 {
		compiler = []string{"cc"}
	}
	out, err := exec.Command(compiler[0], append(compiler[1:], args...)...).CombinedOutput() //nolint:gosec // the compiler that built the test
	if err != nil {
		return fmt.Errorf("%s: %w: %s", compiler[0], err, out)
	}
	return nil
}
