package exec

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ridgeline/cuda"
)

// A barrier survives its packing, whatever is in it.
func TestMbarrierPacks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := mbarrier{
			expected: rapid.Uint64Range(0, arrivalMask).Draw(t, "expected"),
			pending:  rapid.Uint64Range(0, arrivalMask).Draw(t, "pending"),
			bytes:    rapid.Int64Range(-bytesLimit, bytesLimit).Draw(t, "bytes"),
			parity:   rapid.Uint64Range(0, 1).Draw(t, "parity"),
		}
		assert.Equal(t, b, unpackMbarrier(b.pack()))
	})
}

// A phase ends when all have arrived and all bytes have come, in any order.
func TestMbarrierPhases(t *testing.T) {
	b := mbarrier{}
	_, problem := b.arrive(1)
	assert.NotEmpty(t, problem, "not initialised")
	_, problem = initMbarrier(&b, 3)
	require.Empty(t, problem)
	token, _ := b.arrive(2)
	assert.Equal(t, mbarrier{3, 3, 0, 0}, unpackMbarrier(token))
	assert.Empty(t, b.await(64))
	_, _ = b.arrive(1)
	assert.Equal(t, mbarrier{3, 0, 64, 0}, b)
	assert.Empty(t, b.complete(48))
	assert.Empty(t, b.complete(16))
	assert.Equal(t, mbarrier{3, 3, 0, 1}, b)
	_, problem = b.arrive(4)
	assert.Contains(t, problem, "3 more")
	_, _ = b.drop(1)
	_, _ = b.arrive(2)
	assert.Equal(t, mbarrier{2, 2, 0, 0}, b)
	_, problem = initMbarrier(&b, 0)
	assert.NotEmpty(t, problem)
}

// Two warps hand a buffer to each other: one copies in bulk, the other adds and
// sends the sums back, also by a reduction. Nothing is there before the wait.
func TestBulkCopies(t *testing.T) {
	r := newRig(t, kernelText(`
	.shared .align 16 .b8 full[8];
	.shared .align 16 .b8 empty[8];
	.shared .align 128 .b8 buffer[128];
	.reg .b64 %state;
	shr.u32 %r3, %r1, 5;
	and.b32 %r4, %r1, 31;
	mov.u32 %r20, full;
	mov.u32 %r21, empty;
	mov.u32 %r22, buffer;
	setp.ne.u32 %p1, %r1, 0;
	@%p1 bra READY;
	mbarrier.init.shared.b64 [%r20], 1;
	mbarrier.init.shared.b64 [%r21], 32;
READY:	bar.sync 0;
	mov.u32 %r5, 0;
	setp.ne.u32 %p2, %r3, 0;
	@%p2 bra CONSUMER;
PRODUCER:
	and.b32 %r6, %r5, 1;
	xor.b32 %r7, %r6, 1;
WAIT1:	mbarrier.try_wait.parity.shared.b64 %p3, [%r21], %r7;
	@!%p3 bra WAIT1;
	elect.sync _|%p4, -1;
	@!%p4 bra SKIP;
	mbarrier.arrive.expect_tx.shared.b64 _, [%r20], 128;
	mul.wide.u32 %rd4, %r5, 128;
	add.u64 %rd4, %rd4, %rd2;
	cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r22], [%rd4], 128, [%r20];
SKIP:	bar.warp.sync -1;
	add.u32 %r5, %r5, 1;
	setp.lt.u32 %p5, %r5, 4;
	@%p5 bra PRODUCER;
	ret;
CONSUMER:
	mul.wide.u32 %rd5, %r4, 4;
	cvt.u32.u64 %r9, %rd5;
	add.u32 %r9, %r9, %r22;
LOOP:	ld.shared.u32 %r10, [%r9];
	and.b32 %r6, %r5, 1;
WAIT2:	mbarrier.test_wait.parity.shared.b64 %p3, [%r20], %r6;
	@!%p3 bra WAIT2;
	ld.shared.u32 %r11, [%r9];
	mad.lo.u32 %r12, %r5, 32, %r4;
	mad.wide.u32 %rd6, %r12, 8, %rd1;
	st.global.v2.u32 [%rd6], {%r10, %r11};
	mbarrier.arrive.shared.b64 %state, [%r21];
	add.u32 %r5, %r5, 1;
	setp.lt.u32 %p5, %r5, 4;
	@%p5 bra LOOP;
	bar.warp.sync -1;
	setp.ne.u32 %p6, %r4, 0;
	@%p6 bra END;
	cp.async.bulk.global.shared::cta.bulk_group [%rd1+1024], [%r22], 128;
	cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1+1024], [%r22], 64;
	cp.async.bulk.commit_group;
	cp.async.bulk.wait_group 0;
END:	ret;`))
	in := make([]uint32, 128)
	for i := range in {
		in[i] = uint32(100 + i)
	}
	out, src := r.alloc(1024+128), r.words(in...)
	res := r.run("k", 1, 64, cuda.ArgPtr(out), cuda.ArgPtr(src), cuda.ArgU32(0))
	got := r.read32(out, 256+32)
	for i := range 128 {
		before := uint32(0)
		if i >= 32 {
			before = in[i-32]
		}
		assert.Equal(t, []uint32{before, in[i]}, got[2*i:2*i+2], "element %d", i)
	}
	for i := range 32 {
		assert.Equal(t, in[96+i]*uint32(1+b2i(i < 16)), got[256+i], "word %d", i)
	}
	assert.Equal(t, uint64(4), res.Counters.GlobalLoad.Requests, "four bulk copies")
	assert.Equal(t, uint64(16), res.Counters.GlobalLoad.Sectors)
}

