//go:build cuda && linux

package bridge

// #include "bridge.h"
import "C"

import (
	"context"
	"errors"

	"ridgeline/cuda"
)

// codeOf is what a CUDA driver answers to trouble of this kind.
func codeOf(err error) C.CUresult {
	if err == nil {
		return C.CUDA_SUCCESS
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return C.CUDA_ERROR_LAUNCH_TIMEOUT
	}
	e, ok := errors.AsType[*cuda.Error](err)
	if !ok {
		return C.CUDA_ERROR_UNKNOWN
	}
	if c, ok := codes()[e.Kind]; ok {
		return c
	}
	return C.CUDA_ERROR_UNKNOWN
}

func codes() map[cuda.Kind]C.CUresult {
	return map[cuda.Kind]C.CUresult{
		cuda.NotFound:       C.CUDA_ERROR_NOT_FOUND,
		cuda.InvalidValue:   C.CUDA_ERROR_INVALID_VALUE,
		cuda.OutOfMemory:    C.CUDA_ERROR_OUT_OF_MEMORY,
		cuda.InvalidImage:   C.CUDA_ERROR_INVALID_PTX,
		cuda.Unsupported:    C.CUDA_ERROR_NOT_SUPPORTED,
		cuda.IllegalAddress: C.CUDA_ERROR_ILLEGAL_ADDRESS,
		cuda.Misaligned:     C.CUDA_ERROR_MISALIGNED_ADDRESS,
		cuda.LaunchTimeout:  C.CUDA_ERROR_LAUNCH_TIMEOUT,
		cuda.LaunchDeadlock: C.CUDA_ERROR_LAUNCH_FAILED,
		cuda.LaunchFailed:   C.CUDA_ERROR_LAUNCH_FAILED,
	}
}

// breaks tells whether a context is of no use after the code.
func breaks(c C.CUresult) bool {
	switch c {
	case C.CUDA_ERROR_ILLEGAL_ADDRESS, C.CUDA_ERROR_MISALIGNED_ADDRESS, C.CUDA_ERROR_LAUNCH_TIMEOUT,
		C.CUDA_ERROR_LAUNCH_FAILED, C.CUDA_ERROR_UNKNOWN:
		return true
	}
	return false
}
