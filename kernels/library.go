package kernels

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
)

//go:embed manifest.json ptx
var embedded embed.FS

// Library is the set of kernels that the program carries.
type Library struct {
	manifest Manifest
	images   map[string][]byte // PTX by module name
}

// Load opens the embedded kernels. The error is a *StaleError where a PTX file
// is not the one that the manifest describes.
func Load() (*Library, error) { return open(embedded) }

func open(fsys fs.FS) (*Library, error) {
	m, err := ReadManifest(fsys)
	if err != nil {
		return nil, err
	}
	if stale := verifyImages(fsys, m); len(stale) > 0 {
		return nil, stale[0]
	}
	l := &Library{manifest: m, images: map[string][]byte{}}
	for _, mod := range m.Modules {
		if l.images[mod.Name], err = fs.ReadFile(fsys, mod.PTX); err != nil {
			return nil, fmt.Errorf("kernels: read PTX: %w", err)
		}
	}
	return l, nil
}

// ReadManifest reads manifest.json from the folder of the kernels.
func ReadManifest(fsys fs.FS) (Manifest, error) {
	var m Manifest
	text, err := fs.ReadFile(fsys, "manifest.json")
	if err != nil {
		return m, fmt.Errorf("kernels: read manifest: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return m, &StaleError{File: "manifest.json", Reason: "it does not parse: " + err.Error()}
	}
	return m, m.check()
}

// check gives a *StaleError where a kernel with local memory does not say what it
// does with it, or one without does.
func (m Manifest) check() error {
	for _, mod := range m.Modules {
		for _, e := range mod.Entries {
			for machine, b := range e.Builds {
				if told := (b.Local != nil) != (b.LocalVaries != ""); told != (b.StackBytes > 0) {
					return &StaleError{File: "manifest.json", Reason: fmt.Sprintf("%s has %d bytes of local memory on %s, "+
						"which is not what local and local_varies say", e.Symbol, b.StackBytes, machine)}
				}
			}
		}
	}
	return nil
}

// Modules gives every module, in the manifest's order.
func (l *Library) Modules() []Module { return slices.Clone(l.manifest.Modules) }

// Symbols gives the name of every kernel once, sorted.
func (l *Library) Symbols() []string {
	set := map[string]bool{}
	for _, m := range l.manifest.Modules {
		for _, e := range m.Entries {
			set[e.Symbol] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// Find gives the kernel's module, entry and PTX for a device, whose compute
// capability is given as ten times the major version plus the minor one: 90 for
// 9.0. A module for exactly this architecture comes first, then one for its
// family, then the newest plain one at or below it. The PTX is the library's
// own: do not write to it. The error is an *UnknownKernelError or a
// *NoModuleError.
func (l *Library) Find(symbol string, capability int) (Module, Entry, []byte, error) {
	var (
		module Module
		entry  Entry
		best   archTarget
		others []string
	)
	for _, m := range l.manifest.Modules {
		e, ok := m.entry(symbol)
		if !ok {
			continue
		}
		others = append(others, m.Target)
		t, err := parseTarget(m.Target)
		if err != nil || !t.runsOn(capability) || (module.Name != "" && !t.better(best)) {
			continue
		}
		module, entry, best = m, e, t
	}
	switch {
	case len(others) == 0:
		return Module{}, Entry{}, nil, &UnknownKernelError{Symbol: symbol, Known: l.Symbols()}
	case module.Name == "":
		return Module{}, Entry{}, nil, &NoModuleError{Symbol: symbol, Capability: capability, Targets: others}
	}
	return module, entry, l.images[module.Name], nil
}

func (m Module) entry(symbol string) (Entry, bool) {
	i := slices.IndexFunc(m.Entries, func(e Entry) bool { return e.Symbol == symbol })
	if i < 0 {
		return Entry{}, false
	}
	return m.Entries[i], true
}
