//go:build cuda && linux

package nvidia_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

func few(f cuda.Function) cuda.Launch {
	return cuda.Launch{Function: f, Grid: cuda.D1(2), Block: cuda.D1(64), Args: []cuda.Arg{cuda.ArgPtr(1 << 20), cuda.ArgU32(7)}}
}

// A launch allocates nothing.
func TestLaunchAllocatesNothing(t *testing.T) {
	if !inFake(t, newFake) {
		return
	}
	dev := openFake(t)
	l := few(fakeFunction(t, dev, "few"))
	before := askFake(t).Launches
	assert.Zero(t, testing.AllocsPerRun(1000, func() {
		if _, err := dev.Launch(t.Context(), l); err != nil {
			t.Error(err)
		}
	}))
	assert.Equal(t, 1001, askFake(t).Launches-before)
}

// BenchmarkLaunch is what a launch costs above the driver. The tests leave this
// process without one, so that the fake can be it.
func BenchmarkLaunch(b *testing.B) {
	fake, err := newFake()
	require.NoError(b, err)
	b.Setenv("RIDGELINE_LIBCUDA", fake)
	b.Setenv("RIDGELINE_LIBNVML", "/nonexistent")
	dev := openFake(b)
	l := few(fakeFunction(b, dev, "few"))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := dev.Launch(b.Context(), l); err != nil {
			b.Fatal(err)
		}
	}
}

// Arguments of any size arrive as they are.
func TestArguments(t *testing.T) {
	if !inFake(t, newFake) {
		return
	}
	dev := openFake(t)
	big := make([]byte, 4096)
	sum := 0
	for i := range big {
		big[i] = byte(i * 7)
		sum += int(big[i]) * (i + 1)
	}
	l := few(fakeFunction(t, dev, "big"))
	l.Args = []cuda.Arg{cuda.ArgBytes(big, 8)}
	_, err := dev.Launch(t.Context(), l)
	require.NoError(t, err)
	assert.Equal(t, 4096, askFake(t).ArgumentBytes)
	assert.Equal(t, sum, askFake(t).ArgumentSum)

	l = few(fakeFunction(t, dev, "none"))
	l.Args = nil
	_, err = dev.Launch(t.Context(), l)
	require.NoError(t, err)
	assert.Zero(t, askFake(t).ArgumentBytes)
}

// Clusters, much shared memory and tensor maps reach the driver.
func TestNewerLaunches(t *testing.T) {
	if !inFake(t, newFake) {
		return
	}
	dev := openFake(t)
	tensor := cuda.Tensor{Address: 1 << 30, Type: "bf16", Dims: []int64{256, 64}, Strides: []int64{512}, Box: []int64{64, 8}, Swizzle: 3}
	m, err := dev.(cuda.TensorMapper).EncodeTiled(tensor)
	require.NoError(t, err)
	var want []byte
	for _, word := range []uint64{9, 2, 1 << 30, 256, 64, 512, 64, 8, 1, 3, 0, 0, 0, 0, 0, 0} {
		want = append(want, cuda.ArgU64(word).Bytes...)
	}
	assert.Equal(t, want, m[:])
	for _, wrong := range []cuda.Tensor{
		{Type: "f8", Dims: []int64{1}, Box: []int64{1}},
		{Type: "u8"},
		{Type: "u8", Dims: []int64{1, 2}, Box: []int64{1, 2}},
		{Type: "u8", Dims: []int64{1}, Box: []int64{1, 2}},
	} {
		_, err := dev.(cuda.TensorMapper).EncodeTiled(wrong)
		assert.True(t, cuda.IsKind(err, cuda.InvalidValue), "%v", err)
	}

	l := cuda.Launch{Function: fakeFunction(t, dev, "map"), Grid: cuda.D1(8), Block: cuda.D1(128), Cluster: cuda.D1(4),
		DynamicSharedBytes: 200 << 10, Args: []cuda.Arg{cuda.ArgBytes(m[:], 64), cuda.ArgPtr(5)}}
	_, err = dev.Launch(t.Context(), l)
	require.NoError(t, err)
	assert.Equal(t, 4, askFake(t).Cluster)
	assert.Equal(t, 136, askFake(t).ArgumentBytes)

	l.Cluster = cuda.Dim3{}
	_, err = dev.Launch(t.Context(), l)
	require.NoError(t, err)
	assert.Zero(t, askFake(t).Cluster)
	assert.Equal(t, 200<<10, askFake(t).SharedBytes)
}

