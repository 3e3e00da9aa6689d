package exec

import "fmt"

// matrixDescriptor is where a matrix lies in shared memory (PTX ISA, "Shared memory
// descriptor" of tcgen05; NVIDIA/cutlass@7107b05 include/cute/arch/mma_sm100_desc.hpp
// has the same fields).
type matrixDescriptor struct {
	start, leading, stride uint32 // bytes
	// swizzle is how many bytes of a line lie together, whose units of 16 bytes are
	// exchanged by the line: 0 is none, or 32, 64 or 128.
	swizzle uint32
}

// unitBytes are the bytes that a layout moves together.
const unitBytes = 16

// descriptorOf reads a descriptor, or says why it cannot.
func descriptorOf(v uint64) (m matrixDescriptor, problem string) {
	m = describedMatrix(v)
	swizzles := map[uint64]uint32{0: 0, 2: 128, 4: 64, 6: 32}
	swizzle, known := swizzles[v>>61]
	m.swizzle = swizzle
	switch {
	case v>>46&7 != 1:
		return m, fmt.Sprintf("descriptor %#x has no 0b001 in bits 46 to 48", v)
	case v>>61 == 1:
		return m, fmt.Sprintf("descriptor %#x: the virtual GPU has no swizzle of 128 bytes by units of 32", v)
	case !known:
		return m, fmt.Sprintf("descriptor %#x: there is no swizzle %d", v, v>>61)
	case v>>49&7 != 0:
		return m, noBaseOffset(v)
	case v>>52&1 != 0:
		return m, fmt.Sprintf("descriptor %#x: the virtual GPU has no absolute leading dimension", v)
	}
	return m, ""
}

// describedMatrix reads what the descriptors of wgmma and tcgen05 have in common.
func describedMatrix(v uint64) matrixDescriptor {
	field := func(shift int) uint32 { return uint32(v>>shift) & 0x3fff << 4 }
	return matrixDescriptor{start: field(0), leading: field(16), stride: field(32)}
}

func noBaseOffset(v uint64) string {
	return fmt.Sprintf("descriptor %#x: the virtual GPU has no patterns that begin elsewhere than at 1024 bytes (base offset)", v)
}

// swizzled exchanges the units of an address: the lowest bits of the unit by those
// of the line of 128 bytes (PTX ISA, "Swizzling modes").
func (m matrixDescriptor) swizzled(address uint32) uint32 {
	if m.swizzle == 0 {
		return address
	}
	return address ^ address>>3&(m.swizzle-unitBytes)
}

// alongK is the address of the unit u of a line where the lines lie along k: eight
// lines, of the swizzle's bytes, one after the other; the next eight a stride
// further.
func (m matrixDescriptor) alongK(line, u uint32) uint32 {
	at := m.start + line/8*m.stride
	if m.swizzle == 0 {
		return at + line%8*unitBytes + u*m.leading
	}
	return m.swizzled(at + line%8*m.swizzle + u*unitBytes)
}

// acrossK is the address of an element of so many bytes where the lines lie across
// k, as M or N do in the leading dimension.
func (m matrixDescriptor) acrossK(line, k, bytes uint32) uint32 {
	group, within := line/(unitBytes/bytes), line%(unitBytes/bytes)*bytes
	if m.swizzle == 0 {
		return m.start + group*m.stride + k/8*m.leading + k%8*unitBytes + within
	}
	units := m.swizzle / unitBytes
	at := m.start + group/units*m.leading + group%units*unitBytes + k%8*m.swizzle + k/8*m.stride
	return m.swizzled(at) + within
}
