package virtual

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/spec"
)

// unseenSpec is a SKU that nobody built, of a compute capability that does not
// exist.
func unseenSpec(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("spec/skus/h100-sxm.json")
	require.NoError(t, err)
	text := string(data)
	for old, with := range map[string]string{
		`"name": "h100-sxm"`:          `"name": "unseen"`,
		`"compute_capability": "9.0"`: `"compute_capability": "14.2"`,
		`"sm_count": 132`:             `"sm_count": 37`,
		`"sm_clock_mhz": 1980`:        `"sm_clock_mhz": 1234.5`,
		`"fma": { "lanes": 128`:       `"fma": { "lanes": 48`,
		`"clock_mhz": 2619`:           `"clock_mhz": 1777`,
		`"bus_width_bits": 5120`:      `"bus_width_bits": 1088`,
		`"efficiency": 0.9665`:        `"efficiency": 0.8123`,
		`"latency_cycles": 689`:       `"latency_cycles": 431`,
	} {
		require.Equal(t, 1, strings.Count(text, old), old)
		text = strings.Replace(text, old, with, 1)
	}
	path := filepath.Join(t.TempDir(), "unseen.json")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func eachSKU(t *testing.T, test func(t *testing.T, r rig)) {
	for _, sku := range []string{"h100-sxm", "t4", unseenSpec(t)} {
		t.Run(filepath.Base(sku), func(t *testing.T) { test(t, newRig(t, sku)) })
	}
}

// suite is a rig with a module of the kernels that Ridgeline ships.
func (r rig) suite(family string) rig {
	r.Helper()
	r.module = r.load("../../kernels/ptx/"+family+".sm_70.ptx", nil)
	return r
}

const (
	blockThreads = 256
	chunkBytes   = 16 << 10 // what a block loads in a trip
)

// waves is a grid that fills every SM exactly.
func (r rig) waves(l cuda.Launch) cuda.Launch {
	r.Helper()
	n, err := l.Function.BlocksPerSM(blockThreads, 0)
	require.NoError(r, err)
	l.Grid = cuda.D1(n * r.spec.SMCount)
	return l
}

func TestShippedKernelsReachTheFMARate(t *testing.T) {
	steps := map[int]int{1: 512, 2: 256, 4: 256, 8: 128}
	eachSKU(t, func(t *testing.T, r rig) {
		r = r.suite("fma")
		seeds, out := r.words(1024, math.Float32bits(0.5)), r.words(1<<20, 0)
		for _, chains := range []int{4, 8} {
			const trips = 12
			l := r.waves(r.launch(fmt.Sprintf("fma_fp32_chains%d", chains), 1, blockThreads,
				cuda.ArgPtr(seeds), cuda.ArgPtr(out), cuda.ArgF32(-1.5), cuda.ArgU32(trips)))
			r.budgets.full = 1e7 // the results are not looked at here
			r.budgets.sample = 1e6
			w := r.time(l, 1)
			flops := float64(2*chains*steps[chains]*trips*blockThreads) * float64(l.Grid.X)
			want := r.spec.SteadyState().FP32FLOPPerSMCycle * float64(r.spec.SMCount)
			assert.InEpsilon(t, want, flops/w.CyclesPerLaunch, 0.02, "%d chains", chains)
			assert.LessOrEqual(t, flops/w.CyclesPerLaunch, want)
		}
	})
}

func TestShippedKernelsReachTheMemoryRate(t *testing.T) {
	eachSKU(t, func(t *testing.T, r rig) {
		r = r.suite("stream")
		for name, bytesPerLoaded := range map[string]float64{"stream_read_b128": 1, "stream_copy_b128": 2} {
			const trips = 24
			l := r.waves(r.launch(name, 1, blockThreads, cuda.ArgPtr(0), cuda.ArgPtr(0), cuda.ArgU32(trips)))
			footprint := int64(l.Grid.X) * trips * chunkBytes
			in, out := r.alloc(footprint), r.alloc(footprint)
			l.Args[0], l.Args[1] = cuda.ArgPtr(in), cuda.ArgPtr(out)
			r.budgets.full, r.budgets.sample = 1e6, 1e5
			w := r.time(l, 1)
			rate := bytesPerLoaded * float64(footprint) / w.CyclesPerLaunch * r.spec.ClockHz()
			assert.InEpsilon(t, r.spec.SteadyState().DRAMBytesPerSecond, rate, 0.02, name)
			assert.LessOrEqual(t, rate, r.spec.SteadyState().DRAMBytesPerSecond*1.0001)
		}
	})
}

func (r rig) alloc(bytes int64) cuda.Ptr {
	r.Helper()
	p, err := r.Alloc(bytes)
	require.NoError(r, err)
	return p
}

// latencyBound is the cycles of a kernel on a SKU after a change of its spec,
// with so many warps on each SM.
type latencyBound func(t *testing.T, s *spec.Spec, warps int) (cycles float64)

// dependentFMAs has one chain of FMAs a thread.
func dependentFMAs(t *testing.T, s *spec.Spec, warps int) float64 {
	r := openSpec(t, s).suite("fma")
	seeds, out := r.words(1024, math.Float32bits(0.5)), r.words(1<<18, 0)
	return r.time(r.launch("fma_fp32_chains1", s.SMCount, 32*warps,
		cuda.ArgPtr(seeds), cuda.ArgPtr(out), cuda.ArgF32(-1.5), cuda.ArgU32(8)), 1).CyclesPerLaunch
}

// pointerChase has one load a warp in flight, each from a line of its own, with
// an L2 that holds next to nothing of the table.
func pointerChase(t *testing.T, s *spec.Spec, warps int) float64 {
	const trips = 64
	small := *s
	small.L2.Bytes = 64 << 10
	r := openSpec(t, &small)
	total := s.SMCount * warps
	table := make([]byte, total*trips*128)
	for at := 0; at < len(table); at += 128 {
		binary.LittleEndian.PutUint32(table[at:], uint32(at+128))
	}
	in, out := r.alloc(int64(len(table))), r.words(total, 0)
	require.NoError(t, r.Write(in, table))
	w := r.time(r.launch("chase", s.SMCount, 32*warps, cuda.ArgPtr(in), cuda.ArgPtr(out), cuda.ArgU32(trips)), 1)
	last := make([]byte, 4)
	require.NoError(t, r.Read(last, out+cuda.Ptr(4*(total-1))))
	assert.Equal(t, len(table), int(binary.LittleEndian.Uint32(last)))
	return w.CyclesPerLaunch
}

// TestLittlesLaw: what is in flight, over the latency, is the rate. Half the
// warps do half the work in the same time; twice the latency alone takes twice
// the time.
func TestLittlesLaw(t *testing.T) {
	for name, c := range map[string]struct {
		cycles latencyBound
		slower func(*spec.Spec)
	}{
		"arithmetic": {dependentFMAs, func(s *spec.Spec) { s.Pipes.FMA.LatencyCycles *= 2 }},
		"memory":     {pointerChase, func(s *spec.Spec) { s.Memory.LatencyCycles *= 2 }},
	} {
		for _, sku := range []string{"h100-sxm", "t4"} {
			t.Run(name+"/"+sku, func(t *testing.T) {
				s, err := spec.Open(sku)
				require.NoError(t, err)
				base := c.cycles(t, s, 4)
				assert.InEpsilon(t, base, c.cycles(t, s, 2), 0.02, "half the warps")
				c.slower(s)
				assert.InEpsilon(t, 2*base, c.cycles(t, s, 4), 0.05, "twice the latency")
			})
		}
	}
}

func TestTimesAreTheSameOnEachDevice(t *testing.T) {
	once := func() cuda.Window {
		r := newRig(t, "h100-sxm").suite("intensity")
		in, out := r.alloc(132*2*chunkBytes), r.words(132*2*blockThreads, 0)
		return r.time(r.launch("intensity_fp32_f4", 132*2, blockThreads, cuda.ArgPtr(in), cuda.ArgPtr(out), cuda.ArgF32(-1.5), cuda.ArgU32(1)), 3)
	}
	assert.Equal(t, once(), once())
}
