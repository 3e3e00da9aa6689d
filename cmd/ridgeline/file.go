package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writeFile puts what render makes at path in one step, so that a reader sees
// the old file or the new one, and never a part. What is no regular file, such
// as a pipe, is written to as it is.
func writeFile(path string, render func(io.Writer) error) error {
	var content bytes.Buffer
	if err := render(&content); err != nil {
		return err
	}
	write := replaceFile
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		write = overwrite
	}
	if err := write(path, content.Bytes()); err != nil {
		if where, ok := errors.AsType[*fs.PathError](err); ok {
			err = where.Err // the temporary name would puzzle
		}
		return failf(exitUsage, "cannot write %s: %w", path, err)
	}
	return nil
}

func replaceFile(path string, content []byte) error {
	temporary := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".tmp")
	err := overwrite(temporary, content)
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		_ = os.Remove(temporary) // it may not be there at all
	}
	return err
}

func overwrite(path string, content []byte) error {
	return os.WriteFile(path, content, 0o644) //nolint:gosec // a report is for everyone to read
}
