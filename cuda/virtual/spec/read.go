package spec

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
)

// maxFileBytes is far above any spec; a larger file is something else.
const maxFileBytes = 1 << 20

// ReadFile reads a spec file.
func ReadFile(path string) (*Spec, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, &Error{File: path, Err: err}
	}
	if !info.Mode().IsRegular() || info.Size() > maxFileBytes {
		return nil, &Error{File: path, Want: "want a regular file of at most 1 MiB"}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, &Error{File: path, Err: err}
	}
	return Parse(path, data)
}

// Parse reads a spec from bytes; file stands in errors.
func Parse(file string, data []byte) (*Spec, error) {
	root, err := parseTree(file, data)
	if err != nil {
		return nil, err
	}
	s := &Spec{file: file, text: data}
	if err := checkFormat(file, root); err != nil {
		return nil, err
	}
	if err := fill(s, file, root); err != nil {
		return nil, err
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	digest := sha256.Sum256(data)
	s.sha256 = hex.EncodeToString(digest[:])
	return s, nil
}

// checkFormat comes first: in another format, other errors would mislead.
func checkFormat(file string, root object) error {
	v, ok := root.values["format"]
	if !ok {
		return &Error{File: file, Field: "format", Want: "is missing: want \"" + Format + "\""}
	}
	if v != Format {
		return &Error{File: file, Field: "format", Value: show(v), Want: "\"" + Format + "\""}
	}
	return nil
}
