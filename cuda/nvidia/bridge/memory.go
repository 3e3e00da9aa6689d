//go:build cuda && linux

package bridge

// #include "bridge.h"
import "C"

import (
	"encoding/binary"
	"unsafe"

	"ridgeline/cuda"
)

//export bridge_cuMemGetInfo_v2
func bridge_cuMemGetInfo_v2(free, total *C.size_t) C.CUresult {
	c, code := current()
	if code != C.CUDA_SUCCESS {
		return code
	}
	f, t, err := c.device.Memory()
	*free, *total = C.size_t(f), C.size_t(t)
	return codeOf(err)
}

//export bridge_cuMemAlloc_v2
func bridge_cuMemAlloc_v2(p *C.CUdeviceptr, bytes C.size_t) C.CUresult {
	c, code := idle()
	if code != C.CUDA_SUCCESS {
		return code
	}
	address, err := c.device.Alloc(int64(bytes))
	*p = C.CUdeviceptr(address)
	return codeOf(err)
}

//export bridge_cuMemFree_v2
func bridge_cuMemFree_v2(p C.CUdeviceptr) C.CUresult {
	c, code := idle()
	if code != C.CUDA_SUCCESS {
		return code
	}
	return invalidOr(c.device.Free(cuda.Ptr(p)))
}

// invalidOr is the code of a call of the host: a place that is not its own is an
// invalid value there, and no fault of a kernel.
func invalidOr(err error) C.CUresult {
	if code := codeOf(err); !breaks(code) {
		return code
	}
	return C.CUDA_ERROR_INVALID_VALUE
}

//export bridge_cuMemcpyHtoD_v2
func bridge_cuMemcpyHtoD_v2(dst C.CUdeviceptr, src unsafe.Pointer, n C.size_t) C.CUresult {
	c, code := idle()
	if code != C.CUDA_SUCCESS {
		return code
	}
	return invalidOr(c.device.Write(cuda.Ptr(dst), unsafe.Slice((*byte)(src), int(n))))
}

//export bridge_cuMemcpyDtoH_v2
func bridge_cuMemcpyDtoH_v2(dst unsafe.Pointer, src C.CUdeviceptr, n C.size_t) C.CUresult {
	c, code := idle()
	if code != C.CUDA_SUCCESS {
		return code
	}
	return invalidOr(c.device.Read(unsafe.Slice((*byte)(dst), int(n)), cuda.Ptr(src)))
}

//export bridge_cuMemsetD8_v2
func bridge_cuMemsetD8_v2(p C.CUdeviceptr, v C.uchar, n C.size_t) C.CUresult {
	return fill(p, []byte{byte(v)}, n)
}

//export bridge_cuMemsetD16_v2
func bridge_cuMemsetD16_v2(p C.CUdeviceptr, v C.ushort, n C.size_t) C.CUresult {
	return fill(p, binary.LittleEndian.AppendUint16(nil, uint16(v)), n)
}

//export bridge_cuMemsetD32_v2
func bridge_cuMemsetD32_v2(p C.CUdeviceptr, v C.uint, n C.size_t) C.CUresult {
	return fill(p, binary.LittleEndian.AppendUint32(nil, uint32(v)), n)
}

func fill(p C.CUdeviceptr, pattern []byte, n C.size_t) C.CUresult {
	c, code := idle()
	if code != C.CUDA_SUCCESS {
		return code
	}
	if uint64(p)%uint64(len(pattern)) != 0 {
		return C.CUDA_ERROR_INVALID_VALUE
	}
	return invalidOr(c.device.Fill(cuda.Ptr(p), pattern, int64(n)*int64(len(pattern))))
}
