package cudatest

import (
	"fmt"
	"strings"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// module checks loading, good and bad.
func module(b *bed) {
	m, err := b.dev.Load(image())
	require.NoError(b, err)
	_, err = m.Function("no_such_kernel")
	b.wants(err, cuda.NotFound)
	assert.Contains(b, err.Error(), "no_such_kernel")
	other, err := b.dev.Load(image())
	require.NoError(b, err, "the same image twice")
	assert.NoError(b, m.Unload())
	assert.NoError(b, other.Unload())
	_, err = m.Function("increment")
	assert.Error(b, err, "a module that was unloaded")

	good := string(conformancePTX)
	broken := strings.Replace(good, "add.f32 %f2, %f0, %f1;", "add.f32 %f2, %f0, ;", 1)
	line := 1 + strings.Count(good[:strings.Index(good, "add.f32 %f2")], "\n")
	for name, text := range map[string]string{
		"a syntax error":         broken,
		"an unknown instruction": strings.Replace(good, "add.f32 %f2,", "frobnicate.f32 %f2,", 1),
		"an unknown register":    strings.Replace(good, "add.f32 %f2, %f0, %f1;", "add.f32 %f2, %f0, %f99;", 1),
	} {
		_, err := b.dev.Load(cuda.Image{Name: "broken.ptx", PTX: []byte(text)})
		b.wants(err, cuda.InvalidImage, cuda.Unsupported)
		assert.Contains(b, err.Error(), fmt.Sprintf("broken.ptx:%d", line), name)
	}
	for name, text := range map[string]string{
		"nothing":   "",
		"no PTX":    "ELF",
		"cut short": good[:len(good)/2],
	} {
		_, err := b.dev.Load(cuda.Image{Name: name, PTX: []byte(text)})
		b.wants(err, cuda.InvalidImage)
	}
	b.function("increment") // the device still works
}

// function checks what a function says of itself.
func function(b *bed) {
	f := b.function("reverse_static")
	assert.Equal(b, "reverse_static", f.Name())
	a, err := f.Attributes()
	require.NoError(b, err)
	assert.Positive(b, a.Registers)
	assert.Equal(b, int64(256), a.StaticSharedBytes)
	assert.Zero(b, a.LocalBytes)
	assert.Equal(b, 70, a.PTXVersion)
	assert.GreaterOrEqual(b, a.MaxThreads, 256)
	assert.Contains(b, []string{"driver", "manifest", "estimate"}, a.RegistersSource)
	assembled(b)

	info := b.dev.Info()
	before := info.MaxBlocksPerSM + 1
	for threads := 32; threads <= info.MaxThreadsPerBlock; threads += 32 {
		n, err := f.BlocksPerSM(threads, 0)
		require.NoError(b, err)
		assert.LessOrEqual(b, n, before, "%d threads", threads)
		assert.LessOrEqual(b, n*threads, info.MaxThreadsPerSM, "%d threads", threads)
		before = n
	}
	assert.Positive(b, before)
	before = info.MaxBlocksPerSM + 1
	for bytes := int64(0); bytes <= info.SharedPerBlockBytes-256; bytes += 4096 {
		n, err := f.BlocksPerSM(64, bytes)
		require.NoError(b, err)
		assert.LessOrEqual(b, n, before, "%d bytes of shared memory", bytes)
		assert.LessOrEqual(b, int64(n)*(bytes+256), info.SharedPerSMBytes)
		before = n
	}
	_, err = f.BlocksPerSM(0, 0)
	b.wants(err, cuda.InvalidValue)
	_, err = f.BlocksPerSM(32, -1)
	b.wants(err, cuda.InvalidValue)
}

// assembled checks that a device which compiles nothing takes the assembler's
// word, and that one which compiles does not.
func assembled(b *bed) {
	i := image()
	i.Assembled = map[string]cuda.Attributes{"increment": {Registers: 77, RegistersSource: "manifest"}}
	m, err := b.dev.Load(i)
	require.NoError(b, err)
	f, err := m.Function("increment")
	require.NoError(b, err)
	a, err := f.Attributes()
	require.NoError(b, err)
	if a.RegistersSource != "driver" {
		assert.Equal(b, "manifest", a.RegistersSource)
		assert.Equal(b, 77, a.Registers)
	}
}
