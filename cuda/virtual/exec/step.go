package exec

// Pipe is the execution pipe of an instruction.
type Pipe uint8

// Pipes of an SM. PipeNone is for instructions that become no machine
// instruction of their own, such as ld.param, cvta and moves of constants.
const (
	PipeNone Pipe = iota
	PipeFMA       // fp32 add, mul, fma; integer multiply
	PipeALU       // integer add, logic, shift, compare, select, min, max
	PipeFP64
	PipeFP16 // packed half
	PipeXU   // transcendental functions, most conversions, popc
	PipeLSU  // loads, stores, atomics, shuffles
	PipeTensor
	PipeBranch // branches, barriers, exit
	PipeCount
)

// String gives the name that counters use.
func (p Pipe) String() string {
	return [...]string{"none", "fma", "alu", "fp64", "fp16", "xu", "lsu", "tensor", "branch"}[p]
}

// Space is where a memory instruction goes, after a generic address has been
// resolved.
type Space uint8

// Address spaces.
const (
	SpaceNone Space = iota
	SpaceGlobal
	SpaceShared
	SpaceLocal
	SpaceConst
	SpaceParam
)

// Meta is what is known of an instruction before it runs.
type Meta struct {
	Pipe Pipe
	// Issues is how many machine instructions it stands for, by the documented
	// expansion table (add.s64 is 2).
	Issues int
	// Dst and Src are scoreboard slots: each 32-bit register is one, a 64-bit
	// register has one of its own, predicates follow after the registers.
	Dst, Src []uint16
	Line     int    // in the PTX, from 1
	Source   string // "file:line" of the source, as .loc says; "" where it does not
	Text     string // as written
	Op       string // opcode and modifiers, such as "fma.rn.f32"
	// Integers is true where the instruction multiplies integers on PipeFMA, which not
	// all lanes of the pipe can.
	Integers bool
	// TensorFLOPs are the operations of the whole warp instruction, 2*M*N*K,
	// where Pipe is PipeTensor, and TensorPath is the path that counts them,
	// such as "tc.fp16.fp32"; 0 and "" elsewhere.
	TensorFLOPs int
	TensorPath  string
	// Async is what the instruction does with asynchronous copies (cp.async).
	// A copy reads global memory and writes shared memory: its Access is that
	// of the load, with Passes for the store; of the store alone where no lane
	// reads anything. It has no Dst; who needs the data
	// waits with AsyncWait until all but the AsyncPending youngest groups of
	// the warp have arrived; AsyncWaitAll also waits for copies not committed.
	Async        Async
	AsyncPending int
	// TensorSharedBytes are what shared memory brings for a tensor instruction, for the
	// four warps of a wgmma.mma_async together.
	TensorSharedBytes int
}

// Async is a part in asynchronous copying.
type Async uint8

// Parts in asynchronous copying.
const (
	AsyncNone    Async = iota
	AsyncCopy          // cp.async
	AsyncCommit        // closes a group
	AsyncWait          // cp.async.wait_group
	AsyncWaitAll       // cp.async.wait_all
	// Of multiplications that go on beside the warp, likewise.
	MultiplyIssue  // wgmma.mma_async
	MultiplyCommit // wgmma.commit_group
	MultiplyWait   // wgmma.wait_group
)

// Status is whether a warp can go on.
type Status uint8

// States of a warp.
const (
	Running Status = iota
	Blocked        // waits at a barrier for other warps
	Exited
)

// Access is the memory side of an executed instruction.
type Access struct {
	Space  Space
	Store  bool
	Atomic bool
	Bytes  int // that the lanes asked for, summed
	// Sectors are the distinct 32-byte sector numbers (address >> 5) touched,
	// in global or local memory. The slice is valid until the next step.
	Sectors []uint64
	// Written are the bytes that a store to global memory writes of each of its
	// sectors, a bit for each byte; nil is all of them.
	Written []uint32
	// Operations are the words that an atomic instruction changes, Serial the most
	// lanes that go to one of them; a compare-and-swap counts twice in both.
	Operations, Serial int
	// Passes through shared memory, or different words of constant memory.
	Passes int
	// BypassL1 is true for .cg, .cv, volatile and the like.
	BypassL1 bool
}

// TensorWork is what an instruction has to do with what the tensor cores do beside the
// warps (tcgen05); zero of others.
type TensorWork struct {
	// Path and FLOPs are those of a tcgen05.mma, 2*M*N*K, with the rows that it leaves
	// idle; SharedBytes is what it, or a copy, reads.
	Path        string
	FLOPs       int
	SharedBytes int
	// Commit is true of what arrives at a barrier once all before it is done, and Wait
	// of a wait for a barrier whose phase is over. Barrier is its address.
	Commit, Wait bool
	Barrier      uint32
}

// Step is one executed warp instruction.
type Step struct {
	Meta   *Meta
	Lanes  uint32 // that executed it
	Access Access // Space is SpaceNone where there is none
	Tensor TensorWork
	Status Status // of the warp afterwards
}
