package bench

import (
	"ridgeline/cuda"
	"ridgeline/results"
)

// The launch shape that every kernel is written for (kernels/common.cuh): blocks
// of 256 threads, and memory in chunks of 16 KiB, of which block b of a grid of G
// takes the chunks b, b+G, b+2G, ..., one in each trip. A thread loads four
// vectors of 16 bytes from a chunk.
const (
	blockThreads = 256
	vectors      = 4
	vectorWords  = 4
	vectorBytes  = 16
	chunkBytes   = blockThreads * vectors * vectorBytes
	chunkWords   = chunkBytes / wordBytes
	wordBytes    = 4
)

// shape is how a kernel is launched.
type shape struct {
	grid        int // blocks
	blocksPerSM int // of them resident on an SM at a time
	trips       int
}

func (s shape) threads() int64 { return int64(s.grid) * blockThreads }

// chunkedBytes is the size of a buffer of which every block takes a chunk a
// trip.
func (s shape) chunkedBytes() int64 { return int64(s.grid) * int64(s.trips) * chunkBytes }

// threadBytes is the size of a buffer with one word for each thread.
func (s shape) threadBytes() int64 { return s.threads() * wordBytes }

func (s shape) launch(f cuda.Function, args []cuda.Arg) cuda.Launch {
	return cuda.Launch{Function: f, Grid: cuda.D1(s.grid), Block: cuda.D1(blockThreads), Args: args}
}

func (s shape) record() *results.Launch {
	return &results.Launch{
		Grid:        [3]int{s.grid, 1, 1},
		Block:       [3]int{blockThreads, 1, 1},
		BlocksPerSM: s.blocksPerSM,
	}
}
