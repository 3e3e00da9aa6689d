package kernels

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Source is a .cu file with what its header says to the build.
type Source struct {
	Path         string   // below kernels/, such as "stream/stream.cu"
	Family       string   // its folder
	Targets      []string // a module is built for each: PlainTarget, "sm_80", "sm_90a", ...
	MaxRegisters int      // the most that an entry may take on any target
	MaySpill     bool     // whether an entry may put registers into local memory
	Contracts    []Contract
	SHA256       string // of the file and of each header it includes
}

// ReadSources reads every kernel source, <family>/*.cu, sorted by path.
func ReadSources(fsys fs.FS) ([]Source, error) {
	paths, err := fs.Glob(fsys, "*/*.cu")
	if err != nil {
		return nil, fmt.Errorf("kernels: look for sources: %w", err)
	}
	sources := make([]Source, 0, len(paths))
	for _, p := range paths {
		s, err := ReadSource(fsys, p)
		if err != nil {
			return nil, err
		}
		sources = append(sources, s)
	}
	return sources, nil
}

// ReadSource reads the header and the hash of one kernel source.
func ReadSource(fsys fs.FS, name string) (Source, error) {
	s := Source{Path: name, Family: path.Dir(name)}
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return s, fmt.Errorf("kernels: read source: %w", err)
	}
	if err := s.readHeader(string(text)); err != nil {
		return s, fmt.Errorf("kernels: %s: %w", name, err)
	}
	s.SHA256, err = hashSource(fsys, name)
	return s, err
}

// ModuleName is the name of the module that is built for a target.
func (s Source) ModuleName(target string) string {
	if target == PlainTarget {
		target = PlainPTXTarget
	}
	base := strings.TrimSuffix(path.Base(s.Path), ".cu")
	if base != s.Family {
		base = s.Family + "_" + base
	}
	return base + "." + target
}

// readHeader takes the directives "// targets: ...", "// registers: N",
// "// spills: allowed" and "// contract: ..." from the comment lines that begin the
// file.
func (s *Source) readHeader(text string) error {
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(line, "//")
		if !ok {
			break
		}
		key, value, _ := strings.Cut(strings.TrimSpace(comment), ": ")
		switch key {
		case "targets":
			s.Targets = strings.Fields(value)
		case "registers":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > 255 {
				return fmt.Errorf("header line \"// registers: %s\": want a number from 1 to 255", value)
			}
			s.MaxRegisters = n
		case "spills":
			if value != "allowed" {
				return fmt.Errorf("header line \"// spills: %s\": want \"allowed\", or no such line", value)
			}
			s.MaySpill = true
		}
		if contract, ok := cutContract(comment); ok {
			var c Contract
			if err := c.UnmarshalText([]byte(contract)); err != nil {
				return fmt.Errorf("header line %q: %w", strings.TrimSpace(line), err)
			}
			s.Contracts = append(s.Contracts, c)
		}
	}
	return s.checkHeader()
}

// cutContract gives what follows "contract" in a comment that begins with this
// word and has a colon.
func cutContract(comment string) (string, bool) {
	text, ok := strings.CutPrefix(comment, " contract")
	return text, ok && strings.Contains(text, ":") && (text[0] == ':' || text[0] == ' ')
}

func (s *Source) checkHeader() error {
	if len(s.Targets) == 0 {
		return errors.New(`the header has no line "// targets: plain" (or the like)`)
	}
	if s.MaxRegisters == 0 {
		return errors.New(`the header has no line "// registers: N", the most an entry may take`)
	}
	for _, t := range s.Targets {
		if t == PlainTarget {
			continue
		}
		if _, err := parseTarget(t); err != nil {
			return fmt.Errorf("header line \"// targets: ...\": %w", err)
		}
		if capability, plain := PlainCapability(t); plain && capability <= plainCapability {
			return fmt.Errorf("header line \"// targets: ...\": %q is not above %s; write %q", t, PlainPTXTarget, PlainTarget)
		}
	}
	return nil
}

// hashSource hashes a file and all that it includes, by path and content.
func hashSource(fsys fs.FS, name string) (string, error) {
	files := map[string][]byte{}
	if err := collect(fsys, name, files); err != nil {
		return "", fmt.Errorf("kernels: hash %s: %w", name, err)
	}
	h := sha256.New()
	for _, p := range slices.Sorted(maps.Keys(files)) {
		h.Write(fmt.Appendf(nil, "%s %d\n", p, len(files[p])))
		h.Write(files[p])
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

var includeLine = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*"([^"]+)"`)

// collect reads a file and, once each, the files it includes by a quoted name.
// Those in angle brackets belong to the compiler, whose version is pinned.
func collect(fsys fs.FS, name string, files map[string][]byte) error {
	if _, done := files[name]; done {
		return nil
	}
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	files[name] = text
	for _, m := range includeLine.FindAllSubmatch(text, -1) {
		if err := collect(fsys, path.Join(path.Dir(name), string(m[1])), files); err != nil {
			return err
		}
	}
	return nil
}
