package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// moduleRoot is the top of the module, seen from this package's folder.
const moduleRoot = "../.."

// arrows is the import graph of docs/design.md §3: which of our packages a
// package may import. A package that is not here may not exist.
func arrows() map[string][]string {
	return map[string][]string{
		"kernels":             {"kernels/sass"},
		"kernels/sass":        {},
		"cuda":                {},
		"cuda/arch":           {},
		"cuda/cudatest":       {"cuda"},
		"cuda/nvidia":         {"cuda", "cuda/nvidia/abi", "cuda/nvidia/nvml", "cuda/nvidia/params", "cuda/nvidia/search"},
		"cuda/nvidia/abi":     {"cuda"},
		"cuda/nvidia/bridge":  {"cuda", "cuda/nvidia/abi", "cuda/nvidia/params"},
		"cuda/nvidia/doubles": {},
		"cuda/nvidia/nvml":    {"cuda", "cuda/nvidia/search"},
		"cuda/nvidia/params":  {},
		"cuda/nvidia/search":  {},
		"cuda/virtual":        {"cuda", "cuda/arch", "cuda/virtual/exec", "cuda/virtual/ptx", "cuda/virtual/spec", "cuda/virtual/timing"},
		"cuda/virtual/ptx":    {},
		"cuda/virtual/exec":   {"cuda", "cuda/arch", "cuda/virtual/ptx"},
		"cuda/virtual/spec":   {"cuda"},
		"cuda/virtual/timing": {"cuda", "cuda/virtual/exec", "cuda/virtual/spec"},
		"bench":               {"bench/stats", "cuda", "cuda/arch", "kernels", "kernels/sass", "roofline", "results"},
		"bench/stats":         {},
		"bench/userkernel":    {"bench", "bench/stats", "cuda", "results"},
		"results":             {},
		"roofline":            {"results"},
		"roofline/profile":    {"results", "roofline"},
		"roofline/classify":   {"results", "roofline", "roofline/profile"},
		"roofline/report":     {"results", "roofline"},
		"roofline/twin":       {"results", "roofline"},
		"roofline/validate":   {"results", "roofline"},
		"cmd/ridgeline":       {"bench", "bench/userkernel", "cuda", "cuda/cudatest", "cuda/nvidia", "cuda/virtual", "kernels", "results", "roofline", "roofline/classify", "roofline/profile", "roofline/report", "roofline/twin", "roofline/validate"},
		"scripts":             {"kernels", "kernels/sass"},
	}
}

// keepers says which packages may import a module that should stay in one
// place. The rest of the modules are free.
func keepers() map[string][]string {
	return map[string][]string{
		"C":                                        {"cuda/nvidia", "cuda/nvidia/abi", "cuda/nvidia/bridge"},
		"gorgonia.org/cu":                          {"cuda/nvidia"},
		"github.com/NVIDIA/go-nvml":                {"cuda/nvidia/nvml"},
		"github.com/alecthomas/kong":               {"cmd/ridgeline"},
		"github.com/jedib0t/go-pretty/v6":          {"cmd/ridgeline", "roofline/report"},
		"github.com/stretchr/testify":              {"cuda/cudatest"},
		"gonum.org/v1/plot":                        {"roofline/report"},
		"golang.org/x/perf":                        {"bench"},
		"github.com/ncruces/go-sqlite3":            {"roofline/profile"},
		"pgregory.net/rapid":                       {},
		"github.com/rogpeppe/go-internal":          {},
		"github.com/invopop/jsonschema":            {"results"},
		"github.com/santhosh-tekuri/jsonschema/v6": {},
	}
}

// goPackage is what the test needs to know of one folder with Go files.
type goPackage struct {
	imports []string // of the files that are no tests, of every build
	doc     bool
}

// The files are parsed whatever their build constraints say, so that no
// arrow hides behind a tag or an operating system.
func TestImportGraph(t *testing.T) {
	packages := parseModule(t)
	for dir, p := range packages {
		allowed, known := arrows()[owner(dir)]
		if !assert.True(t, known, "%s is not in the import graph of docs/design.md", dir) {
			continue
		}
		assert.True(t, p.doc, "%s has no package comment", dir)
		for _, imported := range p.imports {
			if ours, ok := strings.CutPrefix(imported, "ridgeline/"); ok {
				assert.Contains(t, allowed, ours, "%s imports %s", dir, ours)
			}
			checkKeeper(t, dir, imported)
		}
	}
	for dir := range arrows() {
		assert.True(t, exists(packages, dir), "the import graph names %s, which is not there", dir)
	}
}

// owner is the package that answers for a folder: every folder of scripts/ is
// a program of its own under one rule.
func owner(dir string) string {
	if strings.HasPrefix(dir, "scripts/") {
		return "scripts"
	}
	return dir
}

func exists(packages map[string]*goPackage, dir string) bool {
	for have := range packages {
		if owner(have) == dir {
			return true
		}
	}
	return false
}

func checkKeeper(t *testing.T, dir, imported string) {
	t.Helper()
	for module, allowed := range keepers() {
		if imported == module || strings.HasPrefix(imported, module+"/") {
			assert.True(t, slices.Contains(allowed, owner(dir)), "%s imports %s", dir, imported)
		}
	}
}

// parseModule reads the imports and the package comment of every package of
// the module, by its folder with forward slashes.
func parseModule(t *testing.T) map[string]*goPackage {
	t.Helper()
	packages := map[string]*goPackage{}
	err := filepath.WalkDir(moduleRoot, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return skipFolder(file, entry.Name())
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		addFile(t, packages, file, parsed)
		return nil
	})
	require.NoError(t, err)
	return packages
}

func skipFolder(folder, name string) error {
	hidden := strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
	if folder != moduleRoot && (hidden || name == "testdata") {
		return filepath.SkipDir
	}
	return nil
}

func addFile(t *testing.T, packages map[string]*goPackage, file string, parsed *ast.File) {
	t.Helper()
	rel, err := filepath.Rel(moduleRoot, file)
	require.NoError(t, err)
	dir := path.Dir(filepath.ToSlash(rel))
	p := packages[dir]
	if p == nil {
		p = &goPackage{}
		packages[dir] = p
	}
	p.doc = p.doc || parsed.Doc.Text() != ""
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		p.imports = append(p.imports, imported)
	}
}
