package cudatest

import (
	"bytes"
	"math"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// memory checks Alloc, Free and Memory at their edges.
func memory(b *bed) {
	free, total, err := b.dev.Memory()
	require.NoError(b, err)
	assert.Positive(b, free)
	assert.LessOrEqual(b, free, total)

	for _, size := range []int64{0, -1, math.MinInt64} {
		_, err := b.dev.Alloc(size)
		b.wants(err, cuda.InvalidValue)
	}
	for _, size := range []int64{total + 1, math.MaxInt64} {
		_, err := b.dev.Alloc(size)
		b.wants(err, cuda.OutOfMemory)
	}

	const size = 64 << 20
	p, err := b.dev.Alloc(size)
	require.NoError(b, err)
	q, err := b.dev.Alloc(1)
	require.NoError(b, err)
	assert.Zero(b, p%256)
	assert.Zero(b, q%256)
	assert.True(b, q >= p+size || q+1 <= p, "allocations overlap: %#x and %#x", p, q)
	less, _, err := b.dev.Memory()
	require.NoError(b, err)
	assert.LessOrEqual(b, less, free-size)

	require.NoError(b, b.dev.Free(p))
	require.NoError(b, b.dev.Free(q))
	back, _, err := b.dev.Memory()
	require.NoError(b, err)
	assert.Equal(b, free, back)
	b.wants(b.dev.Free(p), cuda.InvalidValue)
	b.wants(b.dev.Free(12345), cuda.InvalidValue)
	assert.Error(b, b.dev.Write(p, []byte{1}), "memory that was freed")
}

// copies checks Write, Read and Fill: any alignment, any length, and nothing
// outside of an allocation.
func copies(b *bed) {
	const size = 250_000 // more than a page of any device
	p, err := b.dev.Alloc(size)
	require.NoError(b, err)
	want := make([]byte, size)
	require.NoError(b, b.dev.Fill(p, []byte{0}, size))
	for i, at := range []int{0, 1, 3, 65_535, 131_071, size - 70_001} {
		part := bytes.Repeat([]byte{byte(i + 1), 0xa5, byte(at)}, 23_333)
		copy(want[at:], part)
		require.NoError(b, b.dev.Write(p+cuda.Ptr(at), part))
	}
	got := make([]byte, size)
	require.NoError(b, b.dev.Read(got, p))
	require.True(b, bytes.Equal(want, got))
	require.NoError(b, b.dev.Read(got[:70_001], p+65_533))
	require.True(b, bytes.Equal(want[65_533:65_533+70_001], got[:70_001]))
	require.NoError(b, b.dev.Write(p+size, nil), "nothing to copy")

	fills(b, p, want)

	const beyond = 1 << 40
	assert.Error(b, b.dev.Write(p+beyond, []byte{1}))
	assert.Error(b, b.dev.Read(got, p+beyond))
	assert.Error(b, b.dev.Fill(p+beyond, []byte{1}, 4))
	assert.Error(b, b.dev.Read(got[:1], 0))
	assert.Error(b, b.dev.Write(p, make([]byte, 64<<20)), "past the end")
}

func fills(b *bed, p cuda.Ptr, want []byte) {
	for _, f := range []struct {
		at      int
		pattern []byte
		n       int
	}{
		{0, []byte{7}, 100},
		{102, []byte{1, 2}, 70_000},
		{80_004, []byte{9, 8, 7, 6}, 100_000},
		{0, []byte{5}, 0},
	} {
		require.NoError(b, b.dev.Fill(p+cuda.Ptr(f.at), f.pattern, int64(f.n)))
		copy(want[f.at:], bytes.Repeat(f.pattern, f.n/len(f.pattern)))
	}
	got := make([]byte, len(want))
	require.NoError(b, b.dev.Read(got, p))
	require.True(b, bytes.Equal(want, got))
	b.wants(b.dev.Fill(p, []byte{1, 2, 3}, 6), cuda.InvalidValue)
	b.wants(b.dev.Fill(p, nil, 4), cuda.InvalidValue)
	b.wants(b.dev.Fill(p, []byte{1, 2, 3, 4}, 6), cuda.InvalidValue)
	b.wants(b.dev.Fill(p, []byte{1}, -1), cuda.InvalidValue)
}
