package exec

import "ridgeline/cuda/virtual/ptx"

// lanes32 and lanes64 are one register of all lanes of a warp.
type (
	lanes32 = [warpLanes]uint32
	lanes64 = [warpLanes]uint64
)

const (
	warpLanes = 32
	allLanes  = ^uint32(0)
)

// class is the register file of an operand.
type class uint8

const (
	classNone class = iota
	class32         // 32 bits and fewer; the bits above a narrow type are zero
	class64
	classPred
)

// control is what an instruction does to the program counter.
type control uint8

const (
	controlNone control = iota
	controlBranch
	controlExit
	controlTrap
	controlBarrier
	controlIndexed
	controlCall
	controlReturn
)

// execFunc executes an instruction. A pure one writes its destinations in all
// lanes and ignores the mask; the caller restores the lanes that do not take
// part. Others look at w.mask.
type execFunc func(w *Warp, in *inst)

// inst is a decoded instruction. Its operands are slots of the register files;
// an immediate is a slot whose lanes hold the constant.
type inst struct {
	exec execFunc
	x    *extra
	meta *Meta
	imm  uint64 // an address's offset, or what the form needs
	d, e int32  // destinations
	a, b int32  // sources
	c, g int32  // third source; guard predicate
	h    int32  // fourth source, of 32 bits
	m    int32  // member mask of a warp-synchronous instruction
	// guardXor and cXor are all ones where the predicate is negated.
	guardXor, cXor uint32
	index          int32 // in the program
	dClass, eClass class
	aClass, bClass class
	cClass         class
	control        control
	pure, guarded  bool
	// idle instructions decide on no branch and no address.
	idle bool
}

// extra is what only some forms need.
type extra struct {
	f1 func(a uint64) uint64
	f2 func(a, b uint64) uint64
	f3 func(a, b, c uint64) uint64
	// f3Shared is f3 where an atomic operation meets shared memory.
	f3Shared func(a, b, c uint64) uint64
	shuffle  func(lane, b, c int) (from int, inRange bool)
	vote     func(yes, all uint32) uint32
	compare  func(w *Warp, in *inst) uint32
	combine  func(t, c uint32) uint32
	halves   [2]comparison // of the low and the high halves
	invert   uint32        // all ones where the comparison is negated
	memory   *memoryForm
	// regs are the elements of a vector operand, all of class regClass.
	// regsWritten tells destinations from sources.
	regs        []int32
	regClass    class
	regsWritten bool
	// reads are registers that are read, beside regs, all of class readClass.
	reads     []int32
	readClass class
	tensor    *tensorForm
	quad      *quadForm
	tile      *tileForm
	// tensorMove and tensorMultiply are instructions on tensor memory, and touched
	// the registers of all kinds that the latter reads.
	tensorMove     *tensorMoveForm
	tensorMultiply *tensorMultiplyForm
	tensorCopy     *tensorCopyForm
	group          *groupForm
	touched        []int32
	async          *asyncForm
	// computes: it does nothing but write regs, as a pure instruction does.
	computes bool
	across   bool // a matrix is transposed on its way
	// aligned instructions are executed by the whole warp at once.
	aligned bool
	target  int32   // block of a branch
	targets []int32 // blocks of an indexed branch
	// label and labels are where it goes until its scope ends, to the indices
	// of the instructions there until the blocks are known.
	label       ptx.Declaration
	labels      []ptx.Declaration
	to          []int
	barrier     *barrierForm
	call        *callForm
	builtin     *builtinForm
	mbarrier    mbarrierForm
	shift       uint8 // to where the phase is in operand b
	bulk        *bulkForm
	copied      stretch // a call parameter
	onTrue      uint64  // what "set" writes
	warpBarrier bool    // lanes may meet at different ones
}

// path is a math path whose operations are counted.
type path uint8

const (
	pathNone path = iota
	pathFP32
	pathFP64
	pathFP32x2
	pathFP16
	pathBF16
	pathInt32
	pathDP4A
	pathSFU
	pathTensor // the first of the tensor cores, in the order of tensorPaths
	pathCount  = pathTensor + path(len(tensorPaths))
)

// String gives the name that counters use.
func (p path) String() string {
	if p >= pathTensor {
		return tensorPaths[p-pathTensor]
	}
	return [...]string{"", "fp32", "fp64", "fp32x2", "fp16x2", "bf16x2", "int32", "dp4a", "sfu"}[p]
}

// basicBlock is a run of instructions that is entered only at its begin and
// left only at its end.
type basicBlock struct {
	start, end int32
	// body is where the instruction that ends the block lies; it is end where
	// the block falls through.
	body int32
	// sync is true where the first instruction waits for other lanes: those that
	// its member mask names, or all.
	sync bool
	// Of two groups the one at the lower rank runs first; again is the rank of lanes
	// that come back to the block as the head of a loop.
	rank, again int32
}

// program is a decoded kernel body.
type program struct {
	code   []inst
	blocks []basicBlock
	costs  []cost // by instruction
	// n32, n64 and nPred are the sizes of the register files; the constants
	// stand first in each.
	n32, n64, nPred         int
	const32                 []uint32
	const64                 []uint64
	constPred               []uint32
	relocations             []relocation
	frameBytes              int64 // of call parameters, a thread
	sharedBytes, localBytes int64
	maxLive                 int
	entry                   int32               // block
	routines                map[uint64]*routine // by address
	// stackBytes is how far local memory may grow beyond localBytes, in a thread.
	stackBytes int64
	heap       bool // it allocates memory
	timed      bool // it reads a clock
	gridWork   bool // it may synchronise the grid
}

// cost is what an execution of an instruction counts.
type cost struct {
	pipe   Pipe
	issues uint8
	path   path
	ops    uint16 // a lane
	// hidden marks the second half of an instruction that is executed as two.
	hidden bool
}

// relocation is a constant that holds the address of a module variable, which
// is known once the module is bound.
type relocation struct {
	slot   int // in const64
	symbol string
	offset int64
}
