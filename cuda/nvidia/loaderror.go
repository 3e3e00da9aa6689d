//go:build cuda && linux

package nvidia

// #include <cuda.h>
import "C"

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"ridgeline/cuda"
)

// complaint is a line of the compiler, such as
// "ptxas application ptx input, line 42; error   : Unknown symbol '%f99'".
var complaint = regexp.MustCompile(`line (\d+)[;:]\s*(?:error|fatal)\s*:\s*(.*)`)

// loadError says what is wrong with an image: the line of the PTX where the
// compiler says one, and the versions where they do not fit.
func (m *module) loadError(image cuda.Image, err error, log string) error {
	e, ok := errors.AsType[*cuda.Error](err)
	if !ok {
		return err
	}
	e.Module, e.Detail = m.name, firstLine(log)
	if found := complaint.FindStringSubmatch(log); found != nil {
		e.Line, _ = strconv.Atoi(found[1]) // digits, or too many of them: no line then
		e.Detail = strings.TrimSpace(found[2])
	}
	switch e.Code {
	case C.CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
		e.Detail = fmt.Sprintf("the PTX is of version %s, the driver speaks %s", directive(image.PTX, "version"), versions())
		e.Remedy = fmt.Sprintf("the driver is too old for PTX ISA %s: update it", directive(image.PTX, "version"))
	case C.CUDA_ERROR_NO_BINARY_FOR_GPU:
		e.Detail = fmt.Sprintf("the PTX is for %s, version %s; the device is of compute capability %s, the driver speaks %s",
			directive(image.PTX, "target"), directive(image.PTX, "version"), m.device.info.ComputeCapability, versions())
	}
	return e
}

// directive is what a PTX module says of itself, such as its .version.
func directive(ptx []byte, name string) string {
	found := regexp.MustCompile(`(?m)^\s*\.` + name + `\s+(\S+)`).FindSubmatch(ptx)
	if found == nil {
		return "unknown"
	}
	return strings.TrimSuffix(string(found[1]), ",")
}

// warnings are the lines of a log that warn, without the place.
func warnings(log string) []string {
	var found []string
	for line := range strings.Lines(log) {
		if strings.Contains(strings.ToLower(line), "warning") {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

func firstLine(log string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(log), "\n")
	return line
}

// upToNUL is a text that C wrote.
func upToNUL(text []byte) string {
	text, _, _ = bytes.Cut(text, []byte{0})
	return string(text)
}
