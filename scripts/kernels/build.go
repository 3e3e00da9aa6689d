package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"ridgeline/kernels"
	"ridgeline/kernels/sass"
)

// kernelsDir is the folder of package kernels, seen from the top folder.
const kernelsDir = "kernels"

// build writes kernels/ptx and kernels/manifest.json anew, and the table of
// opcodes where it has learnt some.
func build(ctx context.Context, tools *toolchain, stdout io.Writer) error {
	files, err := generate(ctx, tools, kernelsDir)
	if err != nil {
		return err
	}
	if err := replace(kernelsDir, files); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "kernels: wrote %d files below %s\n", len(files), kernelsDir)
	return err
}

// generate makes the content of every generated file, by its path below dir.
func generate(ctx context.Context, tools *toolchain, dir string) (map[string][]byte, error) {
	sources, err := kernels.ReadSources(os.DirFS(dir))
	if err != nil {
		return nil, err
	}
	manifest := kernels.Manifest{
		Compiler:  "nvcc " + tools.nvcc.version,
		Assembler: fmt.Sprintf("ptxas %s, %s for sm_70", tools.ptxas.version, tools.oldPtxas.version),
	}
	modules, images, err := tools.makeModules(ctx, dir, sources)
	if err != nil {
		return nil, err
	}
	manifest.Modules = modules
	if err := errors.Join(manifest.CheckContracts()...); err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for i, module := range modules {
		files[module.PTX] = []byte(images[i])
	}
	text, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return nil, err
	}
	files["manifest.json"] = append(text, '\n')
	if files[opcodesFile], err = tools.table(); err != nil {
		return nil, err
	}
	return files, nil
}

// makeModules makes the modules of all sources, as many at a time as there are
// processors, and gives them with their PTX in the order of the sources. The error
// is that of the first module in this order that has one.
func (t *toolchain) makeModules(ctx context.Context, dir string, sources []kernels.Source) ([]kernels.Module, []string, error) {
	type job struct {
		src    kernels.Source
		target string
	}
	var jobs []job
	for _, src := range sources {
		for _, target := range src.Targets {
			jobs = append(jobs, job{src, target})
		}
	}
	modules, images, errs := make([]kernels.Module, len(jobs)), make([]string, len(jobs)), make([]error, len(jobs))
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var running sync.WaitGroup
	for i, j := range jobs {
		free <- struct{}{}
		running.Go(func() {
			defer func() { <-free }()
			modules[i], images[i], errs[i] = t.makeModule(ctx, dir, j.src, j.target)
		})
	}
	running.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, nil, err
		}
	}
	return modules, images, nil
}

// makeModule compiles and assembles a source for one target of its header.
func (t *toolchain) makeModule(ctx context.Context, dir string, src kernels.Source, target string) (kernels.Module, string, error) {
	text, err := compile(ctx, t.nvcc, dir, src, target)
	if err != nil {
		return kernels.Module{}, "", err
	}
	name := src.ModuleName(target)
	if target == kernels.PlainTarget {
		target = kernels.PlainPTXTarget
	}
	img, err := t.assemble(ctx, text, src, target)
	if err != nil {
		return kernels.Module{}, "", err
	}
	codes, err := t.read(ctx, img)
	if err != nil {
		return kernels.Module{}, "", fmt.Errorf("%s: %w", src.Path, err)
	}
	entries, err := describe(img, codes, src)
	hash := sha256.Sum256([]byte(img.ptx))
	return kernels.Module{
		Name: name, Family: src.Family, Source: src.Path, SourceSHA256: src.SHA256,
		PTX: path.Join("ptx", name+".ptx"), PTXSHA256: hex.EncodeToString(hash[:]),
		PTXVersion: img.version, Target: target, Contracts: src.Contracts, Entries: entries,
	}, img.ptx, err
}

// describe joins the reports by entry, in the order of the PTX, with what the
// machine code holds, and holds them to the source's register cap.
func describe(img image, codes map[string]map[string]sass.Code, src kernels.Source) ([]kernels.Entry, error) {
	var entries []kernels.Entry
	for _, symbol := range kernels.EntrySymbols([]byte(img.ptx)) {
		e := kernels.Entry{Symbol: symbol, Builds: map[string]kernels.Build{}}
		for _, machine := range slices.Sorted(maps.Keys(img.reports)) {
			b, ok := img.reports[machine][symbol]
			if !ok {
				return nil, fmt.Errorf("%s: the assembler did not report %s for %s", src.Path, symbol, machine)
			}
			if b.Registers > src.MaxRegisters {
				return nil, fmt.Errorf("%s: %s takes %d registers on %s, its header allows %d",
					src.Path, symbol, b.Registers, machine, src.MaxRegisters)
			}
			code := codes[machine][symbol]
			if err := errors.Join(addLocal(&b, code), addAudit(&e, machine, code)); err != nil {
				return nil, fmt.Errorf("%s: %s on %s: %w", src.Path, symbol, machine, err)
			}
			e.Builds[machine] = b
		}
		entries = append(entries, e)
	}
	if len(entries) == 0 {
		return nil, fmt.Errorf("%s has no extern \"C\" __global__ function", src.Path)
	}
	return entries, nil
}

// replace writes the generated files and removes PTX files that are not among
// them.
func replace(dir string, files map[string][]byte) error {
	old, err := listGenerated(dir)
	if err != nil {
		return err
	}
	for _, name := range old {
		if _, keep := files[name]; !keep {
			if err := os.Remove(path.Join(dir, name)); err != nil {
				return err
			}
		}
	}
	return write(dir, files)
}

// write writes files below a folder.
func write(dir string, files map[string][]byte) error {
	for name, content := range files {
		if err := os.MkdirAll(path.Join(dir, path.Dir(name)), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path.Join(dir, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// listGenerated gives the generated files that there are.
func listGenerated(dir string) ([]string, error) {
	entries, err := os.ReadDir(path.Join(dir, "ptx"))
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	names := []string{"manifest.json"}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, path.Join("ptx", e.Name()))
		}
	}
	return names, nil
}
