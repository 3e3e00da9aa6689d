package cuda

// Simulation is what a virtual device knows of a launch that it timed, beside
// its time.
type Simulation struct {
	// L2Bytes and DRAMBytes moved by a launch: those of the blocks that were
	// simulated, times what all warps of the grid asked of global and local memory
	// over what theirs did.
	L2Bytes, DRAMBytes float64
	// Stalls is the part of each reason in the cycles of all warps of that SM, from
	// 0 to 1, in NVIDIA's words: "long_scoreboard", "barrier", and "selected" for
	// issuing and "not_selected" for others doing so.
	Stalls map[string]float64
	// SimulatedBlocks of the one SM that was simulated.
	SimulatedBlocks int
}
