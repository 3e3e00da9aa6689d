package cuda

// Simulation is what a virtual device knows of a launch that it timed, beside
// its time.
type Simulation struct {
	// L2Bytes and DRAMBytes moved by a launch: those of the blocks that were
	// simulated, times what all warps of the grid asked of global and local memory
	// over what theirs did.
	L2Bytes, DRAMBytes float64
	// SimulatedBlocks of the one SM that was simulated.
	SimulatedBlocks int
}
