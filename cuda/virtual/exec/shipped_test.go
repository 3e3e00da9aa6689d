package exec

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// shippedRig loads a module of the project's kernels and fills an input with
// floats in [-0.5, 0.5).
func shippedRig(t *testing.T, family string, words int) (r *rig, in cuda.Ptr, values []uint32) {
	t.Helper()
	r = newFileRig(t, "../../../kernels/ptx/"+family+".sm_70.ptx")
	values = make([]uint32, words)
	for i := range values {
		values[i] = math.Float32bits(float32(uint32(i)*2654435761>>7&1023)/1024 - 0.5)
	}
	return r, r.words(values...), values
}

func fma(x, y, z uint32) uint32 {
	return uint32(fma32(math.Float32frombits(x), math.Float32frombits(y), math.Float32frombits(z), nearestEven))
}

// The shipped FMA chains compute what their contract says, and count its FLOPs.
func TestShippedFMA(t *testing.T) {
	const grid, trips = 2, 2
	c := math.Float32bits(-1.5)
	r, seeds, values := shippedRig(t, "fma", 1024)
	for chains, steps := range map[int]int{1: 512, 2: 256, 4: 256, 8: 128} {
		out := r.alloc(4 * 256 * grid)
		res := r.run("fma_fp32_chains"+itoa(chains), grid, 256, cuda.ArgPtr(seeds), cuda.ArgPtr(out), cuda.ArgF32(-1.5), cuda.ArgU32(trips))
		assert.Equal(t, uint64(2*chains*steps*trips*256*grid), res.Counters.Operations["fp32"])
		got := r.read32(out, 256*grid)
		for _, gid := range []int{0, 1, 77, 511} {
			var want uint32
			for k := range chains {
				x := values[(gid*chains+k)&1023]
				for range steps * trips {
					x = fma(x, x, c)
				}
				want ^= x
			}
			require.Equal(t, want, got[gid], "%d chains, thread %d", chains, gid)
		}
	}
}

// The shipped streams move every byte of their footprint once.
func TestShippedStream(t *testing.T) {
	const grid, trips = 3, 2
	r, in, values := shippedRig(t, "stream", grid*trips*4096)
	out := r.alloc(4 * 4096 * grid * trips)
	res := r.run("stream_copy_b128", grid, 256, cuda.ArgPtr(in), cuda.ArgPtr(out), cuda.ArgU32(trips))
	assert.Equal(t, values, r.read32(out, grid*trips*4096))
	assert.Equal(t, uint64(grid*trips*16384), res.Counters.GlobalLoad.UsefulBytes)
	assert.Equal(t, uint64(grid*trips*16384/32), res.Counters.GlobalStore.Sectors)
	res = r.run("stream_read_b128", grid, 256, cuda.ArgPtr(in), cuda.ArgPtr(out), cuda.ArgU32(trips))
	assert.Equal(t, uint64(grid*trips*16384/32), res.Counters.GlobalLoad.Sectors)
	assert.Equal(t, uint64(grid*1024), res.Counters.GlobalStore.UsefulBytes)
	got := r.read32(out, grid*256)
	for gid := range got {
		var want uint32
		eachElement(gid, grid, trips, func(i int) { want ^= values[i] })
		require.Equal(t, want, got[gid], "thread %d", gid)
	}
}

// eachElement visits the 32-bit elements of one thread, four in a row.
func eachElement(gid, grid, trips int, f func(i int)) {
	for t := range trips {
		for u := range 4 {
			at := (gid/256+t*grid)*1024 + u*256 + gid%256
			for k := range 4 {
				f(4*at + k)
			}
		}
	}
}

// The shipped intensity kernels compute what their contract says.
func TestShippedIntensity(t *testing.T) {
	const grid, trips = 2, 2
	c := math.Float32bits(-1.5)
	r, in, values := shippedRig(t, "intensity", grid*trips*4096)
	for _, k := range r.mod.Kernels() {
		suffix, ok := strings.CutPrefix(k.Name, "intensity_fp32_f")
		f := 0
		for _, digit := range suffix {
			f = 10*f + int(digit-'0')
		}
		if !ok || f > 64 {
			continue
		}
		out := r.alloc(4 * 256 * grid)
		res := r.run(k.Name, grid, 256, cuda.ArgPtr(in), cuda.ArgPtr(out), cuda.ArgF32(-1.5), cuda.ArgU32(trips))
		assert.Equal(t, uint64(2*f*grid*trips*4096), res.Counters.Operations["fp32"], k.Name)
		assert.Equal(t, uint64(grid*trips*16384), res.Counters.GlobalLoad.UsefulBytes, k.Name)
		got := r.read32(out, 256*grid)
		for _, gid := range []int{0, 300} {
			var want uint32
			eachElement(gid, grid, trips, func(i int) {
				x := values[i]
				for range f {
					x = fma(x, x, c)
				}
				want ^= x
			})
			require.Equal(t, want, got[gid], "%s thread %d", k.Name, gid)
		}
	}
}
