package exec

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/ptx"
)

// FuzzRun compiles and runs whatever text is valid: it may be refused or fail,
// but never panics or hangs.
func FuzzRun(f *testing.F) {
	loops, err := os.ReadFile("testdata/loops.ptx")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(loops))
	for _, c := range semantics {
		f.Add(evaluationText(c.form, c.d, c.widths))
	}
	f.Add(variables)
	f.Add(callsText)
	f.Add(kernelText(endless))
	f.Add(kernelText(".shared .b32 s[32];\nbar.red.popc.u32 %r3, 0, %p1;\natom.shared.add.u32 %r4, [s], %r3;\nshfl.sync.up.b32 %r5|%p2, %r4, 1, 0, -1;\n@%p2 bra end;\nvote.sync.any.pred %p3, %p2, -1;\nend:"))
	f.Fuzz(func(_ *testing.T, text string) {
		tree, err := ptx.Parse("fuzz.ptx", []byte(text))
		if err != nil {
			return
		}
		m, err := Compile(tree)
		if err != nil {
			return
		}
		mem := NewMemory(64 << 20)
		if m.Bind(mem) != nil {
			return
		}
		buffer, err := mem.Alloc(1 << 16)
		if err != nil {
			return
		}
		for _, k := range m.Kernels() {
			runBounded(mem, k, buffer)
		}
	})
}

// runBounded runs a kernel with a small budget, and steps it.
func runBounded(mem *Memory, k *Kernel, buffer cuda.Ptr) {
	if k.SharedBytes > 1<<20 || k.LocalBytes > 1<<16 {
		return
	}
	var args []byte
	for len(args) < k.ParamBytes {
		args = append(args, cuda.ArgPtr(buffer).Bytes...)
	}
	l := Launch{Kernel: k, Grid: cuda.D1(2), Block: cuda.D1(48), Params: args[:k.ParamBytes]}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_, _ = Run(ctx, mem, l, Options{Workers: 1, BudgetInstructions: 5000})
	b, err := NewBlock(mem.Overlay(), l, 0, Hooks{})
	if err != nil {
		return
	}
	stepRounds(b, 2000)
}

