//go:build cuda && linux

package bridge

// #include "bridge.h"
import "C"

import (
	"unsafe"

	"ridgeline/cuda"
)

// opened is a CUDA context: a device of the plugged driver, opened.
type opened struct {
	device cuda.Device
	own    map[unsafe.Pointer]bool // handles that go with it
	stream *stream
	broken C.CUresult // what every call answers once a kernel has failed
	report cuda.Report
	window cuda.Window
}

// current is the context of the calling thread.
func current() (*opened, C.CUresult) {
	c, ok := object[*opened](C.bridge_current())
	switch {
	case !ok:
		return nil, C.CUDA_ERROR_INVALID_CONTEXT
	case c.broken != C.CUDA_SUCCESS:
		return nil, c.broken
	}
	return c, C.CUDA_SUCCESS
}

// idle is the current context when all that was asked of it has been done.
func idle() (*opened, C.CUresult) {
	c, code := current()
	if code != C.CUDA_SUCCESS {
		return nil, code
	}
	if code := c.stream.wait(); code != C.CUDA_SUCCESS {
		return nil, code
	}
	return c, C.CUDA_SUCCESS
}

// add gives an object a handle, until the context is destroyed.
func (c *opened) add(object any) unsafe.Pointer {
	h := plugged.add(object)
	c.own[h] = true
	return h
}

// remove takes a handle back before that.
func (c *opened) remove(h unsafe.Pointer) {
	plugged.remove(h)
	delete(c.own, h)
}

//export bridge_cuCtxCreate_v2
func bridge_cuCtxCreate_v2(context *C.CUcontext, _ C.uint, device C.CUdevice) C.CUresult {
	d, err := plugged.driver.Open(int(device))
	if err != nil {
		return codeOf(err)
	}
	c := &opened{device: d, own: map[unsafe.Pointer]bool{}}
	c.stream = &stream{context: c}
	*context = C.CUcontext(plugged.add(c))
	C.bridge_set_current(unsafe.Pointer(*context))
	return C.CUDA_SUCCESS
}

//export bridge_cuCtxDestroy_v2
func bridge_cuCtxDestroy_v2(context C.CUcontext) C.CUresult {
	c, ok := object[*opened](unsafe.Pointer(context))
	if !ok {
		return C.CUDA_ERROR_INVALID_CONTEXT
	}
	c.stream.wait()
	for h := range c.own {
		plugged.remove(h)
	}
	plugged.remove(unsafe.Pointer(context))
	return codeOf(c.device.Close())
}

//export bridge_cuCtxSetCurrent
func bridge_cuCtxSetCurrent(context C.CUcontext) C.CUresult {
	if _, ok := object[*opened](unsafe.Pointer(context)); !ok {
		return C.CUDA_ERROR_INVALID_CONTEXT
	}
	C.bridge_set_current(unsafe.Pointer(context))
	return C.CUDA_SUCCESS
}

//export bridge_cuCtxSynchronize
func bridge_cuCtxSynchronize() C.CUresult {
	_, code := idle()
	return code
}
