//go:build cuda && linux

package nvidia

import (
	"strings"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/abi"
	"ridgeline/cuda/nvidia/search"
)

const (
	// pathVariable names the driver's library, and comes before the search.
	pathVariable = "RIDGELINE_LIBCUDA"
	libraryName  = "libcuda.so.1"
)

// Attempt is a library that could not be used, and why.
type Attempt = search.Attempt

// load opens the first of the libraries that is a CUDA driver.
func load(places []string) (path string, failed []Attempt, err error) {
	for _, place := range places {
		if err := abi.Open(place); err != nil {
			failed = append(failed, Attempt{Path: place, Reason: strings.TrimPrefix(err.Error(), place+": ")})
			continue
		}
		return place, failed, nil
	}
	return "", failed, notFound(failed)
}

// notFound is the error of a search that found nothing.
func notFound(tried []Attempt) *cuda.Error {
	return &cuda.Error{
		Op: "load the CUDA driver", Kind: cuda.NotFound, Err: &SearchError{tried},
		Remedy: "install the NVIDIA driver, or name its library with $" + pathVariable,
	}
}

// SearchError says why each library that might have been the driver is not.
type SearchError struct {
	Tried []Attempt
}

// Short says only what was looked for.
func (e *SearchError) Short() string { return libraryName + " not found" }

// Error lists what was tried.
func (e *SearchError) Error() string {
	reasons := make([]string, len(e.Tried))
	for i, attempt := range e.Tried {
		reasons[i] = attempt.String()
	}
	return e.Short() + ": tried " + strings.Join(reasons, "; ")
}
