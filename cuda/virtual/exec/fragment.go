package exec

// fragment is how a matrix lies over the registers of a warp. The matrix is
// kept in lines: rows of A, C and D, columns of B. Register r of a lane holds
// `per` elements that follow each other, from line lane/4 + line[r], place
// step*(lane%4) + offset[r] on. (PTX ISA, "Matrix Fragments for mma"; one rule
// covers m16n8 and m8n8k4.)
type fragment struct {
	lines, length int
	step, per     int
	line, offset  []int // by register
	lanes         [warpLanes]int32
}

// newFragment has no registers yet.
func newFragment(lines, length, step, per int) fragment {
	f := fragment{lines: lines, length: length, step: step, per: per}
	for lane := range f.lanes {
		f.lanes[lane] = int32(lane>>2*length + step*(lane&3))
	}
	return f
}

// columnBlock is how many places the lanes of a line cover at once.
func (f *fragment) columnBlock() int { return 4 * f.step }

// firstFragment is that of A: rows alternate first, then columns.
func firstFragment(m, k, per int) fragment {
	f := newFragment(m, k, per, per)
	for offset := 0; offset < k; offset += f.columnBlock() {
		for line := 0; line < m; line += 8 {
			f.line, f.offset = append(f.line, line), append(f.offset, offset)
		}
	}
	return f
}

// secondFragment is that of B, by its columns.
func secondFragment(n, k, per int) fragment {
	f := newFragment(n, k, per, per)
	for line := 0; line < n; line += 8 {
		for offset := 0; offset < k; offset += f.columnBlock() {
			f.line, f.offset = append(f.line, line), append(f.offset, offset)
		}
	}
	return f
}

// accumulatorFragment is that of C and D: a lane holds pairs.
func accumulatorFragment(m, n, per int) fragment {
	f := newFragment(m, n, 2, per)
	for column := 0; column < n; column += f.columnBlock() {
		for line := 0; line < m; line += 8 {
			for j := 0; j < 2; j += per {
				f.line, f.offset = append(f.line, line), append(f.offset, column+j)
			}
		}
	}
	return f
}

// size is the number of registers with elements of their own.
func (f *fragment) size() int { return len(f.line) }

// base is where the elements of register r begin for lane 0, and at gives the
// distance of those of another lane.
func (f *fragment) base(r int) int { return f.line[r]*f.length + f.offset[r] }

func (f *fragment) at(lane int) int { return int(f.lanes[lane&31]) }
