// Package spec reads the files that say what a virtual GPU is: one JSON file
// per SKU, complete and explicit, every value with its source.
//
// The reader is strict: an unknown key, a missing field, a wrong type or
// numbers that cannot be together are one clear error that names the file, the
// field, its value and what is expected.
package spec

import "ridgeline/cuda"

// Format is the version of the file format.
const Format = "ridgeline-vgpu-spec/1"

// WarpThreads is the width of a warp, the same on every architecture.
const WarpThreads = 32

// Spec is a virtual SKU. The tags give the bounds that the reader checks.
type Spec struct {
	Format            string  `json:"format"`
	Name              string  `json:"name"`
	ComputeCapability string  `json:"compute_capability"`
	SMCount           int     `json:"sm_count" min:"1" max:"4096"`
	SMClockMHz        float64 `json:"sm_clock_mhz" min:"10" max:"10000"`
	SM                SM      `json:"sm"`
	Pipes             Pipes   `json:"pipes"`
	// Tensor is nil where the chip has no tensor cores.
	Tensor  *Tensor           `json:"tensor" optional:"true"`
	L1      L1                `json:"l1"`
	Shared  Shared            `json:"shared"`
	L2      L2                `json:"l2"`
	Memory  Memory            `json:"memory"`
	Launch  Launch            `json:"launch"`
	Limits  Limits            `json:"limits"`
	Sources map[string]string `json:"sources" optional:"true"`

	file   string
	text   []byte
	sha256 string
}

// SM is the front end of a streaming multiprocessor.
type SM struct {
	// Schedulers is the number of sub-cores; each issues at most one warp
	// instruction in a cycle.
	Schedulers int `json:"schedulers" min:"1" max:"16"`
	// StoreQueue is how many warp stores may wait for L2 and memory.
	StoreQueue int `json:"store_queue" min:"1" max:"65536"`
}

// Pipe is an execution pipe. Lanes are threads a cycle over the whole SM;
// latency is from issue to the use of the result.
type Pipe struct {
	Lanes         int `json:"lanes" min:"1" max:"4096"`
	LatencyCycles int `json:"latency_cycles" min:"1" max:"10000"`
}

// FMA is the pipe of fp32 and of integer multiplication.
type FMA struct {
	Lanes int `json:"lanes" min:"1" max:"4096"`
	// IntegerLanes are those that can multiply integers; 0 is all of them.
	IntegerLanes  int `json:"integer_lanes" min:"1" max:"4096" optional:"true"`
	LatencyCycles int `json:"latency_cycles" min:"1" max:"10000"`
}

// Multiplies is the pipe as an integer multiplication finds it.
func (f FMA) Multiplies() Pipe {
	lanes := f.Lanes
	if f.IntegerLanes > 0 {
		lanes = min(lanes, f.IntegerLanes)
	}
	return Pipe{Lanes: lanes, LatencyCycles: f.LatencyCycles}
}

// Floats is the pipe as an fp32 instruction finds it.
func (f FMA) Floats() Pipe { return Pipe{Lanes: f.Lanes, LatencyCycles: f.LatencyCycles} }

// Pipes are the execution pipes. LSU is one for the SM, and its latency is that
// of instructions without memory, such as shuffles; every other pipe is split
// over the sub-cores.
type Pipes struct {
	FMA    FMA  `json:"fma"`
	ALU    Pipe `json:"alu"`
	FP64   Pipe `json:"fp64"`
	FP16   Pipe `json:"fp16"`
	XU     Pipe `json:"xu"`
	LSU    Pipe `json:"lsu"`
	Branch Pipe `json:"branch"`
}

// L1 is the first-level cache, which shares its memory with shared memory.
type L1 struct {
	UnifiedBytes  int64 `json:"unified_bytes" min:"1024" max:"1073741824"`
	LatencyCycles int   `json:"latency_cycles" min:"1" max:"10000"`
	BytesPerCycle int   `json:"bytes_per_cycle" min:"1" max:"65536"`
}

