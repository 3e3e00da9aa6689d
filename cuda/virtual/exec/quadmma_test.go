package exec

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// Each quad pair multiplies its own matrices, whatever their layouts and types.
// The places are those of the tables of the ISA, spelt out.
func TestQuadProducts(t *testing.T) {
	for _, layouts := range []string{"row.row", "row.col", "col.row", "col.col"} {
		for _, types := range []string{"f32.f32", "f16.f16", "f32.f16"} {
			testQuad(t, layouts, types)
		}
	}
}

func testQuad(t *testing.T, layouts, types string) {
	rnd := rand.New(rand.NewPCG(8, 4))
	result, sum, _ := strings.Cut(types, ".")
	var a, b, c [4][8][8]float64 // a[row][k], b[k][column]
	for q := range 4 {
		for i := range 64 {
			a[q][i/8][i%8], b[q][i/8][i%8], c[q][i/8][i%8] = float64(rnd.IntN(9)-4), float64(rnd.IntN(9)-4), float64(rnd.IntN(9)-4)
		}
	}
	half := func(x float64) uint32 { return uint32(formatOf(typ{kindFloat, 16, 1}).encode(x, nearestEven)) }
	var in []uint32
	for lane := range 32 {
		q, high := lane%16/4, lane/16
		l, words := lane%4, make([]uint32, 12)
		for i := range 4 {
			x, y := a[q][l+4*high][i], b[q][i][l+4*high]
			if strings.HasPrefix(layouts, "col") {
				x = a[q][i+4*high][l]
			}
			if strings.HasSuffix(layouts, "row") {
				y = b[q][l][i+4*high]
			}
			words[i/2] |= half(x) << (16 * (i % 2))
			words[2+i/2] |= half(y) << (16 * (i % 2))
		}
		for i := range 8 {
			if sum == "f16" {
				words[4+i/2] |= half(c[q][l+4*high][i]) << (16 * (i % 2))
			} else {
				words[4+i] = uint32(b32(float32(c[q][l&1+i&2+4*high][i&4+l&2+i&1])))
			}
		}
		in = append(in, words...)
	}
	got := runQuad(t, layouts, result, sum, in)
	for lane := range 32 {
		q, high, l := lane%16/4, lane/16, lane%4
		for i := range 8 {
			row, column := l+4*high, i
			if result == "f32" {
				row, column = l&1+i&2+4*high, i&4+l&2+i&1
			}
			want := c[q][row][column]
			for k := range 4 {
				want += a[q][row][k] * b[q][k][column]
			}
			if result == "f16" {
				require.Equal(t, half(want), got[8*lane+i/2]>>(16*(i%2))&0xffff, "%s %s lane %d element %d", layouts, types, lane, i)
			} else {
				require.Equal(t, uint32(b32(float32(want))), got[8*lane+i], "%s %s lane %d element %d", layouts, types, lane, i)
			}
		}
	}
}

func runQuad(t *testing.T, layouts, result, sum string, in []uint32) []uint32 {
	c, d := "{%r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21}", "{%r22, %r23, %r24, %r25, %r26, %r27, %r28, %r29}"
	if sum == "f16" {
		c = "{%r14, %r15, %r16, %r17}"
	}
	if result == "f16" {
		d = "{%r22, %r23, %r24, %r25}"
	}
	r := newRig(t, kernelText(fmt.Sprintf(`
	mad.wide.u32 %%rd3, %%r1, 48, %%rd2;
	mad.wide.u32 %%rd4, %%r1, 32, %%rd1;
	ld.global.v4.u32 {%%r10, %%r11, %%r12, %%r13}, [%%rd3];
	ld.global.v4.u32 {%%r14, %%r15, %%r16, %%r17}, [%%rd3+16];
	ld.global.v4.u32 {%%r18, %%r19, %%r20, %%r21}, [%%rd3+32];
	mma.sync.aligned.m8n8k4.%s.%s.f16.f16.%s %s, {%%r10, %%r11}, {%%r12, %%r13}, %s;
	st.global.v4.u32 [%%rd4], {%%r22, %%r23, %%r24, %%r25};
	st.global.v4.u32 [%%rd4+16], {%%r26, %%r27, %%r28, %%r29};
	ret;`, layouts, result, sum, d, c)))
	out, src := r.alloc(32*32), r.words(in...)
	r.run("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(src), cuda.ArgU32(0))
	return r.read32(out, 256)
}
