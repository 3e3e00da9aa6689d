package virtual

import (
	"context"
	"encoding/binary"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/arch"
	"ridgeline/cuda/virtual/spec"
	"ridgeline/cuda/virtual/timing"
)

// rig is a device with the test kernels.
type rig struct {
	testing.TB
	*device
	module cuda.Module
}

func newRig(t testing.TB, sku string) rig {
	t.Helper()
	s, err := spec.Open(sku)
	require.NoError(t, err)
	return openSpec(t, s)
}

func openSpec(t testing.TB, s *spec.Spec) rig {
	t.Helper()
	dev, err := New(s).Open(0)
	require.NoError(t, err)
	r := rig{TB: t, device: dev.(*device)}
	r.module = r.load("testdata/kernels.ptx", nil)
	return r
}

func (r rig) load(file string, assembled map[string]cuda.Attributes) cuda.Module {
	r.Helper()
	text, err := os.ReadFile(file)
	require.NoError(r, err)
	m, err := r.Load(cuda.Image{Name: file, PTX: text, Assembled: assembled})
	require.NoError(r, err)
	return m
}

func (r rig) launch(name string, grid, block int, args ...cuda.Arg) cuda.Launch {
	r.Helper()
	f, err := r.module.Function(name)
	require.NoError(r, err)
	return cuda.Launch{Function: f, Grid: cuda.D1(grid), Block: cuda.D1(block), Args: args}
}

// words reserves memory for words of one value.
func (r rig) words(n int, value uint32) cuda.Ptr {
	r.Helper()
	p, err := r.Alloc(int64(4 * n))
	require.NoError(r, err)
	r.fill(p, n, value)
	return p
}

func (r rig) fill(p cuda.Ptr, n int, value uint32) {
	r.Helper()
	require.NoError(r, r.Fill(p, binary.LittleEndian.AppendUint32(nil, value), int64(4*n)))
}

// all checks that n words have this value.
func (r rig) all(p cuda.Ptr, n int, want uint32) {
	r.Helper()
	raw := make([]byte, 4*n)
	require.NoError(r, r.Read(raw, p))
	for i := range n {
		require.Equal(r, want, binary.LittleEndian.Uint32(raw[4*i:]), "word %d", i)
	}
}

func (r rig) run(l cuda.Launch) cuda.Report {
	r.Helper()
	report, err := r.Launch(context.Background(), l)
	require.NoError(r, err)
	return report
}

func (r rig) time(l cuda.Launch, launches int) cuda.Window {
	r.Helper()
	w, err := r.Time(context.Background(), l, launches)
	require.NoError(r, err)
	return w
}

func TestInfoIsTheSpec(t *testing.T) {
	driver, err := Open("h100-sxm", "t4", "t4")
	require.NoError(t, err)
	assert.Equal(t, "virtual", driver.Name())
	infos, err := driver.Devices()
	require.NoError(t, err)
	require.Len(t, infos, 3)
	h100 := infos[0]
	assert.Equal(t, "virtual h100-sxm", h100.Name)
	assert.Equal(t, cuda.Simulated, h100.Provenance)
	assert.Equal(t, timing.Model, h100.Model)
	assert.Equal(t, "h100-sxm", h100.SpecName)
	assert.Len(t, h100.SpecSHA256, 64)
	assert.Equal(t, 132, h100.SMCount)
	assert.InEpsilon(t, 3352.3e9, h100.BusBytesPerSecond(), 1e-4)
	assert.Nil(t, h100.ECC)
	assert.Equal(t, 2, infos[2].Index)
	assert.NotEqual(t, infos[1].UUID, infos[2].UUID)
	alone, err := Open("t4")
	require.NoError(t, err)
	again, err := alone.Devices()
	require.NoError(t, err)
	assert.Equal(t, infos[1].UUID, again[0].UUID, "the UUID comes from the spec alone")
	assert.Regexp(t, `^VGPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`, infos[0].UUID)
}

func TestOpenRefuses(t *testing.T) {
	_, err := Open("t5")
	var bad *spec.Error
	require.ErrorAs(t, err, &bad)
	driver := New()
	infos, err := driver.Devices()
	require.NoError(t, err)
	assert.Empty(t, infos)
	_, err = driver.Open(0)
	assert.True(t, cuda.IsKind(err, cuda.NotFound))
}

