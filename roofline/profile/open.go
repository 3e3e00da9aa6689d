package profile

import (
	"bufio"
	"bytes"
	"compress/gzip"
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
// timeline takes some 40 bytes an event, and a message of an .ncu-rep may itself
// have up to 256 MB.
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
	if bytes.HasPrefix(head, []byte{0x1f, 0x8b}) {
		return dispatchGzip(buffered, options, out)
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

// dispatchGzip unpacks an input and looks again. It is done once: a gzip in a
// gzip is refused as binary.
func dispatchGzip(source io.Reader, options Options, out *output) error {
	unpacked, err := gzip.NewReader(source)
	if err != nil {
		return &CorruptError{What: "a broken gzip: " + err.Error()}
	}
	inner := &gzipReader{source: unpacked}
	err = dispatch(notGzip{bufio.NewReaderSize(inner, sniffBytes)}, options, out)
	if err == nil && inner.cut {
		return &CutError{Offset: inner.offset, What: "the gzip stream ends too early"}
	}
	return err
}

// gzipReader gives the bytes before a cut as if the file ended there, and keeps
// the cut for later, so that what came before can be read.
type gzipReader struct {
	source io.Reader
	offset int64
	cut    bool
}

func (g *gzipReader) Read(into []byte) (int, error) {
	n, err := g.source.Read(into)
	g.offset += int64(n)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		g.cut = true
		return n, io.EOF
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, &CorruptError{Offset: g.offset, What: "a broken gzip: " + err.Error()}
	}
	return n, err
}

// notGzip refuses a gzip in a gzip.
type notGzip struct{ *bufio.Reader }

func (n notGzip) Read(into []byte) (int, error) {
	if head, _ := n.Peek(2); bytes.Equal(head, []byte{0x1f, 0x8b}) {
		return 0, &UnreadableError{"the file is packed by gzip twice", "unpack it"}
	}
	return n.Reader.Read(into)
}

// refuse tells the binary formats that are not read, by their first bytes.
func refuse(head []byte) error {
	for _, known := range []struct{ magic, looks, remedy string }{
		{"\x28\xb5\x2f\xfd", "this is compressed by Zstandard, as an .ncu-repz is", "export it: " + csvCommand},
		{"PK\x03\x04", "this is a zip archive", "unpack it; an .ncu-repz can be exported: " + csvCommand},
		{"NVIDIA Tegra Profiler Report", "this is an .nsys-rep of Nsight Systems, whose format is not public", nsysCommand},
		{"QDSTRM", "this is an unfinished recording of Nsight Systems", nsysCommand},
		{"\x7fELF", "this is a program or a cubin, no profile", ""},
		{"%PDF", "this is a PDF, no profile", ""},
		{"\x89PNG", "this is a picture, no profile", ""},
	} {
		if bytes.HasPrefix(head, []byte(known.magic)) {
			return &UnreadableError{known.looks, known.remedy}
		}
	}
	if bytes.Contains(head[:min(len(head), 512)], []byte("NVIDIA Tegra Profiler Report")) {
		return &UnreadableError{"this is an .nsys-rep of Nsight Systems, whose format is not public", nsysCommand}
	}
	if utf16(head) {
		return &UnreadableError{"this is text in UTF-16, as PowerShell's > writes", "save it in UTF-8, or let ncu write it with --log-file"}
	}
	if !bytes.HasPrefix(head, []byte(repMagic)) && !bytes.HasPrefix(head, []byte(sqliteMagic)) && bytes.IndexByte(head, 0) >= 0 {
		return &UnreadableError{"this is a binary file of an unknown format", readable}
	}
	return nil
}

func utf16(head []byte) bool {
	return bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff})
}
