package bench

import (
	"bytes"
	"errors"
	"fmt"

	"ridgeline/cuda"
)

// maxInputs is the most inputs that a kernel has.
const maxInputs = 2

// buffers are the buffers of a run in device memory. They grow when a case needs
// more, and cases that want the same input find it there.
type buffers struct {
	dev cuda.Device
	in  [maxInputs]filled
	out buffer
}

type buffer struct {
	ptr   cuda.Ptr
	bytes int64
}

// filled is a buffer that holds an input in its first bytes.
type filled struct {
	buffer
	held  inputKey
	data  input
	valid int64 // bytes
}

// writeBytes is about how much is copied to the device in one call.
const writeBytes = 4 << 20

// inputs makes the input buffers hold at least so many bytes each of their
// inputs.
func (b *buffers) inputs(keys []inputKey, sizes []int64) ([]cuda.Ptr, []input, error) {
	at, data := make([]cuda.Ptr, len(keys)), make([]input, len(keys))
	for i, key := range keys {
		f := &b.in[i]
		if f.bytes < sizes[i] {
			f.valid = 0
		}
		if err := b.grow(&f.buffer, sizes[i]); err != nil {
			return nil, nil, err
		}
		at[i] = f.ptr
		if key.holdsAddresses() {
			key.base = at[0]
		}
		if err := b.fill(f, key, sizes[i]); err != nil {
			return nil, nil, err
		}
		data[i] = f.data
	}
	return at, data, nil
}

// fill makes a buffer hold an input, as far as it does not yet.
func (b *buffers) fill(f *filled, key inputKey, size int64) error {
	if f.held != key {
		f.held, f.data, f.valid = key, key.make(), 0
	}
	many := f.data.raw
	if len(many) < writeBytes {
		many = bytes.Repeat(many, writeBytes/len(many))
	}
	for from := f.valid / int64(len(many)) * int64(len(many)); f.valid < size; from += int64(len(many)) {
		part := many[:min(int64(len(many)), size-from)]
		if err := b.dev.Write(f.ptr+cuda.Ptr(from), part); err != nil {
			return err
		}
		f.valid = from + int64(len(part))
	}
	return nil
}

// output makes the output buffer at least so big. Its content is undefined.
func (b *buffers) output(size int64) (cuda.Ptr, error) {
	err := b.grow(&b.out, size)
	return b.out.ptr, err
}

func (b *buffers) grow(buf *buffer, size int64) error {
	if buf.bytes >= size {
		return nil
	}
	if err := b.release(buf); err != nil {
		return err
	}
	p, err := b.dev.Alloc(size)
	if err != nil {
		return fmt.Errorf("a buffer of %d bytes: %w", size, err)
	}
	*buf = buffer{ptr: p, bytes: size}
	return nil
}

func (b *buffers) release(buf *buffer) error {
	if buf.bytes == 0 {
		return nil
	}
	p := buf.ptr
	*buf = buffer{}
	return b.dev.Free(p)
}

// free gives all buffers back.
func (b *buffers) free() error {
	err := b.release(&b.out)
	for i := range b.in {
		err = errors.Join(err, b.release(&b.in[i].buffer))
		b.in[i] = filled{}
	}
	return err
}
