package ptx

// TypeBits gives the width of a fundamental type, such as 32 for "f32", or 0
// for .pred and the opaque types, which have none in memory.
func TypeBits(typ string) int {
	switch typ {
	case "b8", "s8", "u8":
		return 8
	case "b16", "s16", "u16", "f16":
		return 16
	case "b32", "s32", "u32", "f32", "f16x2":
		return 32
	case "b64", "s64", "u64", "f64":
		return 64
	case "b128":
		return 128
	}
	return 0
}

// ElementBytes gives the size of one element of v, which is a vector where v is
// an array of vectors.
func (v *Variable) ElementBytes() int64 {
	return int64(TypeBits(v.Type)/8) * int64(max(v.Vector, 1))
}

// Bytes gives the size of v in memory. The extent of "x[] = {…}" is that of its
// list; without an initialiser it counts as zero. The result is false where it
// does not fit 63 bits.
func (v *Variable) Bytes() (int64, bool) {
	n := v.ElementBytes()
	for _, d := range v.Dims {
		if d < 0 {
			d = 0
			if v.Init != nil {
				d = int64(len(v.Init.List))
			}
		}
		if d != 0 && n > (1<<63-1)/d {
			return 0, false
		}
		n *= d
	}
	return n, true
}
