//go:build cuda && linux

package nvidia

// #include <cuda.h>
import "C"

import (
	"fmt"
	"unsafe"

	"ridgeline/cuda"
)

var _ cuda.TensorMapper = (*device)(nil)

// tensorTypes are the numbers of the element types (CUDA driver API,
// CUtensorMapDataType).
func tensorTypes() map[string]C.CUtensorMapDataType {
	return map[string]C.CUtensorMapDataType{
		"u8": C.CU_TENSOR_MAP_DATA_TYPE_UINT8, "f16": C.CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
		"f32": C.CU_TENSOR_MAP_DATA_TYPE_FLOAT32, "bf16": C.CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
	}
}

// EncodeTiled makes a tensor map for a tensor in device memory.
func (d *device) EncodeTiled(t cuda.Tensor) ([cuda.TensorMapBytes]byte, error) {
	var none [cuda.TensorMapBytes]byte
	const op = "EncodeTiled"
	if err := d.enter(op); err != nil {
		return none, err
	}
	defer d.leave()
	element, ok := tensorTypes()[t.Type]
	rank := len(t.Dims)
	if !ok || rank < 1 || rank > 5 || len(t.Strides) != rank-1 || len(t.Box) != rank {
		return none, invalid(op, fmt.Sprintf("a tensor of %s, %v with strides %v in boxes of %v", t.Type, t.Dims, t.Strides, t.Box),
			"name a type, 1 to 5 extents, a stride of all but the first, and as many extents of the box")
	}
	// The driver wants the map at an address that 64 divides.
	room := C.malloc(C.sizeof_CUtensorMap + 63)
	defer C.free(room)
	aligned := (*C.CUtensorMap)(unsafe.Add(room, (64-uintptr(room)%64)%64))
	dims, strides := widen(t.Dims), widen(append(t.Strides, 0))
	box, steps := make([]C.cuuint32_t, rank), make([]C.cuuint32_t, rank)
	for i := range rank {
		box[i], steps[i] = C.cuuint32_t(t.Box[i]), 1
	}
	c := C.cuTensorMapEncodeTiled(aligned, element, C.cuuint32_t(rank), pointer(t.Address), &dims[0], &strides[0], &box[0], &steps[0],
		C.CU_TENSOR_MAP_INTERLEAVE_NONE, C.CUtensorMapSwizzle(t.Swizzle), C.CU_TENSOR_MAP_L2_PROMOTION_NONE, C.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
	if c != C.CUDA_SUCCESS {
		return none, d.note(failure("cuTensorMapEncodeTiled", code(c)))
	}
	return [cuda.TensorMapBytes]byte(unsafe.Slice((*byte)(unsafe.Pointer(aligned)), cuda.TensorMapBytes)), nil
}

func widen(numbers []int64) []C.cuuint64_t {
	wide := make([]C.cuuint64_t, len(numbers))
	for i, n := range numbers {
		wide[i] = C.cuuint64_t(n)
	}
	return wide
}

// pointer is a device address where C wants a pointer; nobody follows it here.
func pointer(p cuda.Ptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }
