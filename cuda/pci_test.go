package cuda_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// The drivers write the same address in several forms, and cards of different
// domains may stand at the same bus number.
func TestNormalPCIBusID(t *testing.T) {
	for _, c := range []struct{ id, want string }{
		{"00000000:1B:00.0", "00000000:1b:00.0"},
		{"0000:1b:00.0", "00000000:1b:00.0"},
		{"0001:1b:00.0", "00000001:1b:00.0"},
		{"0000000F:01:00.0", "0000000f:01:00.0"},
		{"000f:01:00.0", "0000000f:01:00.0"},
		{"1b:00.0", "00000000:1b:00.0"},
		{"0000:65:00", "00000000:65:00.0"},
		{"FFFFFFFF:FF:1F.7", "ffffffff:ff:1f.7"},
		{" 0000:01:00.0\n", "00000000:01:00.0"},
	} {
		got, err := cuda.NormalPCIBusID(c.id)
		require.NoError(t, err, c.id)
		assert.Equal(t, c.want, got, c.id)
		again, err := cuda.NormalPCIBusID(got)
		require.NoError(t, err)
		assert.Equal(t, got, again)
	}
}

func TestNormalPCIBusIDRefuses(t *testing.T) {
	for _, id := range []string{
		"", "1b", "0:0:0:0.0", "0000:1b:20.0", "0000:1b:00.8", "0000:100:00.0", "100000000:00:00.0", "0000:xy:00.0", "0000:-1:00.0", "GPU-1:2:3.0",
	} {
		_, err := cuda.NormalPCIBusID(id)
		assert.ErrorContains(t, err, "is not domain:bus:device.function", "%q", id)
	}
}

func FuzzNormalPCIBusID(f *testing.F) {
	f.Add("00000000:1B:00.0")
	f.Add("1b:00")
	f.Fuzz(func(t *testing.T, id string) {
		normal, err := cuda.NormalPCIBusID(id)
		if err != nil {
			return
		}
		again, err := cuda.NormalPCIBusID(normal)
		require.NoError(t, err)
		require.Equal(t, normal, again)
	})
}
