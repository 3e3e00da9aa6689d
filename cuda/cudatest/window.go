package cudatest

import (
	"context"
	"errors"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// repeats checks that the memory after a launch is right however often the
// device has run it before: a device that replays must notice every change.
func repeats(b *bed) {
	const n = 256
	x, y, out := b.alloc(make([]uint32, n)...), b.alloc(make([]uint32, n)...), b.alloc(make([]uint32, n)...)
	add := b.launch("vector_add", 2, 128, cuda.ArgPtr(x), cuda.ArgPtr(y), cuda.ArgPtr(out), cuda.ArgU32(n))
	const one, two = 0x3f800000, 0x40000000 // 1.0 and 2.0
	check := func(what string, want uint32) {
		b.Helper()
		for i, got := range b.read(out, n) {
			if !assert.Equal(b, want, got, "%s: word %d", what, i) {
				return
			}
		}
	}
	b.run(add)
	check("the first", 0)
	require.NoError(b, b.dev.Fill(out, []byte{0xee}, 4*n))
	b.run(add)
	check("after the output was overwritten", 0)
	b.write(x, one)
	require.NoError(b, b.dev.Fill(x, bytesOf([]uint32{one}), 4*n))
	b.run(add)
	check("after an input was filled", one)
	_, err := b.dev.Time(context.Background(), add, 5)
	require.NoError(b, err)
	check("after a window", one)
	b.run(b.launch("vector_add", 2, 128, cuda.ArgPtr(x), cuda.ArgPtr(x), cuda.ArgPtr(y), cuda.ArgU32(n)))
	b.write(x, make([]uint32, n)...)
	b.run(add)
	check("after another kernel wrote an input", two)
	add.NoReplay = true
	r := b.run(add)
	assert.False(b, r.Replayed)
	check("without replay", two)
}

// window checks that timing is not only a time: the memory is afterwards as
// after so many launches.
func window(b *bed) {
	const n = 512
	data := b.alloc(count(0, n)...)
	l := b.launch("increment", 2, 256, cuda.ArgPtr(data))
	var before float64
	for _, launches := range []int{1, 7, 70} {
		start := b.read(data, n)
		w, err := b.dev.Time(context.Background(), l, launches)
		require.NoError(b, err)
		assert.Equal(b, launches, w.Launches)
		assert.Positive(b, w.Seconds)
		assert.GreaterOrEqual(b, w.TickSeconds, 0.0)
		assert.GreaterOrEqual(b, w.Seconds, before, "more launches take longer")
		assert.Equal(b, count(start[0]+uint32(launches), n), b.read(data, n))
		before = w.Seconds
	}
	few, err := b.dev.Time(context.Background(), l, 100)
	require.NoError(b, err)
	many, err := b.dev.Time(context.Background(), l, 1000)
	require.NoError(b, err)
	ratio := many.Seconds / few.Seconds
	assert.True(b, ratio > 5 && ratio < 20, "ten times the launches took %g times as long", ratio)
	for _, launches := range []int{0, -1} {
		_, err := b.dev.Time(context.Background(), l, launches)
		b.wants(err, cuda.InvalidValue)
	}
}

// endless checks that the end of a context ends a kernel that would not end,
// and that a context which has ended starts nothing.
func endless(b *bed) {
	word := b.alloc(0)
	spin, increment := b.launch("spin", 1, 32, cuda.ArgPtr(word)), b.launch("increment", 1, 1, cuda.ArgPtr(word))
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	_, err := b.dev.Launch(ctx, spin)
	require.Error(b, err)
	assert.True(b, errors.Is(err, context.DeadlineExceeded) || cuda.IsKind(err, cuda.LaunchTimeout), "%v", err)
	_, err = b.dev.Launch(ctx, increment)
	require.Error(b, err)
	_, err = b.dev.Time(ctx, increment, 3)
	require.Error(b, err)
	if cuda.IsKind(b.dev.Read(make([]byte, 4), word), cuda.DeviceLost) {
		return // a GPU cannot end a kernel; what cannot be waited for is lost
	}
	assert.Equal(b, []uint32{0}, b.read(word, 1), "nothing ran")
}
