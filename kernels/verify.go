package kernels

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Verify checks the folder of the kernels against its manifest: each source
// with the headers it includes, each PTX file, their symbols, and that there
// is none too many or too few; and what was found in the machine code against the
// contracts in the headers. It needs no CUDA tool. The error joins a *StaleError
// for each stale file and a *ContractError for each breach.
func Verify(fsys fs.FS) error {
	m, err := ReadManifest(fsys)
	if err != nil {
		return err
	}
	sources, err := ReadSources(fsys)
	if err != nil {
		return err
	}
	var errs []error
	for _, stale := range append(verifySources(sources, m), verifyImages(fsys, m)...) {
		errs = append(errs, stale)
	}
	return errors.Join(append(errs, m.CheckContracts()...)...)
}

// verifySources compares the modules that the sources ask for with those that
// the manifest has.
func verifySources(sources []Source, m Manifest) []*StaleError {
	var stale []*StaleError
	asked := map[string]bool{}
	for _, s := range sources {
		for _, target := range s.Targets {
			name := s.ModuleName(target)
			asked[name] = true
			i := slices.IndexFunc(m.Modules, func(mod Module) bool { return mod.Name == name })
			switch {
			case i < 0:
				stale = append(stale, &StaleError{s.Path, "its module " + name + " is not in the manifest"})
			case m.Modules[i].SourceSHA256 != s.SHA256:
				stale = append(stale, &StaleError{s.Path, "it or a header it includes has changed since " + m.Modules[i].PTX + " was built"})
			}
		}
	}
	for _, mod := range m.Modules {
		if !asked[mod.Name] {
			stale = append(stale, &StaleError{"manifest.json", "no source asks for its module " + mod.Name})
		}
	}
	return stale
}

// verifyImages compares the PTX files with the manifest.
func verifyImages(fsys fs.FS, m Manifest) []*StaleError {
	var stale []*StaleError
	described := map[string]bool{}
	for _, mod := range m.Modules {
		described[mod.PTX] = true
		if reason := verifyImage(fsys, mod); reason != "" {
			stale = append(stale, &StaleError{mod.PTX, reason})
		}
	}
	files, err := fs.Glob(fsys, "ptx/*")
	if err != nil {
		return append(stale, &StaleError{"ptx", err.Error()})
	}
	for _, f := range files {
		if !described[f] {
			stale = append(stale, &StaleError{f, "the manifest does not describe it"})
		}
	}
	return stale
}

// verifyImage says in what a PTX file differs from its module, or "".
func verifyImage(fsys fs.FS, mod Module) string {
	text, err := fs.ReadFile(fsys, mod.PTX)
	if err != nil {
		return "it cannot be read: " + err.Error()
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != mod.PTXSHA256 {
		return "its hash is not the one in the manifest"
	}
	var described []string
	for _, e := range mod.Entries {
		described = append(described, e.Symbol)
	}
	if found := EntrySymbols(text); !slices.Equal(found, described) {
		return fmt.Sprintf("its entries are %s, those in the manifest %s",
			strings.Join(found, ", "), strings.Join(described, ", "))
	}
	return ""
}

// EntrySymbols gives the kernels that a PTX text of ours defines, in its order: the
// lines ".visible .entry name(". Megabytes of text are read at every start, too many
// for a regular expression.
func EntrySymbols(ptx []byte) []string {
	var symbols []string
	for line := range bytes.Lines(ptx) {
		if rest, is := bytes.CutPrefix(line, []byte(".visible .entry ")); is {
			if name, _, called := bytes.Cut(rest, []byte("(")); called {
				symbols = append(symbols, string(name))
			}
		}
	}
	return symbols
}
