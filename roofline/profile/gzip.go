package profile

import (
	"bufio"
	"compress/gzip"
	"errors"
	"io"
)

const gzipMagic = "\x1f\x8b"

// dispatchGzip unpacks an input and looks again, once.
func dispatchGzip(source io.Reader, options Options, out *output) error {
	unpacked, err := gzip.NewReader(source)
	if err != nil {
		return &CorruptError{What: "a broken gzip: " + err.Error()}
	}
	inner := &gzipReader{source: unpacked}
	content := bufio.NewReaderSize(inner, sniffBytes)
	if head, _ := content.Peek(len(gzipMagic)); string(head) == gzipMagic {
		return &UnreadableError{"the file is packed by gzip twice", "unpack it"}
	}
	err = dispatch(content, options, out)
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
