package exec

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// stageShared copies 2048 bytes from in to shared memory s, by 32 lanes.
const stageShared = `
	.shared .align 16 .b8 s[2048];
	mul.wide.u32 %rd3, %r1, 64;
	add.s64 %rd4, %rd2, %rd3;
	mov.u64 %rd5, s;
	add.s64 %rd6, %rd5, %rd3;
	ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd4];
	st.shared.v4.u32 [%rd6], {%r10, %r11, %r12, %r13};
	ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd4+16];
	st.shared.v4.u32 [%rd6+16], {%r10, %r11, %r12, %r13};
	ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd4+32];
	st.shared.v4.u32 [%rd6+32], {%r10, %r11, %r12, %r13};
	ld.global.v4.u32 {%r10, %r11, %r12, %r13}, [%rd4+48];
	st.shared.v4.u32 [%rd6+48], {%r10, %r11, %r12, %r13};
	bar.sync 0;
`

// rowAddresses loads the offset of each lane's row from in+2048 into %rd7.
const rowAddresses = `
	mul.wide.u32 %rd8, %r1, 4;
	add.s64 %rd9, %rd2, %rd8;
	ld.global.u32 %r3, [%rd9+2048];
	cvt.u64.u32 %rd7, %r3;
	add.s64 %rd7, %rd7, %rd5;
`

// storeRegisters stores %r20 … of each lane.
func storeRegisters(n int) string {
	text := fmt.Sprintf("mul.wide.u32 %%rd10, %%r1, %d;\nadd.s64 %%rd11, %%rd1, %%rd10;\n", 4*n)
	for i := range n {
		text += fmt.Sprintf("st.global.u32 [%%rd11+%d], %%r%d;\n", 4*i, 20+i)
	}
	return text
}

// randomRows gives 512 words of content and 32 row offsets.
func randomRows(random *rand.Rand) []uint32 {
	words := make([]uint32, 544)
	for i := range words {
		words[i] = random.Uint32()
		if i >= 512 {
			words[i] = uint32(16 * random.IntN(128))
		}
	}
	return words
}

// element16 is a 16-bit element of memory.
func element16(words []uint32, byteOffset uint32) uint32 {
	return words[byteOffset/4] >> (byteOffset % 4 * 8) & 0xffff
}

