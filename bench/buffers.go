package bench

import (
	"bytes"
	"fmt"

	"ridgeline/cuda"
)

// buffers are the two buffers of a run in device memory. They grow when a case
// needs more, and cases that want the same input find it there.
type buffers struct {
	dev     cuda.Device
	in, out buffer
	held    inputKey // what in holds
	data    input    // its content
}

type buffer struct {
	ptr   cuda.Ptr
	bytes int64
}

// writeBytes is about how much is copied to the device in one call.
const writeBytes = 4 << 20

// input makes the input buffer hold at least so many bytes of an input.
func (b *buffers) input(key inputKey, size int64) (cuda.Ptr, input, error) {
	if b.held == key && b.in.bytes >= size {
		return b.in.ptr, b.data, nil
	}
	if b.held != key {
		b.held, b.data = key, key.make()
	}
	if err := b.grow(&b.in, size); err != nil {
		b.held = inputKey{}
		return 0, input{}, err
	}
	if err := b.upload(); err != nil {
		b.held = inputKey{}
		return 0, input{}, err
	}
	return b.in.ptr, b.data, nil
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

// upload repeats the period of the input over the whole buffer.
func (b *buffers) upload() error {
	period := b.data.bytes()
	many := bytes.Repeat(period, max(1, writeBytes/len(period)))
	for at := int64(0); at < b.in.bytes; at += int64(len(many)) {
		part := many[:min(int64(len(many)), b.in.bytes-at)]
		if err := b.dev.Write(b.in.ptr+cuda.Ptr(at), part); err != nil {
			return err
		}
	}
	return nil
}

// free gives both buffers back.
func (b *buffers) free() error {
	b.held = inputKey{}
	err := b.release(&b.in)
	if e := b.release(&b.out); err == nil {
		err = e
	}
	return err
}