// corpus are instructions that are right; a mutant of one is often right too.
var corpus = strings.Split(`add.s32 %r3, %r4, %r5
add.cc.u32 %r3, %r4, %r5
addc.u32 %r3, %r4, 0
mul.wide.u32 %rd3, %r3, 8
mad.lo.s32 %r3, %r4, %r5, %r6
mul.hi.u64 %rd3, %rd4, %rd5
div.s32 %r3, %r4, %r5
rem.u64 %rd3, %rd4, %rd5
min.s32 %r3, %r4, -1
abs.s64 %rd3, %rd4
and.b32 %r3, %r4, 31
not.pred %p1, %p2
xor.pred %p1, %p2, %p3
shl.b32 %r3, %r4, %r5
shf.l.wrap.b32 %r3, %r4, %r5, %r6
lop3.b32 %r3, %r4, %r5, %r6, 0x96
bfe.s32 %r3, %r4, %r5, %r6
bfi.b64 %rd3, %rd4, %rd5, %r3, %r4
prmt.b32 %r3, %r4, %r5, 0x3210
popc.b32 %r3, %r4
bfind.u64 %r3, %rd4
fma.rn.f32 %f3, %f4, %f5, %f6
add.rz.ftz.sat.f32 %f3, %f4, %f5
div.rp.f64 %d3, %d4, %d5
sqrt.rm.f32 %f3, %f4
ex2.approx.ftz.f32 %f3, %f4
max.NaN.f32 %f3, %f4, %f5
fma.rn.f16 %h3, %h4, %h5, %h6
setp.lt.and.s32 %p1|%p2, %r3, %r4, !%p3
setp.neu.f32 %p1, %f3, %f4
set.eq.u32.f64 %r3, %d3, %d4
selp.b32 %r3, %r4, %r5, %p1
slct.f32.s32 %f3, %f4, %f5, %r3
cvt.rzi.s32.f32 %r3, %f3
cvt.rn.f16x2.f32 %r3, %f3, %f4
cvt.sat.u8.s64 %r3, %rd3
mov.b64 {%r3, %r4}, %rd1
mov.b32 %r3, {%h3, %h4}
mov.u32 %r3, %laneid
mov.u64 %rd3, %clock64
ld.global.v2.u32 {%r3, %r4}, [%rd1+8]
ld.global.nc.u8 %r3, [%rd2+1]
st.global.v4.f32 [%rd1], {%f3, %f4, %f5, %f6}
ld.shared.u32 %r3, [s+4]
st.shared.u64 [s+8], %rd3
st.local.u32 [l], %r3
ld.local.u64 %rd3, [l+8]
ld.param.u32 %r3, [n]
cvta.to.global.u64 %rd3, %rd1
isspacep.shared %p1, %rd1
atom.global.cas.b32 %r3, [%rd1], %r4, %r5
red.shared.add.f32 [s], %f3
atom.add.u64 %rd3, [%rd1], 1
shfl.sync.bfly.b32 %r3, %r4, 1, 31, -1
shfl.up.b32 %r3|%p1, %r4, 1, 0
vote.sync.ballot.b32 %r3, %p1, -1
match.any.sync.b64 %r3, %rd3, -1
redux.sync.add.u32 %r3, %r4, -1
activemask.b32 %r3
bar.sync 0
bar.red.popc.u32 %r3, 1, 64, %p1
bar.arrive 2, 64
bar.warp.sync -1
cp.async.ca.shared.global [s], [%rd2], 4
cp.async.cg.shared.global [s], [%rd2], 16, %r3
cp.async.commit_group
cp.async.wait_group 1
cp.async.wait_all
ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r3, %r4}, [s]
stmatrix.sync.aligned.m8n8.x1.shared.b16 [s], {%r3}
movmatrix.sync.aligned.m8n8.trans.b16 %r3, %r4
mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f3, %f4, %f5, %f6}, {%r3, %r4}, {%r5}, {%f3, %f4, %f5, %f6}
mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d3, %d4}, {%d3}, {%d5}, {%d3, %d4}
wmma.load.c.sync.aligned.row.m16n16k16.global.f16 {%r3, %r4, %r5, %r6}, [%rd2], %r7
wmma.store.d.sync.aligned.col.m8n32k16.shared.f16 [s], {%r3, %r4, %r5, %r6}, 16
membar.gl
bra L1
bra.uni L2
exit
ret
trap`, "\n")

// FuzzMutants runs programs made of right instructions with exchanged parts.
func FuzzMutants(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 5, 0, 0, 0, 9, 3, 1, 2})
	f.Add([]byte("\x20\x01\x02\x03\x21\x05\x06\x07\x22\x09\x0a\x0b\x30\x0d\x0e\x0f"))
	f.Fuzz(func(_ *testing.T, data []byte) {
		text := mutantText(corpus, data)
		tree, err := ptx.Parse("fuzz.ptx", []byte(text))
		if err != nil {
			return
		}
		m, err := Compile(tree)
		if err != nil {
			return
		}
		mem := NewMemory(4 << 20)
		buffer, err := mem.Alloc(1 << 12)
		if err != nil || m.Bind(mem) != nil {
			return
		}
		runBounded(mem, m.Kernels()[0], buffer)
	})
}

// mutantText makes one instruction of each four bytes: which, its guard, and a
// part to exchange for the like part of another.
func mutantText(lines []string, data []byte) string {
	body := ".shared .align 16 .b8 s[1024];\n.local .align 8 .b8 l[32];\nL1:\n"
	for ; len(data) >= 4 && len(body) < 2000; data = data[4:] {
		line, other := lines[int(data[0])%len(lines)], lines[int(data[2])%len(lines)]
		a, b := strings.FieldsFunc(line, isSeparator), strings.FieldsFunc(other, isSeparator)
		if k := int(data[3]); k < 40 && len(a) > 0 && len(b) > 0 {
			line = strings.Replace(line, a[k%len(a)], b[k/16%len(b)], 1)
		}
		guard := [...]string{"", "", "@%p1 ", "@!%p2 "}[data[1]%4]
		body += guard + line + ";\n"
	}
	return kernelText(body + "L2:\n")
}

func isSeparator(r rune) bool { return strings.ContainsRune(" ,.[]{}|", r) }
