package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"ridgeline/kernels"
)

// image is a module's PTX with what the assembler said and made of it.
type image struct {
	ptx     string
	version string
	reports map[string]report // by machine target
	cubins  map[string][]byte // by machine target
}

// assemble finds the oldest PTX version that the assembler takes for every
// machine target of the module, and assembles the module for each of them.
func (t *toolchain) assemble(ctx context.Context, ptx string, src kernels.Source, target string) (image, error) {
	var refused error
	for _, version := range ptxVersions() {
		text, err := retarget(ptx, src.Path, version, target)
		if err != nil {
			return image{}, err
		}
		img, err := t.assembleAll(ctx, text, machineTargets(target), src.MaySpill)
		if err == nil {
			img.version = version
			return img, nil
		}
		if ctx.Err() != nil {
			return image{}, ctx.Err()
		}
		refused = err
	}
	return image{}, fmt.Errorf("%s: no PTX version is taken for every target: %w", src.Path, refused)
}

// assembleAll assembles a PTX text for each machine target. Unless it may spill,
// a byte of local memory is an error.
func (t *toolchain) assembleAll(ctx context.Context, ptx string, machines []string, maySpill bool) (image, error) {
	tmp, err := os.MkdirTemp("", "ridgeline-ptxas-")
	if err != nil {
		return image{}, err
	}
	defer os.RemoveAll(tmp)
	if err := os.WriteFile(filepath.Join(tmp, "in.ptx"), []byte(ptx), 0o600); err != nil {
		return image{}, err
	}
	args := []string{"-v", "-Werror", "in.ptx", "-o", "out.cubin"}
	if !maySpill {
		args = append(args, "--warn-on-spills", "--warn-on-local-memory-usage")
	}
	img := image{ptx: ptx, reports: map[string]report{}, cubins: map[string][]byte{}}
	for _, machine := range machines {
		out, err := t.assemblerFor(machine).run(ctx, tmp, append([]string{"-arch=" + machine}, args...)...)
		if err != nil {
			return image{}, err
		}
		if img.reports[machine], err = parseReport(out); err != nil {
			return image{}, fmt.Errorf("%s: %w", machine, err)
		}
		if img.cubins[machine], err = os.ReadFile(filepath.Join(tmp, "out.cubin")); err != nil {
			return image{}, err
		}
	}
	return img, nil
}
