//go:build cuda && linux

package nvidia_test

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia"
)

// round loads, launches, times and frees on a device.
func round(t *testing.T, dev cuda.Device) {
	m, err := dev.Load(cuda.Image{Name: "fake.ptx", PTX: []byte(fakePTX)})
	require.NoError(t, err)
	f, err := m.Function("few")
	require.NoError(t, err)
	p, err := dev.Alloc(4096)
	require.NoError(t, err)
	require.NoError(t, dev.Write(p, make([]byte, 4096)))
	_, err = dev.Launch(t.Context(), few(f))
	require.NoError(t, err)
	for range 2 { // the second makes a graph
		_, err = dev.Time(t.Context(), few(f), 20)
		require.NoError(t, err)
	}
	require.NoError(t, dev.Free(p))
	require.NoError(t, m.Unload())
}

// Thousands of rounds leave neither handles nor memory behind.
func TestRoundsLeaveNothing(t *testing.T) {
	if !inFake(t, newFake) {
		return
	}
	dev := openFake(t)
	for range 2000 {
		round(t, dev)
	}
	before, resident := askFake(t), residentKiB(t)
	for range 20_000 {
		round(t, dev)
	}
	assert.Equal(t, before.OpenHandles, askFake(t).OpenHandles)
	// A round that left 200 bytes would leave 3.8 MiB; what Go's heap moves by is less.
	assert.Less(t, residentKiB(t)-resident, 3<<10, "KiB of growth")
	require.NoError(t, dev.Close())
	assert.Zero(t, askFake(t).OpenHandles)
	assert.Zero(t, askFake(t).Strays)
}

func residentKiB(t *testing.T) int {
	t.Helper()
	debug.FreeOSMemory()
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(status), "VmRSS:")
	require.True(t, found)
	kib, err := strconv.Atoi(strings.Fields(rest)[0])
	require.NoError(t, err)
	return kib
}

// Several devices at a time, each used by goroutines that the scheduler moves
// from thread to thread: the right context is current at every call.
func TestThreads(t *testing.T) {
	if !inFake(t, newFake) {
		return
	}
	driver, err := nvidia.Open()
	require.NoError(t, err)
	var all sync.WaitGroup
	for range 8 {
		dev, err := driver.Open(0)
		require.NoError(t, err)
		all.Go(func() {
			for range 200 {
				done := make(chan struct{})
				go func() { defer close(done); round(t, dev) }()
				<-done
			}
			assert.NoError(t, dev.Close())
		})
	}
	all.Wait()
	assert.Zero(t, askFake(t).Strays)
	assert.Zero(t, askFake(t).OpenHandles)
}
