//go:build cuda && linux

package nvidia

// #include "link.h"
import "C"

import (
	"unsafe"

	"ridgeline/cuda"
)

// link compiles PTX for the current context and gives the machine code, with
// what the compiler said, good or bad. The error is Unsupported where this
// driver compiles only while it loads.
func link(image cuda.Image) (cubin []byte, log string, err error) {
	ptx, name := C.CString(string(image.PTX)), C.CString(image.Name)
	linked := (*C.ridgeline_linked)(C.malloc(C.sizeof_ridgeline_linked))
	defer C.free(unsafe.Pointer(ptx))
	defer C.free(unsafe.Pointer(name))
	defer C.free(unsafe.Pointer(linked))
	C.ridgeline_link(ptx, C.size_t(len(image.PTX)+1), name, linked)
	defer C.free(linked.cubin)
	switch linked.code {
	case C.CUDA_SUCCESS:
		return C.GoBytes(linked.cubin, C.int(linked.cubin_bytes)), C.GoString(&linked.info[0]), nil
	case C.CUDA_ERROR_NOT_SUPPORTED, C.CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
		return nil, "", &cuda.Error{Op: C.GoString(linked.call), Kind: cuda.Unsupported}
	}
	return nil, C.GoString(&linked.error[0]), failure(C.GoString(linked.call), code(linked.code))
}
