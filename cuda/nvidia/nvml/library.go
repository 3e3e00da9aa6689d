//go:build cuda && linux

package nvml

import (
	"sync"

	"github.com/NVIDIA/go-nvml/pkg/dl"
	"github.com/NVIDIA/go-nvml/pkg/nvml"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/search"
)

// Library is the opened management library. It may be used by several
// goroutines at a time.
type Library struct {
	path   string
	failed []Attempt
	fake   bool
	dl     *dl.DynamicLibrary
	nvml   nvml.Interface
	symbol sync.Map // name of a function → whether the library has it

	mu     sync.RWMutex // held by a call for reading, by Close for writing
	closed bool
}

// Open loads the library at path, or searches for it where path is empty, and
// initialises it. The error is a *cuda.Error: NotFound says what was tried and
// why each failed, DriverBroken that the library is there and does not work.
//
// A process uses one such library: what is opened after it, from another path,
// would be bound to the functions of the first.
func Open(path string) (*Library, error) {
	paths := []string{path}
	if path == "" {
		paths = search.Places(pathVariable, libraryName)
	}
	found, failed, err := load(paths)
	if err != nil {
		return nil, err
	}
	l := &Library{path: found.Name, failed: failed, dl: found, nvml: nvml.New(nvml.WithLibraryPath(found.Name))}
	l.fake = l.has(fakeSymbol)
	if code := l.nvml.Init(); code != nvml.SUCCESS {
		e := failure("nvmlInit_v2", code)
		e.Detail = found.Name
		return nil, e
	}
	return l, nil
}

// Path is the library that was opened, and Tried those that could not be.
func (l *Library) Path() string { return l.path }

// Tried is what was tried before, and why each failed.
func (l *Library) Tried() []Attempt { return l.failed }

// Provenance is simulated where the library stands in for the driver's, so that
// what it tells is never taken for a real GPU's.
func (l *Library) Provenance() cuda.Provenance {
	if l.fake {
		return cuda.Simulated
	}
	return cuda.Measured
}

// Close ends the use of the library; whoever still reads gets an error.
func (l *Library) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || !l.has("nvmlShutdown") {
		l.closed = true
		return nil
	}
	l.closed = true
	if code := l.nvml.Shutdown(); code != nvml.SUCCESS {
		return failure("nvmlShutdown", code)
	}
	return nil
}

// has tells whether the library has a function.
func (l *Library) has(name string) bool {
	if known, ok := l.symbol.Load(name); ok {
		return known.(bool)
	}
	there := l.dl.Lookup(name) == nil
	l.symbol.Store(name, there)
	return there
}

// ask makes one call, if the library has one of the functions that it may end
// in: the binding takes the newest version that is there.
func ask[T any](l *Library, call func() (T, nvml.Return), versions ...string) (answer T, err error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.closed {
		return answer, &cuda.Error{Op: versions[0], Kind: cuda.DriverBroken, Detail: "the library is closed"}
	}
	for _, name := range versions {
		if !l.has(name) {
			continue
		}
		answer, code := call()
		if code != nvml.SUCCESS {
			return answer, failure(name, code)
		}
		return answer, nil
	}
	return answer, &cuda.Error{Op: versions[0], Kind: cuda.Unsupported, Detail: "this driver's library has no such function"}
}
