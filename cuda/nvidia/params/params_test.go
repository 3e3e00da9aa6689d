package params_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ridgeline/cuda/nvidia/params"
)

func TestOf(t *testing.T) {
	got, err := params.Of([]byte(`
// .entry not_this(.param .u64 a)
/* .entry nor_this(.param .u64 a) { */
.visible .entry plain(
	.param .u64 a, .param .u8 b, // a comment, with a comma
	.param .u16 c,
	.param .f32 d
)
.maxntid 128, 1, 1
{ ld.param.u64 %rd1, [a]; ret; }
.entry pointers(.param .u64 .ptr .global .align 16 a, .param .u32 n) { ret; }
.weak .entry structs(.param .b8 a, .param .align 64 .b8 map[128], .param .align 4 .b8 three[12], .param .f64 d) { ret; }
.entry $odd%name(.param .b32 words[3]) { ret; }
.entry bare { ret; }
.entry empty() { ret; }
.func helper(.param .b64 x) { ret; }
`))
	require.NoError(t, err)
	assert.Equal(t, map[string][]params.Param{
		"plain":     {{0, 8}, {8, 1}, {10, 2}, {12, 4}},
		"pointers":  {{0, 8}, {8, 4}},
		"structs":   {{0, 1}, {64, 128}, {192, 12}, {208, 8}},
		"$odd%name": {{0, 12}},
		"bare":      nil,
		"empty":     nil,
	}, got)
	assert.Equal(t, 216, params.SpaceBytes(got["structs"]))
	assert.Zero(t, params.SpaceBytes(got["empty"]))
}

func TestOfWrong(t *testing.T) {
	for _, list := range []string{".param .u64", ".param .u65 a", "u64 a", ".param .pred p", ".param .f16x2 a", ".param .u64 a b[", ".param .u64 a,",
		".param .b8 a[32765]", ".param .b8 a[99999999999999999999]", ".param .align 65536 .b8 a[4]"} {
		_, err := params.Of([]byte(".entry e(" + list + ") { ret; }"))
		assert.ErrorContains(t, err, "entry e: ", list)
	}
}

// Parameters lie one after the other, each as its alignment says, without more
// room between them than that takes.
func TestLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.SampledFrom([]int{1, 2, 4, 8}), 1, 20).Draw(t, "sizes")
		var list []string
		for i, size := range sizes {
			list = append(list, fmt.Sprintf(".param .b%d p%d", 8*size, i))
		}
		got, err := params.Of([]byte(".entry e(" + strings.Join(list, ", ") + ")"))
		require.NoError(t, err)
		end := 0
		for i, p := range got["e"] {
			assert.Equal(t, sizes[i], p.Bytes)
			assert.Zero(t, p.Offset%p.Bytes)
			assert.GreaterOrEqual(t, p.Offset, end)
			assert.Less(t, p.Offset-end, p.Bytes)
			end = p.Offset + p.Bytes
		}
		assert.Equal(t, end, params.SpaceBytes(got["e"]))
	})
}

func FuzzOf(f *testing.F) {
	f.Add([]byte(".entry e(.param .align 8 .b8 a[24], .param .u64 .ptr .global .align 4 b) { ret; }"))
	f.Add([]byte("/* .entry */ .entry x(.param .b128 y[99999999999999999999])"))
	f.Fuzz(func(t *testing.T, ptx []byte) {
		found, err := params.Of(ptx)
		if err != nil {
			return
		}
		for name, list := range found {
			for _, p := range list {
				if p.Bytes < 1 || p.Offset < 0 {
					t.Errorf("%s: a parameter of %d bytes at %d", name, p.Bytes, p.Offset)
				}
			}
		}
	})
}
