package exec

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// A packed form is the single one on both halves, and a difference is a sum.
func TestPackedHalves(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	pick16 := func() uint64 { // many ties, zeros and extremes
		switch random.IntN(4) {
		case 0:
			return random.Uint64N(1<<16) &^ 0x1ff
		case 1:
			return []uint64{0, 0x8000, 0x3c00, 0x7bff, 0x7c00, 0x0001, 0x03ff, 0x0400}[random.IntN(8)]
		}
		return random.Uint64N(1 << 16)
	}
	packed := make([][]uint64, 4000)
	var low, high [][]uint64
	for i := range packed {
		var l, h, p []uint64
		for range 3 {
			x, y := pick16(), pick16()
			l, h, p = append(l, x), append(h, y), append(p, x|y<<16)
		}
		packed[i], low, high = p, append(low, l), append(high, h)
	}
	for _, form := range []struct{ name, operands string }{
		{"add", " $d, $a, $b"}, {"sub", " $d, $a, $b"}, {"mul", " $d, $a, $b"}, {"fma.rn", " $d, $a, $b, $c"}, {"add.rn.ftz", " $d, $a, $b"}, {"fma.rn.sat", " $d, $a, $b, $c"},
	} {
		both := evaluate(t, form.name+".f16x2"+form.operands, 32, []int{32, 32, 32}, packed)
		l := evaluate(t, form.name+".f16"+form.operands, 16, []int{16, 16, 16}, low)
		h := evaluate(t, form.name+".f16"+form.operands, 16, []int{16, 16, 16}, high)
		for i := range both {
			require.Equal(t, l[i]|h[i]<<16, both[i], "%s of %#x", form.name, packed[i])
			want := halfByRule(form.name, low[i])
			require.Equal(t, want, l[i], "%s of %#x", form.name, low[i])
		}
	}
}

// halfByRule computes a form by the slow functions.
func halfByRule(name string, v []uint64) uint64 {
	m := floatMods{typ: typ{kindFloat, 16, 1}}
	switch name {
	case "fma.rn.sat":
		m.sat = true
		return m.halves3()(v[0], v[1], v[2])
	case "fma.rn":
		return m.halves3()(v[0], v[1], v[2])
	case "add.rn.ftz":
		m.ftz, name = true, "add"
	}
	return m.halves2(name)(v[0], v[1])
}

// A flushed operand is flushed for the instruction alone, be it named twice.
func TestFlushLeavesItsOperands(t *testing.T) {
	r := newRig(t, kernelText(`
	mov.b32 %f1, 0x80000001;
	mov.b32 %f2, 0x3f800000;
	add.s32 %r3, %r1, 1;
	mov.b32 %f3, %r3;
	fma.rn.ftz.f32 %f4, %f3, %f3, %f3;
	add.ftz.f32 %f5, %f1, %f1;
	mul.ftz.f32 %f3, %f3, %f2;
	st.global.v4.f32 [%rd1], {%f1, %f2, %f4, %f5};
	st.global.f32 [%rd1+16], %f3;
	st.global.u32 [%rd1+20], %r3;
	ret;`))
	out := r.alloc(64)
	r.run("k", 1, 1, cuda.ArgPtr(out), cuda.ArgPtr(out), cuda.ArgU32(0))
	assert.Equal(t, []uint32{0x80000001, one32, 0, 0x80000000, 0, 1}, r.read32(out, 6))
}