// Short launches are put together as a graph from the second window on; the
// number of launches is the same, and so is the time of each.
func TestGraph(t *testing.T) {
	if !inFake(t, newFake) {
		return
	}
	dev := openFake(t)
	l := few(fakeFunction(t, dev, "few"))
	for i, want := range []struct{ launches, nodes, graphLaunches int }{
		{100, 0, 0}, {1, 0, 0}, {1000, 512, 1}, {1000, 512, 1}, {1537, 512, 3}, {300, 300, 1},
	} {
		before := askFake(t)
		w, err := dev.Time(t.Context(), l, want.launches)
		require.NoError(t, err)
		after := askFake(t)
		assert.Equal(t, want.launches, after.Launches-before.Launches, "window %d", i)
		assert.Equal(t, want.graphLaunches, after.GraphLaunches-before.GraphLaunches, "window %d", i)
		assert.Equal(t, want.nodes, w.LaunchesPerGraph, "window %d", i)
		assert.InDelta(t, 1e-6*float64(want.launches), w.Seconds, 1e-9, "window %d: a launch of the fake takes a microsecond", i)
		assert.Equal(t, 0.5e-6, w.TickSeconds)
		assert.Positive(t, w.HostSeconds)
		assert.Equal(t, want.launches, w.Launches)
	}
}

// A driver that refuses a graph is asked for none again, and the launches go one
// by one.
func TestRefusedGraph(t *testing.T) {
	if !inFake(t, newFake, "RIDGELINE_FAKE_GRAPH=801") {
		return
	}
	dev := openFake(t)
	l := few(fakeFunction(t, dev, "few"))
	before := askFake(t)
	for range 3 {
		w, err := dev.Time(t.Context(), l, 100)
		require.NoError(t, err)
		assert.Zero(t, w.LaunchesPerGraph)
	}
	after := askFake(t)
	assert.Equal(t, 300, after.Launches-before.Launches)
	assert.Equal(t, before.OpenHandles, after.OpenHandles)
}

// A driver of before CUDA 11.4 lacks graphs, clusters, tensor maps and error
// names; all else works.
func TestOldDriver(t *testing.T) {
	if !inFake(t, oldFake) {
		return
	}
	dev := openFake(t)
	f := fakeFunction(t, dev, "few")
	for range 3 {
		w, err := dev.Time(t.Context(), few(f), 1000)
		require.NoError(t, err)
		assert.Zero(t, w.LaunchesPerGraph)
	}
	l := few(f)
	l.Cluster = cuda.D1(2)
	_, err := dev.Launch(t.Context(), l)
	assert.ErrorContains(t, err, "cuLaunchKernelEx few (fake.ptx): unsupported (CUDA_ERROR_NOT_SUPPORTED, 801)")
	_, err = dev.(cuda.TensorMapper).EncodeTiled(cuda.Tensor{Type: "u8", Dims: []int64{16}, Box: []int64{16}})
	assert.True(t, cuda.IsKind(err, cuda.Unsupported), "%v", err)
}

// A wait that takes long is one call after the other, and ends.
func TestLongWait(t *testing.T) {
	if !inFake(t, newFake, "RIDGELINE_FAKE_BUSY=500") {
		return
	}
	dev := openFake(t)
	_, err := dev.Launch(t.Context(), few(fakeFunction(t, dev, "few")))
	assert.NoError(t, err)
}
