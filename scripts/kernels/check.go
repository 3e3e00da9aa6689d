package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"slices"

	"ridgeline/kernels"
)

// check compares the committed files with the sources: first by the hashes in
// the manifest, then byte for byte with what the compiler makes of them now.
// It writes nothing.
func check(ctx context.Context, tools *toolchain, stdout io.Writer) error {
	if err := kernels.Verify(os.DirFS(kernelsDir)); err != nil {
		return err
	}
	files, err := generate(ctx, tools, kernelsDir)
	if err != nil {
		return err
	}
	if err := compare(kernelsDir, files); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "kernels: %d generated files are fresh\n", len(files))
	return err
}

// compare gives a *kernels.StaleError, joined, for each file in dir that is
// not as it should be.
func compare(dir string, files map[string][]byte) error {
	var stale []error
	for _, name := range slices.Sorted(maps.Keys(files)) {
		committed, err := os.ReadFile(path.Join(dir, name))
		if err != nil {
			stale = append(stale, &kernels.StaleError{File: name, Reason: err.Error()})
		} else if !bytes.Equal(committed, files[name]) {
			stale = append(stale, &kernels.StaleError{File: name, Reason: "the compiler makes another one of the sources now"})
		}
	}
	return errors.Join(stale...)
}
