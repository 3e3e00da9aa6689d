//go:build cuda && linux

package nvidia_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// PTX is linked to machine code where the driver has a linker, and that is kept,
// with what the compiler said.
func TestCompilation(t *testing.T) {
	if !inFake(t, newFake) {
		return
	}
	m, err := openFake(t).Load(cuda.Image{Name: "fake.ptx", PTX: []byte(fakePTX)})
	require.NoError(t, err)
	c := m.(cuda.Compiled).Compilation()
	sum := sha256.Sum256([]byte(fakePTX))
	assert.Equal(t, hex.EncodeToString(sum[:]), c.PTXSHA256)
	assert.Equal(t, []string{"ptxas warning : wgmma serialized"}, c.Warnings)
	assert.Contains(t, c.Log, "a fake\n")
	assert.Equal(t, "\x7fELF\x00"+fakePTX[5:]+"\x00", string(c.Cubin), "NULs and all")
	f, err := m.Function("few")
	require.NoError(t, err)
	a, err := f.Attributes()
	require.NoError(t, err)
	assert.Equal(t, cuda.Attributes{Registers: 40, MaxThreads: 1024, PTXVersion: 70, BinaryVersion: 90, RegistersSource: "driver"}, a)
}

// A driver without a linker that can be had compiles while it loads.
func TestCompilationWithoutLinker(t *testing.T) {
	if !inFake(t, oldFake) {
		return
	}
	m, err := openFake(t).Load(cuda.Image{Name: "fake.ptx", PTX: []byte(fakePTX)})
	require.NoError(t, err)
	assert.Nil(t, m.(cuda.Compiled).Compilation().Cubin)
}

// What is wrong with an image names the line, the versions and the way on,
// whether the linker finds it or the loader.
func TestLoadErrors(t *testing.T) {
	for name, library := range map[string]func() (string, error){"linker": newFake, "loader": oldFake} {
		t.Run(name, func(t *testing.T) {
			for code, want := range map[string]struct {
				kind cuda.Kind
				text string
			}{
				"218": {cuda.InvalidImage, "fake.ptx:7: invalid PTX (CUDA_ERROR_INVALID_PTX, 218): a fault of the fake"},
				"222": {cuda.InvalidImage, "the PTX is of version 8.5, the driver speaks CUDA 12.4: the driver is too old for PTX ISA 8.5: update it"},
				"209": {cuda.InvalidImage, "the PTX is for sm_90, version 8.5; the device is of compute capability 9.0, the driver speaks CUDA 12.4"},
				"2":   {cuda.OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY, 2"},
				"999": {cuda.DriverBroken, "CUDA_ERROR_UNKNOWN, 999"},
			} {
				t.Run(code, func(t *testing.T) {
					if !inFake(t, library, "RIDGELINE_FAKE_LOAD="+code) {
						return
					}
					_, err := openFake(t).Load(cuda.Image{Name: "fake.ptx", PTX: []byte(fakePTX)})
					assert.True(t, cuda.IsKind(err, want.kind), "%v", err)
					assert.ErrorContains(t, err, want.text)
				})
			}
		})
	}
}

// A context that a kernel has broken says so at every later call, with the
// kernel that broke it.
func TestBrokenContext(t *testing.T) {
	if !inFake(t, newFake, "RIDGELINE_FAKE_WAIT=700") {
		return
	}
	dev := openFake(t)
	l := few(fakeFunction(t, dev, "few"))
	_, err := dev.Launch(t.Context(), l)
	assert.ErrorContains(t, err, "cuStreamQuery few (fake.ptx): illegal address (CUDA_ERROR_ILLEGAL_ADDRESS, 700)")
	_, err = dev.Launch(t.Context(), l)
	assert.True(t, cuda.IsKind(err, cuda.DeviceLost), "%v", err)
	assert.ErrorContains(t, err, "few (fake.ptx): illegal address")
	_, err = dev.Alloc(1)
	assert.True(t, cuda.IsKind(err, cuda.DeviceLost), "%v", err)
	assert.NoError(t, dev.Close())
}

// A refused launch is an error of the launch and leaves the device well.
func TestRefusedLaunch(t *testing.T) {
	if !inFake(t, newFake, "RIDGELINE_FAKE_LAUNCH=701") {
		return
	}
	dev := openFake(t)
	l := few(fakeFunction(t, dev, "few"))
	for range 2 {
		_, err := dev.Launch(t.Context(), l)
		assert.True(t, cuda.IsKind(err, cuda.InvalidValue), "%v", err)
		assert.ErrorContains(t, err, "cuLaunchKernel few (fake.ptx): invalid value (CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701)")
	}
	_, err := dev.Alloc(64)
	assert.NoError(t, err)
}
