package profile

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
)

// Options is what a caller says of an input.
type Options struct {
	// Name is what to call the input in a Source; Open fills it in.
	Name string
	// Decimal is how a CSV writes numbers; 0 lets the file decide, and refuses
	// one that does not tell.
	Decimal Decimal
}

// Open reads a profiler's file, of whichever format its content is. It keeps
// every kernel; Each does not.
//
// The File is never nil: with an error it holds what was read before it, such as
// the kernels before a cut. Errors are *CutError, *AmbiguousNumberError,
// *DecimalError, *UnreadableError, *NoKernelsError, *CorruptError and
// *LimitError, and those of the operating system.
func Open(path string, options Options) (*File, error) {
	source, err := os.Open(path)
	if err != nil {
		return &File{Name: path}, err
	}
	defer source.Close() //nolint:errcheck // nothing was written
	if options.Name == "" {
		options.Name = path
	}
	return Read(source, options)
}

// Read is Open for an input that is no file of its own.
func Read(source io.Reader, options Options) (*File, error) {
	var kernels []Kernel
	file, err := Each(source, options, func(k Kernel) error {
		kernels = append(kernels, k)
		return nil
	})
	file.Kernels = kernels
	return file, err
}

// Each reads an input and hands every kernel to visit as soon as it is whole, so
// that a file larger than memory can be read. An error of visit ends the reading
// and is given back. Memory stays under about 100 MB, with two exceptions: a
// timeline takes some 150 bytes an event, and one message of an .ncu-rep (up to 256
// MB) or one value of a JSON (up to 64 MB, several times that when decoded) is
// held whole. What is larger is a *LimitError.
func Each(source io.Reader, options Options, visit func(Kernel) error) (*File, error) {
	out := &output{file: &File{Name: options.Name, Warnings: []Warning{}}, visit: visit}
	err := dispatch(source, options, out)
	out.close()
	return out.file, err
}

// sniffBytes is how much of an input is looked at to tell its format.
const sniffBytes = 64 << 10

// dispatch finds the format of an input by its content and reads it.
func dispatch(source io.Reader, options Options, out *output) error {
	buffered := bufio.NewReaderSize(source, sniffBytes)
	head, err := buffered.Peek(sniffBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if bytes.HasPrefix(head, []byte(gzipMagic)) {
		return dispatchGzip(buffered, options, out)
	}
	if order := utf16Order(head); order != nil {
		return dispatch(newUTF16(buffered, order), options, out)
	}
	if err := refuse(head); err != nil {
		return err
	}
	switch {
	case bytes.HasPrefix(head, []byte(repMagic)):
		out.file.Format = FormatNCUReport
		return readNCURep(buffered, out)
	case bytes.HasPrefix(head, []byte(sqliteMagic)):
		out.file.Format = FormatNsysSQLite
		return readNsysSQLite(source, buffered, out)
	}
	if format := sniffJSON(head); format != "" {
		out.file.Format = format
		return readJSON(format, buffered, out)
	}
	return readText(buffered, options, out)
}
