package cuda

// Ptr is an address in device memory.
type Ptr uint64

// Dim3 is an extent in three dimensions.
type Dim3 struct{ X, Y, Z int }

// D1 is an extent in one dimension.
func D1(x int) Dim3 { return Dim3{x, 1, 1} }

// Count is the number of elements of the extent.
func (d Dim3) Count() int { return d.X * d.Y * d.Z }

// Launch says what to run: the function, its shape and its arguments.
type Launch struct {
	Function Function
	Grid     Dim3 // blocks
	Block    Dim3 // threads a block
	// Cluster is the blocks that run together; zero is without clusters. A
	// device that has none answers Unsupported.
	Cluster            Dim3
	DynamicSharedBytes int64
	Args               []Arg
	// NoReplay makes a virtual device execute the launch although it has
	// already executed it on the same inputs.
	NoReplay bool
	// EveryBlock makes a virtual device execute all blocks, however many there
	// are, and not a sample of them.
	EveryBlock bool
	// PerInstruction makes a virtual device count each instruction apart, and
	// execute the launch anew for it; a real device ignores it.
	PerInstruction bool
	// Check makes a virtual device report mistakes that do not show in the
	// results, such as reads of shared memory that nothing has written. It
	// executes such a launch anew; a real device ignores it.
	Check Checks
}

// Checks are mistakes of a kernel to look for. A launch that is checked is
// slower, and ends with an error at the first mistake.
type Checks struct {
	// Memory finds reads of shared memory that nothing has written, or that an
	// asynchronous copy is still writing; loads of local memory that the thread has
	// not written; barriers that only a part of a warp
	// comes to; shuffles from lanes that do not take part.
	Memory bool
	// Races finds words of shared memory that two warps touch between two
	// barriers of the block, one of them writing. It knows no other barriers:
	// kernels that synchronise by mbarriers or flags are found wrong.
	Races bool
}

// Report says what a device did with a launch.
type Report struct {
	// Replayed is true when the device did not execute the launch because it
	// had executed it before, on inputs that have not changed since.
	Replayed bool
	// Sampled is true when the device executed only the blocks in
	// ExecutedBlocks, by their linear index in rising order. Otherwise it
	// executed all, and ExecutedBlocks is nil.
	Sampled        bool
	ExecutedBlocks []int
	// Counters is what the device counted; nil where it cannot count.
	// After sampling the counts are scaled to the whole grid.
	Counters *Counters
	// Instructions are the counters of each instruction that was executed, where
	// Launch.PerInstruction asked for them; scaled as Counters. They have neither
	// barriers nor spills.
	Instructions []InstructionCounters
	// Printed is what the kernel wrote by printf, block by block in their order;
	// empty where the device cannot tell.
	Printed string
}

// Window is a timed series of launches.
type Window struct {
	Seconds  float64 // from the first event to the second
	Launches int
	// Replayed is how many of them the device took from an earlier execution.
	Replayed int
	// TickSeconds is the resolution of the device's timer; 0 is exact.
	TickSeconds float64
	// Simulated SM cycles of one launch; 0 on a real GPU.
	CyclesPerLaunch float64
	// Simulation is nil on a real GPU.
	Simulation *Simulation
	// HostSeconds is what it took the host to ask for the launches: where that
	// comes near Seconds, the host was measured and not the device. 0 is unknown.
	HostSeconds float64
	// LaunchesPerGraph is how many launches the host asked for at a time, as one
	// graph; 0 is each by itself.
	LaunchesPerGraph int
	Report           Report
}
