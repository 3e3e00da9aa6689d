//go:build cuda && linux

package nvml

import (
	"strings"

	"github.com/NVIDIA/go-nvml/pkg/dl"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/search"
)

const (
	// pathVariable names the library in place of a search.
	pathVariable = "RIDGELINE_LIBNVML"
	libraryName  = "libnvidia-ml.so.1"
	// fakeSymbol is exported by a library that stands in for the driver's.
	fakeSymbol = "ridgeline_fake_driver"
)

// Attempt is a library that could not be used, and why.
type Attempt = search.Attempt

// load finds the first library that loads and is NVML. It stays loaded for
// good: the linker binds NVML's functions once for the whole process.
func load(paths []string) (found *dl.DynamicLibrary, failed []Attempt, err error) {
	for _, path := range paths {
		lib := dl.New(path, dl.RTLD_LAZY|dl.RTLD_NODELETE)
		if err := lib.Open(); err != nil {
			failed = append(failed, Attempt{Path: path, Reason: err.Error()})
			continue
		}
		if lib.Lookup("nvmlInit_v2") != nil && lib.Lookup("nvmlInit") != nil {
			failed = append(failed, Attempt{Path: path, Reason: "it loads, but has neither nvmlInit_v2 nor nvmlInit"})
			continue
		}
		return lib, failed, nil
	}
	return nil, failed, notFound(failed)
}

func notFound(failed []Attempt) *cuda.Error {
	reasons := make([]string, len(failed))
	for i, attempt := range failed {
		reasons[i] = attempt.String()
	}
	return &cuda.Error{
		Op: "load NVML", Kind: cuda.NotFound, Detail: "tried " + strings.Join(reasons, "; "),
		Remedy: "install the NVIDIA driver, or name its library with $" + pathVariable,
	}
}
