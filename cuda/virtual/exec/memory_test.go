package exec

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ridgeline/cuda"
)

// Memory never written reads as zeros, and a large allocation costs nothing
// until it is touched.
func TestMemoryIsLazy(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m := NewMemory(80 << 30)
	p, err := m.Alloc(60 << 30)
	require.NoError(t, err)
	b := []byte{1, 2, 3}
	require.NoError(t, m.Read(b, p+59<<30))
	assert.Equal(t, []byte{0, 0, 0}, b)
	require.NoError(t, m.Write(p+59<<30, []byte{9}))
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
	assert.GreaterOrEqual(t, uint64(p), uint64(1<<40), "looks like a device address")
	assert.Zero(t, uint64(p)%PageBytes)
}

// More than the total cannot be allocated, and the message says what is free.
func TestMemoryOutOfMemory(t *testing.T) {
	m := NewMemory(1 << 20)
	_, err := m.Alloc(1 << 19)
	require.NoError(t, err)
	_, err = m.Alloc(1<<19 + 1)
	require.True(t, cuda.IsKind(err, cuda.OutOfMemory))
	assert.ErrorContains(t, err, "524288 of 1048576 free")
	free, total := m.Usage()
	assert.Equal(t, [2]int64{1 << 19, 1 << 20}, [2]int64{free, total})
}

// Host copies must stay inside of one allocation.
func TestMemoryHostChecks(t *testing.T) {
	m := NewMemory(1 << 20)
	p, err := m.Alloc(100)
	require.NoError(t, err)
	assert.ErrorContains(t, m.Write(p+90, make([]byte, 11)), "not inside one allocation")
	assert.ErrorContains(t, m.Read(make([]byte, 1), p-1), "1 bytes above it")
	assert.ErrorContains(t, m.Fill(p, []byte{1, 2, 3}, 3), "3 bytes, not 1, 2 or 4")
	assert.ErrorContains(t, m.Fill(p, []byte{1, 2}, 3), "not a multiple")
	assert.ErrorContains(t, m.Free(p+1), "not the begin of an allocation")
	require.NoError(t, m.Free(p))
	assert.ErrorContains(t, m.Read(make([]byte, 1), p), "no allocation")
}

// What is written or filled is read back, whatever the alignment.
func TestMemoryBehavesLikeBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 3*PageBytes + 1000
		m := NewMemory(1 << 20)
		p, err := m.Alloc(size)
		require.NoError(t, err)
		model := make([]byte, size)
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			at := rapid.IntRange(0, size-1).Draw(t, "at")
			n := rapid.IntRange(0, size-at).Draw(t, "n")
			if rapid.Bool().Draw(t, "fill") {
				at, n = at&^3, n&^3
				n = min(n, size-at)
				require.NoError(t, m.Fill(p+cuda.Ptr(at), []byte{1, 2, 3, byte(at)}, int64(n&^3)))
				for i := range n &^ 3 {
					model[at+i] = [4]byte{1, 2, 3, byte(at)}[i%4]
				}
				continue
			}
			b := make([]byte, n)
			for i := range b {
				b[i] = byte(i*31 + at)
			}
			require.NoError(t, m.Write(p+cuda.Ptr(at), b))
			copy(model[at:], b)
		}
		got := make([]byte, size)
		require.NoError(t, m.Read(got, p))
		require.Equal(t, model, got)
	})
}

// Allocations do not overlap, have a red zone between them, and give their
// room back.
func TestMemoryAllocations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := NewMemory(64 << 20)
		live := map[cuda.Ptr]int64{}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			if len(live) > 0 && rapid.Bool().Draw(t, "free") {
				for p := range live {
					require.NoError(t, m.Free(p))
					delete(live, p)
					break
				}
				continue
			}
			n := rapid.Int64Range(1, 4<<20).Draw(t, "bytes")
			p, err := m.Alloc(n)
			if err != nil {
				require.True(t, cuda.IsKind(err, cuda.OutOfMemory))
				continue
			}
			for q, size := range live {
				apart := int64(p)-int64(q)-size >= PageBytes-PageBytes/2 || int64(q)-int64(p)-n >= PageBytes/2
				require.True(t, apart, "%#x+%d and %#x+%d", p, n, q, size)
			}
			live[p] = n
		}
		for p := range live {
			require.NoError(t, m.Free(p))
		}
		free, total := m.Usage()
		require.Equal(t, total, free)
	})
}

// An overlay sees the base, keeps its writes to itself, and leaves versions
// alone.
func TestMemoryOverlay(t *testing.T) {
	m := NewMemory(1 << 20)
	p, err := m.Alloc(2 * PageBytes)
	require.NoError(t, err)
	require.NoError(t, m.Write(p, []byte{1, 2, 3, 4}))
	version := m.Version(uint64(p) / PageBytes)
	o := m.Overlay()
	require.NoError(t, o.Write(p+1, []byte{9}))
	require.NoError(t, o.Fill(p+PageBytes, []byte{7}, PageBytes))
	b := make([]byte, 4)
	require.NoError(t, o.Read(b, p))
	assert.Equal(t, []byte{1, 9, 3, 4}, b)
	require.NoError(t, m.Read(b, p))
	assert.Equal(t, []byte{1, 2, 3, 4}, b)
	require.NoError(t, m.Read(b, p+PageBytes))
	assert.Equal(t, []byte{0, 0, 0, 0}, b)
	assert.Equal(t, version, m.Version(uint64(p)/PageBytes))
	_, err = o.Alloc(1)
	assert.Error(t, err)
	assert.Error(t, o.Free(p))
}

// A version changes with every kind of change, and only there.
func TestMemoryVersions(t *testing.T) {
	r := newFileRig(t, "testdata/loops.ptx")
	p := r.alloc(2 * PageBytes)
	first, second := uint64(p)/PageBytes, uint64(p)/PageBytes+1
	at := func() [2]uint64 { return [2]uint64{r.mem.Version(first), r.mem.Version(second)} }
	a := at()
	require.NoError(t, r.mem.Read(make([]byte, 8), p))
	assert.Equal(t, a, at())
	require.NoError(t, r.mem.Write(p, []byte{1}))
	assert.Equal(t, [2]uint64{a[0] + 1, a[1]}, at())
	require.NoError(t, r.mem.Fill(p+PageBytes, []byte{1}, 4))
	assert.Equal(t, [2]uint64{a[0] + 1, a[1] + 1}, at())
	x := r.words(1, 2, 3, 4)
	res := r.run("saxpy", 1, 32, cuda.ArgPtr(x), cuda.ArgPtr(p+PageBytes), cuda.ArgF32(1), cuda.ArgU32(4))
	assert.Equal(t, [2]uint64{a[0] + 1, a[1] + 2}, at())
	assert.Equal(t, []uint64{second}, res.WrittenPages)
	assert.Equal(t, []uint64{second, uint64(x) / PageBytes}, res.ReadPages)
	require.NoError(t, r.mem.Free(p))
	assert.Equal(t, [2]uint64{a[0] + 2, a[1] + 3}, at())
}
