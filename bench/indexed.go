package bench

import (
	"encoding/binary"
	"math/rand/v2"
)

const (
	granuleAxis = "granule_bytes"
	orderAxis   = "shuffled"

	sectorBytes = 32
	// windowSectors are the sectors that a list of indices names, each once: the
	// memory of gather and scatter is made of windows of so many.
	windowSectors = 1 << 18
	windowBytes   = windowSectors * sectorBytes
	windowChunks  = windowSectors * wordBytes / chunkBytes // of the list
)

// indexedAxes are those of the cases that go by a list of indices.
func indexedAxes() []Axis {
	return []Axis{
		{Name: granuleAxis, Unit: "B", Values: []int64{4, 8, 16, 32},
			Meaning: "bytes that are used of each sector of 32 bytes"},
		{Name: orderAxis, Unit: "", Values: []int64{0, 1},
			Meaning: "0: the list rises by a sector at a time; 1: the sectors of 8 MiB at a time are shuffled"},
	}
}

// granules are what a launch does with a list of indices.
type granules struct {
	shape
	bytes int64 // of a granule
}

func granulesOf(a axes, s shape) granules { return granules{s, a[granuleAxis]} }

// lanes that share a granule.
func (g granules) lanes() int { return int(max(1, g.bytes/16)) }

// words of a lane's part of a granule.
func (g granules) words() int { return int(min(g.bytes, 16)) / wordBytes }

// ofThread are the granules of a thread in a trip.
func (g granules) ofThread() int {
	if g.bytes >= 16 {
		return 4
	}
	return 8
}

// ofBlock are the granules of a block in a trip.
func (g granules) ofBlock() int { return g.ofThread() * blockThreads / g.lanes() }

// all are the granules of a launch.
func (g granules) all() int64 { return int64(g.grid) * int64(g.trips) * int64(g.ofBlock()) }

// sectorBytes is the memory that they lie in: whole windows, about.
func (g granules) sectorBytes() int64 { return g.all()*sectorBytes + windowBytes }

// windows of that memory that a launch touches.
func (g granules) windows() int { return int((g.all() + windowSectors - 1) / windowSectors) }

// sector gives where granule i lies, as the number of its sector.
func (g granules) sector(list []uint32, i int) int {
	return i/windowSectors*windowSectors + int(list[i%windowSectors])
}

// indices is the list of a launch, a word for each granule.
func indices() feed {
	return feed{
		key: func(a axes, _ shape) inputKey {
			return inputKey{kind: indicesInput, chunks: windowChunks, shuffled: a[orderAxis] == 1}
		},
		bytes: func(a axes, s shape) int64 { return granulesOf(a, s).all() * wordBytes },
	}
}

// makeIndices lists the sectors of a window.
func (k inputKey) makeIndices(rng *rand.Rand) input {
	list := make([]uint32, windowSectors)
	for i := range list {
		list[i] = uint32(i)
	}
	if k.shuffled {
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return ofWords(list)
}

// appendWords appends words as the device has them.
func appendWords(to []byte, words ...uint32) []byte {
	for _, w := range words {
		to = binary.LittleEndian.AppendUint32(to, w)
	}
	return to
}
