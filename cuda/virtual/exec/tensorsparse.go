package exec

// sparseForm is how a sparse A is stored: of each chunk of a row, half of the
// elements, and where they stand (PTX ISA, "Sparse matrix storage").
type sparseForm struct {
	selector int // which lanes of a group of four tell the places
	products int // stored elements of a row
	element  element
}

// place is where in the row the p-th stored element stands, by the places of the
// row: two of four, one of two of tf32, two pairs of four pairs of 4 bits.
func (s *sparseForm) place(row uint64, p int) int {
	switch s.element.bits() {
	case 32:
		return 2*p + int(row>>(4*p+3)&1)
	case 4:
		pair := p / 2
		return pair/2*8 + 2*int(row>>(2*pair)&3) + p%2
	}
	return p/2*4 + int(row>>(2*p)&3)
}

// rowBits are the bits of the places of a row: 16, 32 or 64.
func (s *sparseForm) rowBits() int {
	switch s.element.bits() {
	case 32:
		return 4 * s.products
	case 4:
		return s.products
	}
	return 2 * s.products
}

// row gathers the places of row g or g+8 of a group of lanes. A word has 16 bits of
// each of the two rows where the elements have 16 bits or more, the lanes one
// after the other along the row; else 32 bits of one row, the lanes taking turns.
// The ISA has pictures alone; this is how NVIDIA/cutlass@7107b05 lays the places
// out for the instruction (tools/util/include/cutlass/util/host_reorder.h).
func (s *sparseForm) row(words *lanes32, g, upper int) (row uint64) {
	lane := 4 * g
	if s.element.bits() >= 16 {
		lanes := s.rowBits() / 16
		for i := range lanes {
			row |= uint64(words[lane+s.selector*lanes+i]>>(16*upper)&0xffff) << (16 * i)
		}
		return row
	}
	lanes := s.rowBits() / 32
	for i := range lanes {
		row |= uint64(words[lane+2*s.selector*lanes+2*i+upper]) << (32 * i)
	}
	return row
}

// positions are the places of the stored elements of all rows, by row.
type positions [16][64]uint8

// positions reads the operand that tells them.
func (w *Warp) positions(f *tensorForm, regs []int32) *positions {
	all := new(positions)
	for i := range f.m {
		row := f.sparse.row(&w.r32[regs[0]], i%8, i/8)
		for p := range f.sparse.products {
			all[i][p] = uint8(f.sparse.place(row, p))
		}
	}
	return all
}

// multiplySparse computes all elements of D. A step has as many products as one
// of a dense A.
func (u *tensorUnit) multiplySparse(f *tensorForm, places *positions) {
	if u.gathered == nil {
		u.gathered = new(tile)
	}
	products := f.sparse.products
	row := u.rowOf(f, products)
	for i := range f.m {
		for j := range f.n {
			for p, at := range places[i][:products] {
				from, to := j*f.k+int(at), j*products+p
				u.gathered.value[to], u.gathered.exponent[to] = u.b.value[from], u.b.exponent[from]
			}
		}
		row(f, i, products, u.gathered)
	}
}

// selectors is how many choices of lanes there are.
func (s *sparseForm) selectors() int {
	if s.element.bits() >= 16 {
		return 4 * 16 / s.rowBits()
	}
	return 2 * 32 / s.rowBits()
}