// Shared is the shared memory.
type Shared struct {
	LatencyCycles int `json:"latency_cycles" min:"1" max:"10000"`
	BytesPerCycle int `json:"bytes_per_cycle" min:"1" max:"65536"`
}

// L2 is the second-level cache. Latencies count from issue, the L1 included.
type L2 struct {
	Bytes              int64   `json:"bytes" min:"4096" max:"1073741824"`
	LatencyCycles      int     `json:"latency_cycles" min:"1" max:"10000"`
	BytesPerCycle      float64 `json:"bytes_per_cycle" above:"0" max:"1000000000"`
	BytesPerCyclePerSM float64 `json:"bytes_per_cycle_per_sm" above:"0" max:"1000000"`
}

// Memory is the device memory. Latency counts from issue, L1 and L2 included.
type Memory struct {
	Type              string  `json:"type"`
	Bytes             int64   `json:"bytes" min:"1048576" max:"1125899906842624"`
	ClockMHz          float64 `json:"clock_mhz" above:"0" max:"1000000"`
	TransfersPerClock float64 `json:"transfers_per_clock" above:"0" max:"64"`
	BusWidthBits      int     `json:"bus_width_bits" min:"8" max:"1048576"`
	// Efficiency is the part of the bus limit that can be reached.
	Efficiency    float64 `json:"efficiency" above:"0" max:"1"`
	LatencyCycles int     `json:"latency_cycles" min:"1" max:"10000"`
}

// Launch is what a kernel costs besides its cycles.
type Launch struct {
	OverheadSeconds float64 `json:"overhead_seconds" min:"0" max:"0.001"` // in the time of the kernel itself
	GapSeconds      float64 `json:"gap_seconds" min:"0" max:"0.001"`      // from one kernel of a stream to the next
}

// Limits are what an SM and a block can hold.
type Limits struct {
	ThreadsPerSM                int   `json:"threads_per_sm" min:"32" max:"8192"`
	BlocksPerSM                 int   `json:"blocks_per_sm" min:"1" max:"256"`
	ThreadsPerBlock             int   `json:"threads_per_block" min:"32" max:"8192"`
	RegistersPerSM              int   `json:"registers_per_sm" min:"1024" max:"16777216"`
	RegistersPerThread          int   `json:"registers_per_thread" min:"16" max:"4096"`
	RegisterUnit                int   `json:"register_unit" min:"1" max:"65536"`
	SharedPerSMBytes            int64 `json:"shared_per_sm_bytes" min:"0" max:"1073741824"`
	SharedPerBlockBytes         int64 `json:"shared_per_block_bytes" min:"0" max:"1073741824"`
	SharedPerBlockOptInBytes    int64 `json:"shared_per_block_opt_in_bytes" min:"0" max:"1073741824"`
	SharedReservedPerBlockBytes int64 `json:"shared_reserved_per_block_bytes" min:"0" max:"1048576"`
	SharedUnitBytes             int64 `json:"shared_unit_bytes" min:"1" max:"1048576"`
}

// File is the path or the embedded name that the spec was read from.
func (s *Spec) File() string { return s.file }

// SHA256 is the digest of the file's bytes, in hex.
func (s *Spec) SHA256() string { return s.sha256 }

// Capability is the compute capability; the reader has checked its writing.
func (s *Spec) Capability() cuda.ComputeCapability {
	c, _ := parseCapability(s.ComputeCapability)
	return c
}

// ClockHz is the SM clock in cycles a second.
func (s *Spec) ClockHz() float64 { return s.SMClockMHz * 1e6 }

// BusBytesPerSecond is the most that the memory bus can move.
func (m Memory) BusBytesPerSecond() float64 {
	return m.ClockMHz * 1e6 * m.TransfersPerClock * float64(m.BusWidthBits) / 8
}
