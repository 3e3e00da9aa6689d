package arch

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func hopperResources() Resources {
	return Resources{WarpThreads: 32, Schedulers: 4, MaxThreads: 2048, MaxBlocks: 32,
		Registers: 65536, RegisterUnit: 256, SharedBytes: 228 << 10, SharedReservedBytes: 1 << 10, SharedUnitBytes: 128}
}

func TestOccupy(t *testing.T) {
	for _, c := range []struct {
		name  string
		needs Needs
		want  Occupancy
	}{
		{"threads", Needs{256, 32, 0}, Occupancy{8, 64, ByThreads}},
		{"blocks", Needs{32, 16, 0}, Occupancy{32, 32, ByBlocks}},
		// 33 registers are 1056 a warp, rounded to 1280: 12 warps a
		// sub-partition of 16384, 48 in all, 6 blocks of 8 warps.
		{"register unit", Needs{256, 33, 0}, Occupancy{6, 48, ByRegisters}},
		// 255 registers are 8160, rounded to 8192: 2 warps a sub-partition.
		{"most registers", Needs{256, 255, 0}, Occupancy{1, 8, ByRegisters}},
		{"too many registers", Needs{1024, 255, 0}, Occupancy{0, 0, ByRegisters}},
		// 100 KiB and the reserved one fit twice into 228 KiB.
		{"shared", Needs{256, 32, 100 << 10}, Occupancy{2, 16, ByShared}},
		// 113 KiB and one are exactly half of 228 KiB, one byte more is not.
		{"shared, exact", Needs{256, 32, 113 << 10}, Occupancy{2, 16, ByShared}},
		{"shared unit", Needs{256, 32, 113<<10 + 1}, Occupancy{1, 8, ByShared}},
		{"too much shared", Needs{256, 32, 228 << 10}, Occupancy{0, 0, ByShared}},
		{"no threads", Needs{0, 32, 0}, Occupancy{0, 0, ByThreads}},
		{"part of a warp", Needs{33, 32, 0}, Occupancy{32, 64, ByThreads}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, Occupy(hopperResources(), c.needs))
		})
	}
}

func TestOccupyNeverGrowsWithNeeds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := Needs{
			Threads:            rapid.IntRange(1, 1024).Draw(t, "threads"),
			RegistersPerThread: rapid.IntRange(0, 255).Draw(t, "registers"),
			SharedBytes:        rapid.Int64Range(0, 228<<10).Draw(t, "shared"),
		}
		more := n
		more.RegistersPerThread += rapid.IntRange(0, 40).Draw(t, "more registers")
		more.SharedBytes += rapid.Int64Range(0, 9999).Draw(t, "more shared")
		r := hopperResources()
		a, b := Occupy(r, n), Occupy(r, more)
		if b.BlocksPerSM > a.BlocksPerSM {
			t.Fatalf("%+v holds %d blocks, %+v %d", n, a.BlocksPerSM, more, b.BlocksPerSM)
		}
		if a.WarpsPerSM*32 > r.MaxThreads || a.BlocksPerSM > r.MaxBlocks {
			t.Fatalf("%+v: %+v is over the limits", n, a)
		}
	})
}
