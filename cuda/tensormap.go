package cuda

// TensorMapBytes is the size of a tensor map.
const TensorMapBytes = 128

// TensorMapper is a device that can make tensor maps, which a kernel takes as an
// argument of 128 bytes aligned to 64 and copies tiles by (PTX, cp.async.bulk.tensor).
type TensorMapper interface {
	// EncodeTiled makes a tensor map. The error is Unsupported where the driver
	// has none.
	EncodeTiled(t Tensor) ([TensorMapBytes]byte, error)
}

// Tensor is an array in device memory and the tiles in which it is copied.
type Tensor struct {
	Address Ptr
	Type    string  // of an element: u8, f16, bf16 or f32
	Dims    []int64 // elements, the innermost first; 1 to 5 of them
	Strides []int64 // bytes from one to the next, of all dimensions but the innermost
	Box     []int64 // elements of a tile
	Swizzle int     // of a tile in shared memory: 0 none, 1 over 32 bytes, 2 over 64, 3 over 128
}
