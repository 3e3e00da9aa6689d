package cudatest

import (
	"context"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// driver checks what a driver says of its devices.
func driver(b *bed) {
	assert.NotEmpty(b, b.driver.Name())
	devices, err := b.driver.Devices()
	require.NoError(b, err)
	require.NotEmpty(b, devices)
	for i, info := range devices {
		assert.Equal(b, i, info.Index)
		sane(b, info)
	}
	assert.Equal(b, devices[b.index], b.dev.Info())
	for _, index := range []int{-1, len(devices)} {
		_, err := b.driver.Open(index)
		b.wants(err, cuda.NotFound, cuda.InvalidValue)
	}
}

func sane(b *bed, info cuda.Info) {
	assert.NotEmpty(b, info.Name)
	assert.GreaterOrEqual(b, info.ComputeCapability.Number(), 50)
	assert.Positive(b, info.SMCount)
	assert.Equal(b, 32, info.WarpThreads)
	assert.GreaterOrEqual(b, info.MaxThreadsPerBlock, 256)
	assert.GreaterOrEqual(b, info.MaxThreadsPerSM, info.MaxThreadsPerBlock)
	assert.Positive(b, info.MaxBlocksPerSM)
	assert.Positive(b, info.RegistersPerSM)
	assert.GreaterOrEqual(b, info.SharedPerSMBytes, info.SharedPerBlockBytes)
	assert.GreaterOrEqual(b, info.SharedPerBlockOptInBytes, info.SharedPerBlockBytes)
	assert.Positive(b, info.MemoryBytes)
	assert.GreaterOrEqual(b, info.L2Bytes, int64(0))
	assert.GreaterOrEqual(b, info.BusBytesPerSecond(), 0.0)
	assert.Contains(b, []cuda.Provenance{cuda.Measured, cuda.Simulated}, info.Provenance)
	simulated := info.Provenance == cuda.Simulated
	assert.Equal(b, simulated, info.Model != "", "a simulated device names its model, a real one has none")
	assert.Equal(b, simulated, info.SpecSHA256 != "", "a simulated device names its spec, a real one has none")
}

// closed checks that a closed device answers with errors.
func closed(b *bed) {
	p := b.alloc(1, 2, 3)
	l := b.launch("increment", 1, 1, cuda.ArgPtr(p))
	require.NoError(b, b.dev.Close())
	_, err := b.dev.Alloc(64)
	assert.Error(b, err)
	assert.Error(b, b.dev.Free(p))
	assert.Error(b, b.dev.Write(p, make([]byte, 4)))
	assert.Error(b, b.dev.Read(make([]byte, 4), p))
	assert.Error(b, b.dev.Fill(p, []byte{0}, 4))
	_, err = b.dev.Load(image())
	assert.Error(b, err)
	_, err = b.dev.Launch(context.Background(), l)
	assert.Error(b, err)
	_, err = b.dev.Time(context.Background(), l, 1)
	assert.Error(b, err)
	_, _, err = b.dev.Memory()
	assert.Error(b, err)

	again, err := b.driver.Open(b.index)
	require.NoError(b, err, "a closed device can be opened again")
	assert.NoError(b, again.Close())
}
