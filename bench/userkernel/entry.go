package userkernel

import (
	"fmt"
	"strings"

	"ridgeline/cuda"
)

// findEntry finds the kernel: by its name in the PTX, by the name that it has in
// the source, or as the only one there is.
func findEntry(m cuda.Module, r Request) (cuda.Function, error) {
	names := []string{}
	if d, ok := m.(cuda.Directory); ok {
		names = d.FunctionNames()
	}
	if r.Entry != "" {
		return m.Function(demangled(names, r.Entry))
	}
	switch len(names) {
	case 1:
		return m.Function(names[0])
	case 0:
		return nil, wrong(r.File, "", "there is no kernel (.entry) in it")
	}
	return nil, wrong(r.File, "Say which with --entry NAME: "+strings.Join(names, ", ")+".", "there are %d kernels in it", len(names))
}

// demangled finds the only entry that is a function of this name by the rules of
// the Itanium C++ ABI (5.1.5: _Z, the length of the name, the name).
func demangled(names []string, name string) string {
	found := name
	for _, n := range names {
		switch {
		case n == name:
			return name
		case strings.HasPrefix(n, fmt.Sprintf("_Z%d%s", len(name), name)) && found == name:
			found = n
		case strings.HasPrefix(n, fmt.Sprintf("_Z%d%s", len(name), name)):
			return name // there are several: let the error list them
		}
	}
	return found
}
