//go:build cuda && linux

package bridge

// #include "bridge.h"
import "C"

import (
	"unsafe"

	"ridgeline/cuda"
)

//export bridge_cuLaunchKernel
func bridge_cuLaunchKernel(function C.CUfunction, gx, gy, gz, bx, by, bz, shared C.uint, s C.CUstream, _, extra *unsafe.Pointer) C.CUresult {
	if _, code := current(); code != C.CUDA_SUCCESS {
		return code
	}
	own, ok := object[*stream](unsafe.Pointer(s))
	f, known := object[*entry](unsafe.Pointer(function))
	if !ok || !known {
		return C.CUDA_ERROR_INVALID_HANDLE
	}
	space := parameterSpace(extra)
	l := cuda.Launch{
		Function: f.function, DynamicSharedBytes: int64(shared),
		Grid: cuda.Dim3{X: int(gx), Y: int(gy), Z: int(gz)}, Block: cuda.Dim3{X: int(bx), Y: int(by), Z: int(bz)},
	}
	for _, p := range f.takes {
		if p.Offset+p.Bytes > len(space) {
			return C.CUDA_ERROR_INVALID_VALUE
		}
		l.Args = append(l.Args, cuda.Arg{Bytes: space[p.Offset : p.Offset+p.Bytes]})
	}
	own.push(l)
	return C.CUDA_SUCCESS
}

// parameterSpace copies the arguments that the markers of extra lead to.
func parameterSpace(extra *unsafe.Pointer) []byte {
	if extra == nil {
		return nil
	}
	var buffer, size unsafe.Pointer
	list := unsafe.Slice(extra, 5)
	for i := 0; i < 4 && list[i] != nil; i += 2 {
		switch uintptr(list[i]) {
		case 1: // CU_LAUNCH_PARAM_BUFFER_POINTER
			buffer = list[i+1]
		case 2: // CU_LAUNCH_PARAM_BUFFER_SIZE
			size = list[i+1]
		}
	}
	if buffer == nil || size == nil {
		return nil
	}
	return C.GoBytes(buffer, C.int(*(*C.size_t)(size)))
}