// Stores and reductions that an mbarrier counts, and copies that arrive at one.
func TestAsyncStores(t *testing.T) {
	r := newRig(t, kernelText(`
	.shared .align 8 .b8 bar[8];
	.shared .align 16 .b8 s[64];
	mov.u32 %r20, bar;
	mov.u32 %r21, s;
	mbarrier.init.shared.b64 [%r20], 2;
	mbarrier.arrive.expect_tx.shared.b64 %rd5, [%r20], 28;
	st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%r21], {1, 2, 3, 4}, [%r20];
	st.async.shared::cluster.mbarrier::complete_tx::bytes.u64 [%r21+16], 5, [%r20];
	red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r21+4], 10, [%r20];
	cp.async.ca.shared.global [%r21+32], [%rd2], 8;
	cp.async.mbarrier.arrive.noinc.shared.b64 [%r20];
	mbarrier.pending_count.b64 %r5, %rd5;
W:	mbarrier.test_wait.shared.b64 %p1, [%r20], %rd5;
	@!%p1 bra W;
	ld.shared.v4.u32 {%r6, %r7, %r8, %r9}, [s];
	ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [s+32];
	ld.shared.u32 %r14, [s+16];
	st.global.v4.u32 [%rd1], {%r6, %r7, %r8, %r9};
	st.global.v4.u32 [%rd1+16], {%r10, %r11, %r14, %r5};
	ret;`))
	out, src := r.alloc(64), r.words(7, 8)
	r.run("k", 1, 1, cuda.ArgPtr(out), cuda.ArgPtr(src), cuda.ArgU32(0))
	assert.Equal(t, []uint32{1, 12, 3, 4, 7, 8, 5, 2}, r.read32(out, 8))
}

// What is wrong with a barrier, or with a copy, ends the launch.
func TestBulkFaults(t *testing.T) {
	for _, c := range []struct {
		body, detail string
		kind         cuda.Kind
	}{
		{"mbarrier.arrive.shared.b64 %rd3, [s];", "no mbarrier", cuda.LaunchFailed},
		{"mbarrier.init.shared.b64 [s], 0;", "out of range", cuda.LaunchFailed},
		{"mbarrier.init.shared.b64 [s+4], 1;", "multiple of the 8", cuda.Misaligned},
		{"mbarrier.init.b64 [%rd2], 1;", "not in shared", cuda.LaunchFailed},
		{"mov.u32 %r3, s; cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r3], [%rd2], 8, [%r3];", "multiple of 16", cuda.LaunchFailed},
		{"mov.u32 %r3, s; cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r3], [%rd2], 256, [%r3];", "outside", cuda.IllegalAddress},
		{"mov.u32 %r3, s; cp.async.bulk.global.shared::cta.bulk_group [%rd2+8], [%r3], 16;", "multiple of 16", cuda.Misaligned},
	} {
		r := newRig(t, kernelText(".shared .align 16 .b8 s[64];\n"+c.body+"\nret;"))
		src := r.alloc(1024)
		_, err := Run(context.Background(), r.mem, r.launch("k", 1, 1, cuda.ArgPtr(src), cuda.ArgPtr(src), cuda.ArgU32(0)), Options{Workers: 1})
		var e *cuda.Error
		require.ErrorAs(t, err, &e, c.body)
		assert.Equal(t, c.kind, e.Kind, c.body)
		assert.Contains(t, e.Detail, c.detail)
	}
}