func TestCapabilities(t *testing.T) {
	r := newRig(t, "t4")
	state, err := r.Telemetry()
	require.NoError(t, err)
	assert.Equal(t, 1590.0, *state.SMClockMHz)
	assert.Equal(t, 5000.0, *state.MemoryClockMHz)
	assert.Zero(t, *state.EventReasons)
	assert.Nil(t, state.TemperatureC)
	for path, want := range map[string]float64{"fp32": 128, "fp64": 4, "fp16x2": 256, "int32": 192, "dp4a": 512, "sfu": 16, "tc.fp16.fp32": 1024} {
		limit, source, ok := r.PathLimit(path)
		assert.True(t, ok)
		assert.Equal(t, want, limit, path)
		assert.Equal(t, "spec t4", source)
	}
	for _, absent := range []string{"tc.fp64", "bf16x2", "fp32x2"} {
		_, _, ok := r.PathLimit(absent)
		assert.False(t, ok, absent)
	}
}

func TestWayLimit(t *testing.T) {
	r := newRig(t, "h100-sxm")
	for way, want := range map[string]float64{arch.MMASync: 2673, arch.WGMMA: 4096} {
		limit, ok := r.WayLimit("tc.fp16.fp32", way)
		assert.True(t, ok)
		assert.Equal(t, cuda.WayLimit{FLOPPerSMCycle: want, Fastest: arch.WGMMA, Source: "spec h100-sxm"}, limit)
	}
	for path, way := range map[string]string{"tc.fp16.fp32": arch.TCGen05, "fp32": arch.MMASync} {
		_, ok := r.WayLimit(path, way)
		assert.False(t, ok, path)
	}
}

func TestAttributes(t *testing.T) {
	r := newRig(t, "h100-sxm")
	f, err := r.module.Function("at_most_64")
	require.NoError(t, err)
	a, err := f.Attributes()
	require.NoError(t, err)
	assert.Equal(t, "estimate", a.RegistersSource)
	assert.Positive(t, a.Registers)
	assert.Equal(t, int64(1024), a.StaticSharedBytes)
	assert.Equal(t, 64, a.MaxThreads)
	assert.Equal(t, 70, a.PTXVersion)
	assert.Zero(t, a.BinaryVersion)

	r.module = r.load("testdata/kernels.ptx", map[string]cuda.Attributes{"twice": {Registers: 128}})
	f, err = r.module.Function("twice")
	require.NoError(t, err)
	a, err = f.Attributes()
	require.NoError(t, err)
	assert.Equal(t, "manifest", a.RegistersSource)
	assert.Equal(t, 512, a.MaxThreads, "128 registers fill the register file with 512 threads")
	for _, c := range []struct {
		threads int
		dynamic int64
		want    int
	}{{256, 0, 2}, {512, 0, 1}, {32, 0, 16}, {32, 113 << 10, 2}, {32, 227 << 10, 1}} {
		n, err := f.BlocksPerSM(c.threads, c.dynamic)
		require.NoError(t, err)
		assert.Equal(t, c.want, n, "%+v", c)
	}
	_, err = f.BlocksPerSM(1024, 0)
	assert.ErrorContains(t, err, "at most 512 threads")
}

func TestLoadChecksTheTarget(t *testing.T) {
	r := newRig(t, "h100-sxm")
	for target, ok := range map[string]bool{
		"sm_70": true, "sm_90": true, "sm_90a": true, "sm_100": false, "sm_80a": false, "sm_100f": false, "sm_x": false,
	} {
		text := ".version 8.6\n.target " + target + "\n.address_size 64\n.visible .entry k() { ret; }\n"
		_, err := r.Load(cuda.Image{Name: "k.ptx", PTX: []byte(text)})
		if ok {
			assert.NoError(t, err, target)
		} else {
			assert.True(t, cuda.IsKind(err, cuda.InvalidImage), "%s: %v", target, err)
		}
	}
	_, err := r.Load(cuda.Image{Name: "bad.ptx", PTX: []byte(".version 8.6\n.target sm_90\n.visible .entry k( {\n")})
	assert.True(t, cuda.IsKind(err, cuda.InvalidImage))
	assert.ErrorContains(t, err, "bad.ptx:3")
}

