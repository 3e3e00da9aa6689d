// Package cudatest proves drivers, and spoils them on purpose.
//
// Conformance is one suite that any driver must pass: what package cuda says of
// a call, each driver must do. Wrap puts faults over any driver (noise, a wrong
// result, a lost device, no memory), for testing what stands above the seam.
package cudatest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// Conformance checks the first device of a driver against the words of package
// cuda. open is called for each part of the suite, because a kernel that fails
// may take its device with it.
func Conformance(t *testing.T, open func(t *testing.T) cuda.Driver) {
	parts := []struct {
		name string
		run  func(*bed)
	}{
		{"driver", driver},
		{"memory", memory},
		{"copies", copies},
		{"module", module},
		{"function", function},
		{"arguments", arguments},
		{"kernels", kernels},
		{"shapes", shapes},
		{"repeats", repeats},
		{"window", window},
		{"faults", faults},
		{"endless", endless},
		{"closed", closed},
	}
	for _, part := range parts {
		t.Run(part.name, func(t *testing.T) {
			d := open(t)
			dev, err := d.Open(0)
			require.NoError(t, err)
			part.run(&bed{T: t, driver: d, dev: dev})
			// A device that a kernel broke may refuse to close in peace.
			_ = dev.Close()
		})
	}
}
