package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

// A shuffled list and a rising one name each sector of a window once.
func TestIndicesNameEachSectorOnce(t *testing.T) {
	for _, shuffled := range []bool{false, true} {
		list := inputKey{kind: indicesInput, shuffled: shuffled, seed: 2}.make().words
		require.Len(t, list, windowSectors)
		seen, rising := make([]bool, windowSectors), true
		for i, s := range list {
			require.False(t, seen[s], "sector %d", s)
			seen[s] = true
			rising = rising && int(s) == i
		}
		assert.Equal(t, !shuffled, rising)
	}
}

// A launch over two windows is right, and a kernel that goes through the first one
// twice is found out.
func TestWindowsAreToldApart(t *testing.T) {
	dev := openVirtual(t, "t4")
	for _, name := range []string{"gather/read", "scatter/write"} {
		c := selected(t, name)[0]
		p := smallPoint{c, axes{granuleAxis: 32, orderAxis: 1}, shape{grid: 260, blocksPerSM: 1, trips: 2}}
		require.Equal(t, 2, granulesOf(p.a, p.s).windows())
		e := newEngine(dev, library(t), Options{Seed: 1})
		requirePassed(t, p.verified(t, e))
		require.NoError(t, e.close(nil))
		first := mutation{"every window the first", `mul\.wide\.u32\s+(%rd\d+), (%r\d+), 8388608;`, "mov.u64 $1, 0;"}
		e = newEngine(mutant{dev, func(ptx []byte) []byte { return mutate(t, name, ptx, c.recipe.symbol(p.a), first) }}, library(t), Options{Seed: 1})
		assert.False(t, p.verified(t, e).Verification.Passed, name)
		require.NoError(t, e.close(nil))
	}
}

func countGather(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	g := granulesOf(p.a, p.s)
	n, blocks := int(g.all()), p.s.grid
	requests, perIndex := n*g.lanes()/warpThreads, sectorBytes/wordBytes
	load := count(2*requests, n*(int(g.bytes)+g.lanes()*wordBytes), n+n/perIndex, 0, 0)
	requireTraffic(t, p, r, map[string]results.Traffic{
		"global_load": load, "global_store": count(8*blocks, 1024*blocks, 32*blocks, 0, 0),
	})
}

func countScatter(t *testing.T, p smallPoint, r *results.Record) {
	t.Helper()
	g := granulesOf(p.a, p.s)
	n := int(g.all())
	requests, perIndex := n*g.lanes()/warpThreads, sectorBytes/wordBytes
	requireTraffic(t, p, r, map[string]results.Traffic{
		"global_load":  count(requests, n*g.lanes()*wordBytes, n/perIndex, 0, 0),
		"global_store": count(requests, n*int(g.bytes), n, 0, 0),
	})
}
