package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"ridgeline/kernels/sass"
)

// toolchainDir is where scripts/cuda-toolchain.sh installs.
const toolchainDir = ".tools/cuda"

// toolchain is the compiler, the assembler, the older assembler that still knows
// the architectures before sm_75, and the disassembler; and the opcodes that are
// known without it.
type toolchain struct {
	nvcc, ptxas, oldPtxas, nvdisasm tool

	opcodes  sass.Table
	learning sync.Mutex // guards learnt
	learnt   []sass.Sample
}

// tool is a program and its version.
type tool struct{ path, version string }

func findToolchain(ctx context.Context, dir string) (*toolchain, error) {
	opcodes, err := sass.Opcodes()
	if err != nil {
		return nil, err
	}
	t := &toolchain{opcodes: opcodes}
	for _, find := range []struct {
		tool *tool
		path string
	}{
		{&t.nvcc, "cu13/bin/nvcc"},
		{&t.ptxas, "cu13/bin/ptxas"},
		{&t.oldPtxas, "cuda_nvcc/bin/ptxas"},
		{&t.nvdisasm, "cu13/bin/nvdisasm"},
	} {
		var err error
		if *find.tool, err = findTool(ctx, dir, find.path); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func findTool(ctx context.Context, dir, name string) (tool, error) {
	found, err := filepath.Glob(filepath.Join(dir, "lib/python3*/site-packages/nvidia", name))
	if err != nil || len(found) != 1 {
		return tool{}, fmt.Errorf("%s is not below %s: run scripts/cuda-toolchain.sh", name, dir)
	}
	t := tool{}
	if t.path, err = filepath.Abs(found[0]); err != nil {
		return tool{}, err
	}
	out, err := t.run(ctx, ".", "--version")
	if err != nil {
		return tool{}, err
	}
	m := regexp.MustCompile(`release [0-9.]+, V([0-9.]+)`).FindStringSubmatch(out)
	if m == nil {
		return tool{}, fmt.Errorf("%s --version names no version: %q", t.path, out)
	}
	t.version = m[1]
	return t, nil
}

// run runs the tool in a folder and gives what it printed, both streams. An
// error carries that as well.
func (t tool) run(ctx context.Context, dir string, args ...string) (string, error) {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, t.path, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", filepath.Base(t.path), strings.Join(args, " "), err, out.String())
	}
	return out.String(), nil
}
