//go:build long

package bench

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
)

// ring is a chain of loads through one level of memory.
type ring struct {
	entry        string
	nodes, apart int // bytes
	hops         int
}

// rings are those of each level: of L1 and L2 sets that they surely hold, of
// memory a node in each page of a set that no L2 holds, met once.
func rings() map[string]ring {
	return map[string]ring{
		"l1":     {"ca", 128, 128, 4096},
		"l2":     {"cg", 8192, 128, 8192},
		"memory": {"cg", 4096, 64 << 10, 2048},
		"shared": {"shared", 1, 8, 4096},
	}
}

// chaseCycles is the time of a load that waits for the one before: what so many
// more of them take.
func chaseCycles(t *testing.T, dev cuda.Device, level string) float64 {
	t.Helper()
	r, ok := rings()[level]
	require.True(t, ok, level)
	name := filepath.Join(publishedFolder, "chase.ptx")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	module, err := dev.Load(cuda.Image{Name: name, PTX: text})
	require.NoError(t, err)
	f, err := module.Function(r.entry)
	require.NoError(t, err)
	start, out := layRing(t, dev, r), alloc(t, dev, 8)
	cycles := func(hops int) float64 {
		w, err := dev.Time(t.Context(), cuda.Launch{Function: f, Grid: cuda.D1(1), Block: cuda.D1(1),
			Args: []cuda.Arg{cuda.ArgPtr(start), cuda.ArgPtr(out), cuda.ArgU32(uint32(hops))}}, 1)
		require.NoError(t, err)
		return w.CyclesPerLaunch
	}
	return (cycles(2*r.hops) - cycles(r.hops)) / float64(r.hops)
}

// layRing writes the chain, and gives the address of its first node.
func layRing(t *testing.T, dev cuda.Device, r ring) cuda.Ptr {
	t.Helper()
	base := alloc(t, dev, int64(r.nodes*r.apart))
	for i := range r.nodes {
		const step = 7919 // a prime, so that neighbours are not met one after the other
		from, to := i*step%r.nodes, (i+1)*step%r.nodes
		require.NoError(t, dev.Write(base+cuda.Ptr(from*r.apart), binary.LittleEndian.AppendUint64(nil, uint64(base)+uint64(to*r.apart))))
	}
	return base
}

func alloc(t *testing.T, dev cuda.Device, bytes int64) cuda.Ptr {
	t.Helper()
	p, err := dev.Alloc(bytes)
	require.NoError(t, err)
	return p
}
