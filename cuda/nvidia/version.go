//go:build cuda && linux

package nvidia

import (
	"fmt"
	"os"
	"regexp"

	"gorgonia.org/cu"
)

// moduleVersionFile is where the kernel module says what it is.
const moduleVersionFile = "/proc/driver/nvidia/version"

// versions tells what CUDA the library speaks and which kernel module is loaded:
// where both are at odds, nothing works.
func versions() string {
	text := "CUDA of an unknown version"
	if v := cu.Version(); v > 0 {
		text = fmt.Sprintf("CUDA %d.%d", v/1000, v%1000/10)
	}
	if module, ok := moduleVersion(); ok {
		text += ", driver " + module
	}
	return text
}

var versionNumber = regexp.MustCompile(`Kernel Module\D*? +(\d+(?:\.\d+)+)`)

// moduleVersion is that of the kernel module, such as 550.54.15.
func moduleVersion() (string, bool) {
	text, err := os.ReadFile(moduleVersionFile)
	if err != nil {
		return "", false
	}
	m := versionNumber.FindSubmatch(text)
	if m == nil {
		return "", false
	}
	return string(m[1]), true
}
