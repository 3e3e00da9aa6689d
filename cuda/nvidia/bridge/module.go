//go:build cuda && linux

package bridge

// #include "bridge.h"
import "C"

import (
	"bytes"
	"errors"
	"fmt"
	"unsafe"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/params"
)

// loaded is a module with what its kernels take.
type loaded struct {
	module cuda.Module
	takes  map[string][]params.Param
	own    []unsafe.Pointer // its functions
}

// entry is a function of a module.
type entry struct {
	function cuda.Function
	takes    []params.Param
}

//export bridge_cuModuleLoadDataEx
func bridge_cuModuleLoadDataEx(module *C.CUmodule, image unsafe.Pointer, n C.uint, options *C.CUjit_option, values *unsafe.Pointer) C.CUresult {
	c, code := idle()
	if code != C.CUDA_SUCCESS {
		return code
	}
	ptx := []byte(C.GoString((*C.char)(image)))
	if !bytes.Contains(ptx, []byte(".version")) {
		return C.CUDA_ERROR_INVALID_IMAGE
	}
	img := cuda.Image{Name: "ptx input", PTX: ptx}
	if plugged.options.Assembled != nil {
		img.Assembled = plugged.options.Assembled(ptx)
	}
	m, err := c.device.Load(img)
	if err != nil {
		complain(unsafe.Slice(options, int(n)), unsafe.Slice(values, int(n)), err)
		return codeOf(err)
	}
	takes, err := params.Of(ptx)
	if err != nil {
		return C.CUDA_ERROR_INVALID_PTX
	}
	*module = C.CUmodule(c.add(&loaded{module: m, takes: takes}))
	return C.CUDA_SUCCESS
}

// complain writes into the error log what is wrong, as the driver's compiler
// would.
func complain(options []C.CUjit_option, values []unsafe.Pointer, err error) {
	text := err.Error()
	if e, ok := errors.AsType[*cuda.Error](err); ok && e.Line > 0 {
		text = fmt.Sprintf("ptxas application ptx input, line %d; error   : %s", e.Line, e.Detail)
	}
	var buffer unsafe.Pointer
	room := 0
	for i, option := range options {
		switch option {
		case C.CU_JIT_ERROR_LOG_BUFFER:
			buffer = values[i]
		case C.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
			room = int(uintptr(values[i]))
		}
	}
	if buffer == nil || room == 0 {
		return
	}
	log := unsafe.Slice((*byte)(buffer), room)
	log[copy(log[:room-1], text)] = 0
}

//export bridge_cuModuleUnload
func bridge_cuModuleUnload(module C.CUmodule) C.CUresult {
	c, code := idle()
	m, ok := object[*loaded](unsafe.Pointer(module))
	switch {
	case code != C.CUDA_SUCCESS:
		return code
	case !ok:
		return C.CUDA_ERROR_INVALID_HANDLE
	}
	for _, f := range m.own {
		c.remove(f)
	}
	c.remove(unsafe.Pointer(module))
	return codeOf(m.module.Unload())
}

//export bridge_cuModuleGetFunction
func bridge_cuModuleGetFunction(function *C.CUfunction, module C.CUmodule, name *C.char) C.CUresult {
	c, code := current()
	m, ok := object[*loaded](unsafe.Pointer(module))
	switch {
	case code != C.CUDA_SUCCESS:
		return code
	case !ok:
		return C.CUDA_ERROR_INVALID_HANDLE
	}
	f, err := m.module.Function(C.GoString(name))
	if err != nil {
		return codeOf(err)
	}
	h := c.add(&entry{f, m.takes[f.Name()]})
	m.own = append(m.own, h)
	*function = C.CUfunction(h)
	return C.CUDA_SUCCESS
}

//export bridge_cuFuncGetAttribute
func bridge_cuFuncGetAttribute(value *C.int, attribute C.CUfunction_attribute, function C.CUfunction) C.CUresult {
	f, ok := object[*entry](unsafe.Pointer(function))
	if !ok {
		return C.CUDA_ERROR_INVALID_HANDLE
	}
	a, err := f.function.Attributes()
	if err != nil {
		return codeOf(err)
	}
	v, ok := map[C.CUfunction_attribute]int{
		C.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: a.MaxThreads,
		C.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:     int(a.StaticSharedBytes),
		C.CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:      int(a.ConstBytes),
		C.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:      int(a.LocalBytes),
		C.CU_FUNC_ATTRIBUTE_NUM_REGS:              a.Registers,
		C.CU_FUNC_ATTRIBUTE_PTX_VERSION:           a.PTXVersion,
		C.CU_FUNC_ATTRIBUTE_BINARY_VERSION:        a.BinaryVersion,
	}[attribute]
	if !ok {
		return C.CUDA_ERROR_INVALID_VALUE
	}
	*value = C.int(v)
	return C.CUDA_SUCCESS
}

// The plugged driver needs no word for more shared memory; it refuses too much
// at the launch.
//
//export bridge_cuFuncSetAttribute
func bridge_cuFuncSetAttribute(function C.CUfunction, attribute C.CUfunction_attribute, _ C.int) C.CUresult {
	if _, ok := object[*entry](unsafe.Pointer(function)); !ok {
		return C.CUDA_ERROR_INVALID_HANDLE
	}
	if attribute != C.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES {
		return C.CUDA_ERROR_NOT_SUPPORTED
	}
	return C.CUDA_SUCCESS
}

//export bridge_cuOccupancyMaxActiveBlocksPerMultiprocessor
func bridge_cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks *C.int, function C.CUfunction, threads C.int, shared C.size_t) C.CUresult {
	f, ok := object[*entry](unsafe.Pointer(function))
	if !ok {
		return C.CUDA_ERROR_INVALID_HANDLE
	}
	n, err := f.function.BlocksPerSM(int(threads), int64(shared))
	*blocks = C.int(n)
	return codeOf(err)
}
