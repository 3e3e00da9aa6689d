package bench

import (
	"ridgeline/cuda"
	"ridgeline/results"
)

// The launch shape that nearly every kernel is written for (kernels/common.cuh):
// blocks of 256 threads, and memory in chunks of 16 KiB, of which block b of a
// grid of G takes the chunks b, b+G, b+2G, ..., one in each trip.
const (
	blockThreads = 256
	chunkBytes   = blockThreads * 64
	chunkWords   = chunkBytes / wordBytes
	wordBytes    = 4
	warpThreads  = 32
)

// shape is how a kernel is launched.
type shape struct {
	grid        int   // blocks
	columns     int   // blocks along x of a grid of two dimensions; 0 is all of them
	block       int   // threads of a block; 0 is blockThreads
	blocksPerSM int   // resident on an SM at a time
	sharedBytes int64 // dynamic, of a block
	trips       int
	setChunks   int // of the set that is walked through again and again; 0 is none
	// leastSeconds is how long a launch of it should take.
	leastSeconds float64
}

// threads of a block.
func (s shape) threads() int {
	if s.block == 0 {
		return blockThreads
	}
	return s.block
}

// allThreads are the threads of the grid.
func (s shape) allThreads() int64 { return int64(s.grid) * int64(s.threads()) }

// warpsPerSM are the warps resident on an SM at a time.
func (s shape) warpsPerSM() int64 {
	return int64(s.blocksPerSM) * int64((s.threads()+warpThreads-1)/warpThreads)
}

// chunkedBytes is the size of a buffer of which every block takes a chunk a
// trip.
func (s shape) chunkedBytes() int64 { return int64(s.grid) * int64(s.trips) * chunkBytes }

// setBytes is the size of the set that is walked through again and again.
func (s shape) setBytes() int64 { return int64(s.setChunks) * chunkBytes }

// threadBytes is the size of a buffer with a word for each thread of a full
// block.
func (s shape) threadBytes() int64 { return int64(s.grid) * blockThreads * wordBytes }

// writtenBytes are the words that the threads write, one each.
func (s shape) writtenBytes() float64 { return float64(s.allThreads() * wordBytes) }

func (s shape) extent() cuda.Dim3 {
	if s.columns == 0 {
		return cuda.D1(s.grid)
	}
	return cuda.Dim3{X: s.columns, Y: s.grid / s.columns, Z: 1}
}

func (s shape) launch(f cuda.Function, args []cuda.Arg) cuda.Launch {
	return cuda.Launch{Function: f, Grid: s.extent(), Block: cuda.D1(s.threads()), DynamicSharedBytes: s.sharedBytes, Args: args}
}

func (s shape) record() *results.Launch {
	grid := s.extent()
	return &results.Launch{
		Grid:               [3]int{grid.X, grid.Y, grid.Z},
		Block:              [3]int{s.threads(), 1, 1},
		BlocksPerSM:        s.blocksPerSM,
		DynamicSharedBytes: s.sharedBytes,
	}
}