// ldmatrix in all spellings gives what a scalar model gives.
func TestLoadMatrix(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for _, num := range []int{1, 2, 4} {
		for _, trans := range []bool{false, true} {
			for _, spelling := range []string{"m8n8.x%d%s.shared.b16", "x%d.m8n8%s.shared.b16", "m8n8.x%d%s.b16"} {
				name := fmt.Sprintf(spelling, num, pick(trans, ".trans", ""))
				body := stageShared + rowAddresses
				if strings.Count(spelling, "shared") == 0 {
					body += "cvta.shared.u64 %rd7, %rd7;\n"
				}
				body += "ldmatrix.sync.aligned." + name + " " + vector("r", 20, num) + ", [%rd7];\n" + storeRegisters(num)
				words := randomRows(random)
				r := newRig(t, kernelText(body+"ret;"))
				in, out := r.words(words...), r.alloc(int64(128*num))
				res := r.run("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(0))
				got := r.read32(out, 32*num)
				for lane := range 32 {
					for m := range num {
						element := func(row, column int) uint32 {
							return element16(words, words[512+8*m+row]+uint32(2*column))
						}
						want := element(lane/4, 2*(lane%4)) | element(lane/4, 2*(lane%4)+1)<<16
						if trans {
							want = element(2*(lane%4), lane/4) | element(2*(lane%4)+1, lane/4)<<16
						}
						require.Equal(t, want, got[lane*num+m], "%s lane %d matrix %d", name, lane, m)
					}
				}
				load := res.Counters.SharedLoad
				assert.Equal(t, uint64(1), load.Requests)
				assert.Equal(t, uint64(128*num), load.UsefulBytes)
				assert.Equal(t, uint64(num), load.IdealPasses)
			}
		}
	}
}

// stmatrix undoes ldmatrix, and movmatrix is the .trans of both.
func TestStoreAndMoveMatrix(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	rows := func(middle string) string {
		return stageShared + "mul.wide.u32 %rd8, %r1, 16;\nadd.s64 %rd7, %rd5, %rd8;\n" + middle +
			"add.s64 %rd9, %rd8, %rd5;\nld.shared.v4.u32 {%r20, %r21, %r22, %r23}, [%rd9+512];\n" + storeRegisters(4) + "ret;"
	}
	load, store := "ldmatrix.sync.aligned.m8n8.x4%s.shared.b16 {%%r4, %%r5, %%r6, %%r7}, [%%rd7];\n", "stmatrix.sync.aligned.m8n8.x4%s.shared.b16 [%%rd7+512], {%%r4, %%r5, %%r6, %%r7};\n"
	move := ""
	for i := 4; i < 8; i++ {
		move += fmt.Sprintf("movmatrix.sync.aligned.m8n8.trans.b16 %%r%d, %%r%d;\n", i, i)
	}
	for name, middle := range map[string]string{
		"plain":      fmt.Sprintf(load+store, "", ""),
		"transposed": fmt.Sprintf(load+store, ".trans", ".trans"),
		"moved":      fmt.Sprintf(load, "") + move + fmt.Sprintf(store, ".trans"),
	} {
		words := randomRows(random)
		r := newRig(t, kernelText(rows(middle)))
		in, out := r.words(words...), r.alloc(512)
		r.run("k", 1, 32, cuda.ArgPtr(out), cuda.ArgPtr(in), cuda.ArgU32(0))
		assert.Equal(t, words[:128], r.read32(out, 128), name)
	}
}

// Rows that meet in a bank take one trip each.
func TestLoadMatrixPasses(t *testing.T) {
	for stride, passes := range map[int]uint64{16: 4, 128: 32, 144: 4, 64: 16, 32: 8} {
		text := stageShared + fmt.Sprintf("rem.u32 %%r3, %%r1, 8;\nmul.wide.u32 %%rd8, %%r3, %d;\nadd.s64 %%rd7, %%rd5, %%rd8;\n", stride) +
			"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r20, %r21, %r22, %r23}, [%rd7];\nret;"
		r := newRig(t, kernelText(text))
		in := r.alloc(2048)
		res := r.run("k", 1, 32, cuda.ArgPtr(0), cuda.ArgPtr(in), cuda.ArgU32(0))
		assert.Equal(t, passes, res.Counters.SharedLoad.Passes, "stride %d", stride)
	}
}

func TestLoadMatrixFaults(t *testing.T) {
	load := "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r20, %r21}, [%rd7];"
	for _, c := range []struct{ body, fails string }{
		{"mov.u64 %rd7, s;\nsetp.eq.u32 %p1, %r1, 9;\n@%p1 add.s64 %rd7, %rd7, 8;\n" + load, "lane 9: ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r20, %r21}, [%rd7]: address 0x8 is not a multiple of 16"},
		{"mov.u64 %rd7, s;\nsetp.eq.u32 %p1, %r1, 30;\n@%p1 add.s64 %rd7, %rd7, 8;\n" + load, ""},
		{"mov.u64 %rd7, 64;\n" + load, "outside of the 64 bytes"},
		{"mov.u64 %rd7, %rd2;\n" + strings.ReplaceAll(load, ".shared", ""), "not in shared memory"},
		{"mov.u64 %rd7, s;\n@!%p2 bra next;\nnext: setp.lt.u32 %p1, %r1, 16;\n@%p1 " + load, "lanes 0xffff0000 do not take part"},
	} {
		r := newRig(t, kernelText(".shared .align 16 .b8 s[64];\n"+c.body+"\nret;"))
		in := r.alloc(256)
		_, err := Run(t.Context(), r.mem, r.launch("k", 1, 32, cuda.ArgPtr(0), cuda.ArgPtr(in), cuda.ArgU32(0)), Options{Workers: 1})
		if c.fails == "" {
			assert.NoError(t, err, c.body)
		} else {
			assert.ErrorContains(t, err, c.fails, c.body)
		}
	}
}
