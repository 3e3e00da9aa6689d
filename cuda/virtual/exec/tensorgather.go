package exec

import (
	"encoding/binary"
	"fmt"
	"slices"

	"ridgeline/cuda"
)

// matrixBytes reads the lines of A or B from shared memory, 32 bytes each, and says
// what is wrong with it.
func (w *Warp) matrixBytes(p operandPlace) (words []uint32, problem string) {
	d, e, lines := p.at, p.key.element, p.key.lines
	words = make([]uint32, lines*lineWords)
	if !p.across {
		for line := range lines {
			for u := range operandBytes / unitBytes {
				unit, problem := w.sharedUnit(d.alongK(uint32(p.first+line), uint32(u)))
				if problem != "" {
					return nil, problem
				}
				copy(words[line*lineWords+u*4:], unpadded(e, unit))
			}
		}
		return words, ""
	}
	bytes := e.bits() / 8
	for line := range lines {
		for k := range operandBytes / bytes {
			at := d.acrossK(uint32(p.first+line), uint32(k), uint32(bytes))
			unit, problem := w.sharedUnit(at &^ (unitBytes - 1))
			if problem != "" {
				return nil, problem
			}
			v := unit[at%unitBytes/4] >> (at % 4 * 8) & (1<<(8*bytes) - 1)
			words[line*lineWords+k*bytes/4] |= v << (k * bytes % 4 * 8)
		}
	}
	return words, ""
}

// sharedUnit gives 16 bytes of shared memory.
func (w *Warp) sharedUnit(at uint32) (unit []uint32, problem string) {
	b := w.block
	if uint64(at)+unitBytes > uint64(w.core.sharedBytes) {
		return nil, fmt.Sprintf("the matrix reaches to offset %#x, outside of the %d bytes of shared memory of a block", at+unitBytes-1, w.core.sharedBytes)
	}
	if s := b.shadow; s != nil {
		switch {
		case b.copying(uint64(at), unitBytes):
			return nil, fmt.Sprintf("the matrix at offset %#x of shared memory is the target of an asynchronous copy that has not been waited for", at)
		case !s.wrote(uint64(at), unitBytes):
			return nil, fmt.Sprintf("the matrix at offset %#x of shared memory is read, but nothing has written it", at)
		}
	}
	return b.shared[at/4:][:4], ""
}

// countMatrix counts a read of so many bytes of shared memory, in whole lines.
func (c *core) countMatrix(in *inst, bytes int) {
	passes := uint64(bytes / lineOfShared)
	c.count(in, sharedLoad, cuda.Traffic{Requests: 1, UsefulBytes: uint64(bytes), Passes: passes, IdealPasses: passes})
}

// lineOfShared is how many bytes shared memory brings in a pass.
const lineOfShared = 128

// unpadded spreads 16 elements of 6 or 4 bits, which shared memory has one after the
// other with a padding behind them, over the bytes that hold one each (PTX ISA,
// "Packing format used for matrix A and B by .kind::mxf8f6f4 in Shared Memory").
func unpadded(e element, unit []uint32) []uint32 {
	size, shift := 6, 0
	switch e {
	case elementE2M1:
		size, shift = 4, 2
	case elementE2M3, elementE3M2:
	default:
		return unit
	}
	low, high := uint64(unit[0])|uint64(unit[1])<<32, uint64(unit[2])|uint64(unit[3])<<32
	var out [unitBytes]byte
	for i := range out {
		at := size * i
		v := low>>at | high<<(64-min(at, 64))
		if at >= 64 {
			v = high >> (at - 64)
		}
		out[i] = byte(v&(1<<size-1)) << shift
	}
	words := make([]uint32, 4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(out[4*i:])
	}
	return words
}

// tensorRow is the lane of row i of a matrix of so many rows: one of 64 uses half of
// each quarter (PTX ISA, "Data Path Layout Organization", layouts D and F).
func tensorRow(first, rows, i int) int {
	if rows == 64 {
		return first + i/16*warpLanes + i%16
	}
	return first + i
}

// matrixColumns reads A from tensor memory.
func (t *tensorMemory) matrixColumns(lane, column, rows int) (words []uint32, problem string) {
	for i := range rows {
		for c := range lineWords {
			v, ok := t.load(column+c, tensorRow(lane, rows, i))
			if !ok {
				return nil, unwritten(column+c, tensorRow(lane, rows, i))
			}
			words = append(words, v)
		}
	}
	return words, ""
}

// scaleColumns is how many columns the scales of so many lines take.
func scaleColumns(lines int) int { return (lines + warpLanes - 1) / warpLanes }

// scaleWords reads the scales of lines: a word for each, that of line i in lane i%32
// and column i/32, from a byte on. Each quarter has them all.
func (t *tensorMemory) scaleWords(column, lines, at, blocks int) (words []uint32, problem string) {
	mask := uint32(1<<(8*blocks) - 1)
	for i := range lines {
		var copies [tensorLanes / warpLanes]uint32
		for q := range copies {
			v, ok := t.load(column+i/warpLanes, q*warpLanes+i%warpLanes)
			if !ok {
				return nil, unwritten(column+i/warpLanes, q*warpLanes+i%warpLanes)
			}
			copies[q] = v >> (8 * at) & mask
		}
		if len(slices.Compact(copies[:])) > 1 {
			return nil, fmt.Sprintf("the scale of line %d is not the same in the four quarters of tensor memory, in column %d", i, column+i/warpLanes)
		}
		words = append(words, copies[0])
	}
	return words, ""
}
