package profile

import (
	"encoding/binary"
	"errors"
	"io"
)

// The container of an .ncu-rep: a magic, a file header, then blocks. Each block
// is a header and a payload of sources (machine code, skipped here), results
// (one for each launch) and range results. Every message has its length before
// it. The layout is that of container version 7, which Nsight Compute wrote from
// 2020.3 to 2025.1 at least.
const (
	repMagic   = "NVR\x00"
	repVersion = 7
	// maxRepMessage bounds one message. The largest are results with their
	// machine code, some tens of MB.
	maxRepMessage = 256 << 20
	maxRepStrings = 1 << 20
	maxRepDevices = 1 << 10
)

// ncuRep reads an .ncu-rep.
type ncuRep struct {
	source  io.Reader
	offset  int64
	out     *output
	strings []string
	devices []repDevice
	driver  string
	cuda    string
	process Process
	results int64
	// deferred is results that name strings of a later block.
	deferred      [][]byte
	deferredBytes int64
	ranges        uint64
}

// repBlock is what a block's header says of its payload.
type repBlock struct {
	sources, results, ranges, payload uint64
}

// readNCURep reads a report whose magic is next in source.
func readNCURep(source io.Reader, out *output) error {
	r := &ncuRep{source: source, out: out}
	err := r.read()
	if err == nil || errors.As(err, new(*CutError)) {
		err = errors.Join(r.flushDeferred(), err)
	}
	if r.ranges > 0 {
		out.warn(0, itoa(int64(r.ranges))+" results of ranges were skipped: they are of no single kernel")
	}
	if err == nil && r.results == 0 {
		return &NoKernelsError{"the report holds no result of a kernel", ""}
	}
	return unwrapOne(err)
}

func (r *ncuRep) read() error {
	magic := make([]byte, len(repMagic))
	if err := r.fill(magic, "the magic"); err != nil {
		return err
	}
	if string(magic) != repMagic {
		return &CorruptError{What: "this is no .ncu-rep: it does not begin with NVR"}
	}
	header, err := r.message("the file header")
	if err != nil {
		return err
	}
	if err := r.fileHeader(header); err != nil {
		return err
	}
	for {
		more, err := r.block()
		if err != nil || !more {
			return err
		}
	}
}

func (r *ncuRep) fileHeader(message []byte) error {
	version := uint64(0)
	err := eachField(message, func(f wireField) error {
		if f.number == 1 && f.kind == wireVarint {
			version = f.value
		}
		return nil
	})
	switch {
	case err != nil:
		return r.corrupt("the file header")
	case version != repVersion:
		return &UnreadableError{"the report has container version " + itoa(int64(version)) + ", and only version 7 is known", "export it: " + csvCommand}
	}
	return nil
}

// block reads one block; more is false at the end of the file.
func (r *ncuRep) block() (more bool, err error) {
	length := make([]byte, 4)
	n, err := io.ReadFull(r.source, length)
	r.offset += int64(n)
	switch {
	case errors.Is(err, io.EOF):
		return false, nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return false, r.cut("the length of a block")
	case err != nil:
		return false, err
	}
	header, err := r.body(length, "a block header")
	if err != nil {
		return false, err
	}
	b, err := r.blockHeader(header)
	if err != nil {
		return false, err
	}
	return true, r.payload(b)
}

// payload reads what follows a block's header.
func (r *ncuRep) payload(b repBlock) error {
	start := r.offset
	for range b.sources {
		if err := r.skipMessage(b, start); err != nil {
			return err
		}
	}
	for range b.results {
		if r.offset-start >= int64(b.payload) {
			return r.corrupt("a block with fewer results than it says")
		}
		message, err := r.message("a result")
		if err != nil {
			return err
		}
		if err := r.result(message); err != nil {
			return err
		}
	}
	r.ranges += b.ranges
	left := int64(b.payload) - (r.offset - start)
	if left < 0 {
		return r.corrupt("a block whose results are longer than it says")
	}
	return r.skip(left, "a block")
}

func (r *ncuRep) skipMessage(b repBlock, start int64) error {
	length := make([]byte, 4)
	if r.offset-start >= int64(b.payload) {
		return r.corrupt("a block with fewer sources than it says")
	}
	if err := r.fill(length, "the length of a source"); err != nil {
		return err
	}
	return r.skip(int64(binary.LittleEndian.Uint32(length)), "a source")
}

func (r *ncuRep) skip(count int64, what string) error {
	n, err := io.CopyN(io.Discard, r.source, count)
	r.offset += n
	if errors.Is(err, io.EOF) {
		return r.cut(what + " has " + itoa(n) + " of " + itoa(count) + " bytes")
	}
	return err
}

func (r *ncuRep) fill(into []byte, what string) error {
	n, err := io.ReadFull(r.source, into)
	r.offset += int64(n)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return r.cut(what)
	}
	return err
}

// message reads a message with its length before it.
func (r *ncuRep) message(what string) ([]byte, error) {
	length := make([]byte, 4)
	if err := r.fill(length, "the length of "+what); err != nil {
		return nil, err
	}
	return r.body(length, what)
}

// body reads a message of a given length. Memory grows with the bytes that are
// there, not with what the length promises.
func (r *ncuRep) body(length []byte, what string) ([]byte, error) {
	want := int64(binary.LittleEndian.Uint32(length))
	if want > maxRepMessage {
		return nil, &LimitError{what + " of " + itoa(want) + " bytes", maxRepMessage}
	}
	body, err := io.ReadAll(io.LimitReader(r.source, want))
	r.offset += int64(len(body))
	if err != nil {
		return nil, err
	}
	if int64(len(body)) < want {
		return nil, r.cut(what + " has " + itoa(int64(len(body))) + " of " + itoa(want) + " bytes")
	}
	return body, nil
}

func (r *ncuRep) cut(what string) error { return &CutError{Offset: r.offset, What: what} }

func (r *ncuRep) corrupt(what string) error {
	return &CorruptError{Offset: r.offset, What: what + ": " + errWire.Error()}
}
