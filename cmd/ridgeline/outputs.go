package main

import (
	"os"
	"path/filepath"
)

// checkOutputs refuses an output that is one of the inputs, or another output: it
// would be lost. Empty paths and "-" are no files.
func checkOutputs(inputs, outputs []string) error {
	for i, output := range outputs {
		if !isFile(output) {
			continue
		}
		for _, input := range inputs {
			if isFile(input) && sameFile(input, output) {
				return failf(exitUsage, "%s is an input and would be overwritten\nGive the output another name.", output)
			}
		}
		for _, other := range outputs[:i] {
			if isFile(other) && sameFile(other, output) {
				return failf(exitUsage, "two outputs are to be written to %s\nGive each a name of its own.", output)
			}
		}
	}
	return nil
}

func isFile(path string) bool { return path != "" && path != "-" }

// sameFile tells whether two paths lead to one file, be it there or not.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB) && infoA.Mode().IsRegular()
	}
	fullA, errA := filepath.Abs(a)
	fullB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && fullA == fullB
}
