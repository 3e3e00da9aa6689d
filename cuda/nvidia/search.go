//go:build cuda && linux

package nvidia

import (
	"os"
	"strings"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/abi"
)

const (
	// pathVariable names the driver's library, and comes before the search.
	pathVariable = "RIDGELINE_LIBCUDA"
	libraryName  = "libcuda.so.1"
)

// Attempt is a library that could not be used, and why.
type Attempt struct {
	Path   string
	Reason string
}

// places are the libraries to try, in order: the one that the user names, what
// the loader finds, and where systems keep the driver beside the loader's path
// (Windows' subsystem for Linux, hosted notebooks, NixOS).
func places() []string {
	var places []string
	if named := os.Getenv(pathVariable); named != "" {
		places = append(places, named)
	}
	places = append(places, libraryName)
	for _, folder := range []string{"/usr/lib/wsl/lib", "/usr/lib64-nvidia", "/run/opengl-driver/lib"} {
		places = append(places, folder+"/"+libraryName)
	}
	return places
}

// load opens the first of the libraries that is a CUDA driver.
func load(places []string) (path string, failed []Attempt, err error) {
	for _, place := range places {
		if err := abi.Open(place); err != nil {
			failed = append(failed, Attempt{place, strings.TrimPrefix(err.Error(), place+": ")})
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

// String gives the path and the reason.
func (a Attempt) String() string { return a.Path + ": " + a.Reason }
