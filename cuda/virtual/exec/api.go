package exec

import (
	"context"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/ptx"
)

// Compile decodes a parsed module. An instruction, type or directive that
// cannot be executed is a *cuda.Error of kind Unsupported or InvalidImage,
// naming the instruction and its line.
func Compile(m *ptx.Module) (*Module, error) { panic("stub") }

// Module is a decoded module.
type Module struct{}

// Kernels gives the entries in the order of the text.
func (m *Module) Kernels() []*Kernel { panic("stub") }

// Bind lays out the module's .global and .const variables in device memory.
// It must be called once, before a kernel of the module runs.
func (m *Module) Bind(mem *Memory) error { panic("stub") }

// Kernel is a decoded entry.
type Kernel struct {
	Name        string
	Params      []Param
	ParamBytes  int
	SharedBytes int64 // static, a block
	LocalBytes  int64 // declared .local, a thread
	// RegisterEstimate is the number of 32-bit registers a thread that the
	// assembler would use, estimated from liveness.
	RegisterEstimate int
	// Slots is the number of scoreboard slots that Meta.Dst and Src name.
	Slots      int
	MaxThreads int // from .maxntid or .reqntid; 0 where absent
}

// Param is a kernel parameter in the parameter space.
type Param struct {
	Name                string
	Offset, Size, Align int
}

// Memory is the device memory: pages that exist once they are touched, and
// allocations with red zones between them.
type Memory struct{}

// NewMemory makes an empty memory of so many bytes.
func NewMemory(totalBytes int64) *Memory { panic("stub") }

// Alloc, Free, Read, Write, Fill and Usage serve the device's methods of like
// name. Allocations begin at multiples of PageBytes.
func (m *Memory) Alloc(bytes int64) (cuda.Ptr, error)                  { panic("stub") }
func (m *Memory) Free(p cuda.Ptr) error                                { panic("stub") }
func (m *Memory) Read(dst []byte, src cuda.Ptr) error                  { panic("stub") }
func (m *Memory) Write(dst cuda.Ptr, src []byte) error                 { panic("stub") }
func (m *Memory) Fill(dst cuda.Ptr, pattern []byte, bytes int64) error { panic("stub") }
func (m *Memory) Usage() (freeBytes, totalBytes int64)                 { panic("stub") }

// PageBytes is the grain of memory tracking.
const PageBytes = 64 << 10

// Overlay is a view whose writes stay in the view: a timing model runs in one
// without changing the memory. It must not be used while the base changes.
func (m *Memory) Overlay() *Memory { panic("stub") }

// Version counts the changes of a page: by Write, Fill, Alloc, Free or a
// kernel. page is an address divided by PageBytes.
func (m *Memory) Version(page uint64) uint64 { panic("stub") }

// Launch is what to run.
type Launch struct {
	Kernel             *Kernel
	Grid, Block        cuda.Dim3
	DynamicSharedBytes int64
	Params             []byte // the parameter space, ParamBytes long
}

// Options is how to run a grid.
type Options struct {
	// Workers is the number of goroutines; 1 is serial, 0 as many as cores.
	// The results do not depend on it for kernels without global atomics on
	// floats and without data races.
	Workers int
	// Blocks are the linear indices of the blocks to run, rising; nil is all.
	Blocks []int
	// SMCount is what %nsmid says.
	SMCount int
	// BudgetInstructions ends the launch with a LaunchTimeout error after so
	// many warp instructions; 0 is none.
	BudgetInstructions uint64
}

// Result is what a run did.
type Result struct {
	Counters cuda.Counters
	// ReadPages and WrittenPages are the pages touched, rising.
	ReadPages, WrittenPages []uint64
	// LaneInstructions executed, of the blocks that ran; Counters has the same
	// number, and neither is scaled.
	Blocks int
}

// Run executes a grid functionally.
func Run(ctx context.Context, mem *Memory, l Launch, o Options) (Result, error) { panic("stub") }

// Block is one block, to be stepped by a timing model.
type Block struct{}

// Hooks are what a stepped block asks of the timing model.
type Hooks struct {
	SM         int
	SMCount    int
	Clock      func() uint64 // SM cycles, for %clock64
	GlobalTime func() uint64 // nanoseconds, for %globaltimer
}

// NewBlock makes the block with this linear index ready to run.
func NewBlock(mem *Memory, l Launch, index int, h Hooks) (*Block, error) { panic("stub") }

// Warps gives the warps in order; they are valid as long as the block is.
func (b *Block) Warps() []*Warp { panic("stub") }

// Counters is what the block counted up to now.
func (b *Block) Counters() cuda.Counters { panic("stub") }

// Warp is a warp of a stepped block.
type Warp struct{}

// Status tells whether the warp can go on. A Blocked warp becomes Running when
// the last warp arrives at its barrier.
func (w *Warp) Status() Status { panic("stub") }

// Peek gives the instruction that Step would execute next, without executing
// it. It is valid only while the warp is Running.
func (w *Warp) Peek() *Meta { panic("stub") }

// Step executes one warp instruction and fills s.
func (w *Warp) Step(s *Step) error { panic("stub") }
