// Package cudatest proves drivers, and spoils them on purpose.
//
// Conformance is one suite that any driver must pass: what package cuda says of
// a call, each driver must do. Check is the same suite for a program. Wrap puts
// faults over any driver (noise, a wrong result, a lost device, no memory), for
// testing what stands above the seam.
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
	for _, part := range suite() {
		t.Run(part.name, func(t *testing.T) { part.on(t, open(t), 0) })
	}
}

// part is one question of the suite.
type part struct {
	name string
	ask  func(*bed)
}

// suite lists the parts. The last leaves a kernel behind that a real GPU cannot
// end.
func suite() []part {
	return []part{
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
		{"closed", closed},
		{"endless", endless},
	}
}

// on asks a device that is opened for this part alone.
func (p part) on(t T, d cuda.Driver, index int) {
	t.Helper()
	dev, err := d.Open(index)
	require.NoError(t, err)
	p.ask(&bed{T: t, driver: d, index: index, dev: dev})
	// A device that a kernel broke may refuse to close in peace.
	_ = dev.Close()
}
