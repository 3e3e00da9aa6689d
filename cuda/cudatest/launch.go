package cudatest

import (
	"context"
	"math"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// arguments checks that arguments of every size arrive, and that wrong ones are
// refused before anything runs.
func arguments(b *bed) {
	out := b.alloc(make([]uint32, 16)...)
	args := []cuda.Arg{
		cuda.ArgPtr(out),
		{Bytes: []byte{0xa7}},
		{Bytes: []byte{0x34, 0x92}},
		cuda.ArgU32(0xdeadbeef),
		cuda.ArgU64(0x0123456789abcdef),
		cuda.ArgF32(-1.5),
		cuda.ArgF64(math.Pi),
		cuda.ArgBytes(bytesOf([]uint32{11, 22, 33}), 4),
	}
	b.run(b.launch("store_arguments", 1, 1, args...))
	pi := math.Float64bits(math.Pi)
	assert.Equal(b, []uint32{
		0xa7, 0, 0x9234, 0, 0xdeadbeef, 0, 0x89abcdef, 0x01234567,
		math.Float32bits(-1.5), 0, uint32(pi), uint32(pi >> 32), 11, 22, 33, 0,
	}, b.read(out, 16))

	b.write(out, make([]uint32, 16)...)
	for name, wrong := range map[string][]cuda.Arg{
		"one too few":  args[:7],
		"one too many": append(args[:8:8], cuda.ArgU32(1)),
		"none":         nil,
		"too small":    append(append(args[:3:3], cuda.Arg{Bytes: []byte{1, 2}}), args[4:]...),
		"too big":      append(append(args[:3:3], cuda.ArgU64(1)), args[4:]...),
	} {
		_, err := b.dev.Launch(context.Background(), b.launch("store_arguments", 1, 1, wrong...))
		b.wants(err, cuda.InvalidValue)
		_, err = b.dev.Time(context.Background(), b.launch("store_arguments", 1, 1, wrong...), 1)
		b.wants(err, cuda.InvalidValue)
		assert.Equal(b, make([]uint32, 16), b.read(out, 16), name)
	}
	_, err := b.dev.Launch(context.Background(), cuda.Launch{Grid: cuda.D1(1), Block: cuda.D1(1)})
	b.wants(err, cuda.InvalidValue)
}

// kernels checks results: a guard, static and dynamic shared memory, barriers.
func kernels(b *bed) {
	const n, room = 1000, 1024
	x, y, want := make([]uint32, room), make([]uint32, room), make([]uint32, room)
	for i := range want {
		x[i], y[i] = math.Float32bits(float32(i)), math.Float32bits(0.5)
		want[i] = 0xcccccccc
		if i < n {
			want[i] = math.Float32bits(float32(i) + 0.5)
		}
	}
	out := b.alloc(make([]uint32, room)...)
	require.NoError(b, b.dev.Fill(out, []byte{0xcc}, 4*room))
	b.run(b.launch("vector_add", 8, 128, cuda.ArgPtr(b.alloc(x...)), cuda.ArgPtr(b.alloc(y...)), cuda.ArgPtr(out), cuda.ArgU32(n)))
	assert.Equal(b, want, b.read(out, room), "threads beyond the guard write nothing")

	data := b.alloc(count(0, 192)...)
	b.run(b.launch("reverse_static", 3, 64, cuda.ArgPtr(data)))
	got := b.read(data, 192)
	for i := range got {
		assert.Equal(b, uint32(i/64*64+63-i%64), got[i])
	}

	const threads = 200
	data = b.alloc(count(0, threads)...)
	l := b.launch("rotate_dynamic", 1, threads, cuda.ArgPtr(data))
	l.DynamicSharedBytes = 4 * threads
	b.run(l)
	got = b.read(data, threads)
	for i := range got {
		assert.Equal(b, uint32(i+1)%threads, got[i])
	}
}

// shapes checks grids and blocks at their edges.
func shapes(b *bed) {
	info := b.dev.Info()
	for _, s := range []struct{ grid, block cuda.Dim3 }{
		{cuda.D1(1), cuda.D1(1)},
		{cuda.D1(1), cuda.D1(33)},
		{cuda.D1(3), cuda.D1(info.MaxThreadsPerBlock)},
		{cuda.D1(1000), cuda.D1(1)},
		{cuda.Dim3{X: 2, Y: 3, Z: 4}, cuda.Dim3{X: 5, Y: 6, Z: 7}},
		{cuda.Dim3{X: 1, Y: 1, Z: 5}, cuda.Dim3{X: 1, Y: 1, Z: 64}},
		{cuda.Dim3{X: 1, Y: 70, Z: 1}, cuda.Dim3{X: 31, Y: 2, Z: 1}},
	} {
		n := s.grid.Count() * s.block.Count()
		out := b.alloc(make([]uint32, n+1)...)
		l := cuda.Launch{Function: b.function("store_index"), Grid: s.grid, Block: s.block, Args: []cuda.Arg{cuda.ArgPtr(out)}}
		b.run(l)
		want := append(count(1, n), 0)
		assert.Equal(b, want, b.read(out, n+1), "grid %v block %v", s.grid, s.block)
		require.NoError(b, b.dev.Free(out))
	}
	out := b.alloc(0)
	for _, s := range []struct{ grid, block cuda.Dim3 }{
		{cuda.D1(0), cuda.D1(1)},
		{cuda.D1(1), cuda.D1(0)},
		{cuda.D1(-1), cuda.D1(1)},
		{cuda.D1(1), cuda.Dim3{X: 1, Y: -1, Z: -1}},
		{cuda.D1(1), cuda.D1(info.MaxThreadsPerBlock + 1)},
		{cuda.D1(1), cuda.Dim3{X: 1, Y: 1, Z: 65}},
		{cuda.Dim3{X: 1, Y: 65536, Z: 1}, cuda.D1(1)},
		{cuda.Dim3{X: 1, Y: 1, Z: 65536}, cuda.D1(1)},
		{cuda.Dim3{X: math.MaxInt, Y: 1, Z: 1}, cuda.D1(1)},
	} {
		l := cuda.Launch{Function: b.function("store_index"), Grid: s.grid, Block: s.block, Args: []cuda.Arg{cuda.ArgPtr(out)}}
		_, err := b.dev.Launch(context.Background(), l)
		b.wants(err, cuda.InvalidValue)
	}
	l := b.launch("rotate_dynamic", 1, 32, cuda.ArgPtr(out))
	for _, bytes := range []int64{-1, info.SharedPerBlockOptInBytes + 1} {
		l.DynamicSharedBytes = bytes
		_, err := b.dev.Launch(context.Background(), l)
		b.wants(err, cuda.InvalidValue)
	}
	assert.Equal(b, []uint32{0}, b.read(out, 1), "nothing ran")
}

// faults checks that a kernel which touches what is not its own is an error
// that names it. Each of them gets a device of its own.
func faults(b *bed) {
	for name, address := range map[string]cuda.Ptr{
		"null":        0,
		"far outside": 1 << 46,
	} {
		fault(b, name, func(*bed) cuda.Ptr { return address }, cuda.IllegalAddress)
	}
	fault(b, "freed", func(b *bed) cuda.Ptr {
		p := b.alloc(1)
		require.NoError(b, b.dev.Free(p))
		return p
	}, cuda.IllegalAddress)
	fault(b, "misaligned", func(b *bed) cuda.Ptr { return b.alloc(1) + 1 }, cuda.Misaligned)
}

func fault(b *bed, name string, address func(*bed) cuda.Ptr, kind cuda.Kind) {
	dev, err := b.driver.Open(b.index)
	require.NoError(b, err)
	one := &bed{T: b.T, driver: b.driver, index: b.index, dev: dev}
	_, err = dev.Launch(context.Background(), one.launch("store_at", 1, 1, cuda.ArgPtr(address(one))))
	one.wants(err, kind)
	assert.Contains(b, err.Error(), "store_at", name)
	_ = dev.Close()
}
