//go:build cuda && linux

package nvidia

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"

	"gorgonia.org/cu"

	"ridgeline/cuda"
)

// Alloc reserves device memory.
func (d *device) Alloc(bytes int64) (cuda.Ptr, error) {
	if err := d.enter("Alloc"); err != nil {
		return 0, err
	}
	defer d.leave()
	if bytes < 1 {
		return 0, invalid("Alloc", fmt.Sprintf("%d bytes", bytes), "ask for at least 1")
	}
	p, err := cu.MemAlloc(bytes)
	if err != nil {
		return 0, d.note(withFree(failed("cuMemAlloc_v2", err), bytes))
	}
	return cuda.Ptr(p), nil
}

// withFree adds to an error that memory is short how much there is.
func withFree(err error, bytes int64) error {
	e, ok := errors.AsType[*cuda.Error](err)
	if !ok {
		return err
	}
	e.Detail = fmt.Sprintf("asked for %d bytes", bytes)
	if free, total, err := cu.MemInfo(); err == nil {
		e.Detail += fmt.Sprintf(", %d of %d are free", free, total)
	}
	return e
}

// Free gives back what Alloc returned.
func (d *device) Free(p cuda.Ptr) error {
	if err := d.enter("Free"); err != nil {
		return err
	}
	defer d.leave()
	return d.note(failed("cuMemFree_v2", cu.MemFree(cu.DevicePtr(p))))
}

// Write copies host bytes to device memory.
func (d *device) Write(dst cuda.Ptr, src []byte) error {
	if err := d.enter("Write"); err != nil {
		return err
	}
	defer d.leave()
	if len(src) == 0 {
		return nil
	}
	return d.note(failed("cuMemcpyHtoD_v2", cu.MemcpyHtoD(cu.DevicePtr(dst), unsafe.Pointer(&src[0]), int64(len(src)))))
}

// Read copies device memory to host bytes.
func (d *device) Read(dst []byte, src cuda.Ptr) error {
	if err := d.enter("Read"); err != nil {
		return err
	}
	defer d.leave()
	if len(dst) == 0 {
		return nil
	}
	return d.note(failed("cuMemcpyDtoH_v2", cu.MemcpyDtoH(unsafe.Pointer(&dst[0]), cu.DevicePtr(src), int64(len(dst)))))
}

// Fill repeats a pattern over device memory and waits for the end of it.
func (d *device) Fill(dst cuda.Ptr, pattern []byte, bytes int64) error {
	if err := d.enter("Fill"); err != nil {
		return err
	}
	defer d.leave()
	width := int64(len(pattern))
	if width != 1 && width != 2 && width != 4 {
		return invalid("Fill", fmt.Sprintf("a pattern of %d bytes", width), "a pattern has 1, 2 or 4")
	}
	if bytes < 0 || bytes%width != 0 {
		return invalid("Fill", fmt.Sprintf("%d bytes of a pattern of %d", bytes, width), "fill a multiple of the pattern")
	}
	if bytes == 0 {
		return nil
	}
	err := fill(cu.DevicePtr(dst), pattern, bytes/width)
	if err == nil {
		err = failed("cuCtxSynchronize", cu.Synchronize())
	}
	return d.note(err)
}

func fill(p cu.DevicePtr, pattern []byte, count int64) error {
	switch len(pattern) {
	case 1:
		return failed("cuMemsetD8_v2", cu.MemsetD8(p, pattern[0], count))
	case 2:
		return failed("cuMemsetD16_v2", cu.MemsetD16(p, binary.LittleEndian.Uint16(pattern), count))
	default:
		return failed("cuMemsetD32_v2", cu.MemsetD32(p, binary.LittleEndian.Uint32(pattern), count))
	}
}

// Memory tells the free and the total device memory.
func (d *device) Memory() (freeBytes, totalBytes int64, err error) {
	if err := d.enter("Memory"); err != nil {
		return 0, 0, err
	}
	defer d.leave()
	freeBytes, totalBytes, err = cu.MemInfo()
	return freeBytes, totalBytes, d.note(failed("cuMemGetInfo_v2", err))
}

func invalid(op, detail, remedy string) *cuda.Error {
	return &cuda.Error{Op: op, Kind: cuda.InvalidValue, Detail: detail, Remedy: remedy}
}
