package cuda

import (
	"encoding/binary"
	"math"
)

// Arg is one kernel argument as the bytes that the kernel sees, little endian.
// Its length is its size, and its natural alignment the largest power of two
// up to 16 that divides the size, unless Align says otherwise.
type Arg struct {
	Bytes []byte
	Align int // 0 is natural
}

// ArgPtr is the argument for a pointer parameter.
func ArgPtr(p Ptr) Arg { return ArgU64(uint64(p)) }

// ArgU32 is the argument for a 32-bit unsigned parameter.
func ArgU32(v uint32) Arg { return Arg{Bytes: binary.LittleEndian.AppendUint32(nil, v)} }

// ArgU64 is the argument for a 64-bit unsigned parameter.
func ArgU64(v uint64) Arg { return Arg{Bytes: binary.LittleEndian.AppendUint64(nil, v)} }

// ArgF32 is the argument for a float parameter.
func ArgF32(v float32) Arg { return ArgU32(math.Float32bits(v)) }

// ArgF64 is the argument for a double parameter.
func ArgF64(v float64) Arg { return ArgU64(math.Float64bits(v)) }

// ArgBytes is the argument for a structure passed by value.
func ArgBytes(b []byte, align int) Arg { return Arg{Bytes: b, Align: align} }
