//go:build cuda && linux

package bridge_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/cudatest"
	"ridgeline/cuda/nvidia"
	"ridgeline/cuda/nvidia/bridge"
	"ridgeline/cuda/virtual"
)

// The suite that every driver must pass passes through cu, the marshalling and
// the C table, with nothing but what the driver API can say.
func TestConformance(t *testing.T) {
	for _, sku := range []string{"h100-sxm", "t4"} {
		t.Run(sku, func(t *testing.T) {
			cudatest.Conformance(t, func(t *testing.T) cuda.Driver {
				return through(t, sku, bridge.Options{Mute: true, Watchdog: time.Minute})
			})
		})
	}
}

// through is the driver of a virtual GPU, seen through the CUDA driver API.
func through(t *testing.T, sku string, options bridge.Options) cuda.Driver {
	t.Helper()
	v, err := virtual.Open(sku)
	require.NoError(t, err)
	require.NoError(t, bridge.Plug(v, options))
	d, err := nvidia.OpenTable()
	require.NoError(t, err)
	return d
}