func TestLaunchIsChecked(t *testing.T) {
	r := newRig(t, "t4")
	p := r.words(64, 1)
	good := func() cuda.Launch { return r.launch("twice", 1, 64, cuda.ArgPtr(p), cuda.ArgPtr(p)) }
	for name, spoil := range map[string]func(*cuda.Launch){
		"no function":         func(l *cuda.Launch) { l.Function = nil },
		"another device's":    func(l *cuda.Launch) { *l = newRig(t, "t4").launch("twice", 1, 64, l.Args...) },
		"an argument too few": func(l *cuda.Launch) { l.Args = l.Args[:1] },
		"a small argument":    func(l *cuda.Launch) { l.Args[1] = cuda.ArgU32(1) },
		"no blocks":           func(l *cuda.Launch) { l.Grid.Y = 0 },
		"too many blocks":     func(l *cuda.Launch) { l.Grid = cuda.Dim3{X: 1 << 20, Y: 1 << 12, Z: 1} },
		"too many in y":       func(l *cuda.Launch) { l.Grid.Y = 1 << 16 },
		"no threads":          func(l *cuda.Launch) { l.Block.X = 0 },
		"too many threads":    func(l *cuda.Launch) { l.Block = cuda.Dim3{X: 32, Y: 33, Z: 1} },
		"too deep a block":    func(l *cuda.Launch) { l.Block = cuda.Dim3{X: 1, Y: 1, Z: 65} },
		"shared memory":       func(l *cuda.Launch) { l.DynamicSharedBytes = 64<<10 + 1 },
		"negative shared":     func(l *cuda.Launch) { l.DynamicSharedBytes = -1 },
	} {
		t.Run(name, func(t *testing.T) {
			l := good()
			spoil(&l)
			_, err := r.Launch(context.Background(), l)
			assert.True(t, cuda.IsKind(err, cuda.InvalidValue), "%v", err)
			_, err = r.Time(context.Background(), l, 1)
			assert.True(t, cuda.IsKind(err, cuda.InvalidValue), "%v", err)
		})
	}
	_, err := r.Launch(context.Background(), r.launch("at_most_64", 1, 96, cuda.ArgPtr(p)))
	assert.ErrorContains(t, err, "at most 64 threads")
	_, err = r.Time(context.Background(), good(), 0)
	assert.True(t, cuda.IsKind(err, cuda.InvalidValue))
	r.all(p, 64, 1)
}

func TestMisuseIsAnError(t *testing.T) {
	r := newRig(t, "t4")
	p := r.words(64, 1)
	l := r.launch("increment", 1, 64, cuda.ArgPtr(p))
	require.NoError(t, r.module.Unload())
	check := func(err error) {
		t.Helper()
		assert.True(t, cuda.IsKind(err, cuda.InvalidValue), "%v", err)
	}
	_, err := r.Launch(context.Background(), l)
	check(err)
	_, err = r.Time(context.Background(), l, 1)
	check(err)
	_, err = l.Function.Attributes()
	check(err)
	_, err = l.Function.BlocksPerSM(32, 0)
	check(err)
	_, err = r.module.Function("increment")
	check(err)
	check(r.module.Unload())

	require.NoError(t, r.Close())
	require.NoError(t, r.Close())
	_, err = r.Alloc(1)
	check(err)
	check(r.Free(p))
	check(r.Write(p, []byte{1}))
	check(r.Read(make([]byte, 1), p))
	check(r.Fill(p, []byte{1}, 1))
	_, _, err = r.Memory()
	check(err)
	_, err = r.Telemetry()
	check(err)
	_, err = r.Load(cuda.Image{})
	check(err)
	_, err = r.Launch(context.Background(), l)
	check(err)
	check(r.module.Unload())
}

func TestEmbeddedHasEverySKU(t *testing.T) {
	driver, err := Embedded()
	require.NoError(t, err)
	infos, err := driver.Devices()
	require.NoError(t, err)
	names, err := spec.Names()
	require.NoError(t, err)
	require.Len(t, infos, len(names))
	for i, info := range infos {
		assert.Equal(t, names[i], info.SpecName)
	}
}
