package profile

// Scheduler is how the warp schedulers fared, averaged over all of them.
type Scheduler struct {
	ActiveWarps   Number `json:"active_warps"`   // resident, of a scheduler
	EligibleWarps Number `json:"eligible_warps"` // ready to issue
	// IssuedPerCycle is the instructions a scheduler issued a cycle: 1 is the most.
	IssuedPerCycle Number `json:"issued_per_cycle"`
	// NoEligiblePercent is the cycles in which no warp was ready.
	NoEligiblePercent Number `json:"no_eligible_percent"`
	// WarpCyclesPerIssue is the cycles between two instructions of a warp; the
	// stalls add up to it.
	WarpCyclesPerIssue Number `json:"warp_cycles_per_issue"`
	// Instructions is the warp instructions executed, of all SMs: the issue slots
	// that the launch took.
	Instructions Number `json:"instructions"`
	// IssueOfPeakPercent is the issue slots used of those there were, in elapsed
	// cycles.
	IssueOfPeakPercent Number `json:"issue_of_peak_percent"`
	IPCActive          Number `json:"ipc_active"`  // instructions a cycle and SM, of active cycles
	IPCElapsed         Number `json:"ipc_elapsed"` // of elapsed cycles
}

// Divergence is how many of a warp's 32 threads an instruction ran for.
type Divergence struct {
	ThreadsPerInstruction Number `json:"threads_per_instruction"`
	// NotPredicatedOff is the same, less the threads that a predicate switched
	// off.
	NotPredicatedOff Number `json:"not_predicated_off"`
}

// Stall is one reason for which warps waited.
type Stall struct {
	// Reason is NVIDIA's word: "long_scoreboard", "barrier", "wait", …. The
	// reasons "selected" (it issued) and "not_selected" (another did) are no wait.
	Reason string `json:"reason"`
	// CyclesPerIssue is the cycles a warp waited for this between two of its
	// instructions. It is missing where only Share is known.
	CyclesPerIssue Number `json:"cycles_per_issue"`
	// Share of all of them, selected and not_selected included, from 0 to 1.
	Share Number `json:"share"`
}

// Waiting tells whether the reason is a wait: neither selected nor not_selected.
func (s Stall) Waiting() bool { return s.Reason != "selected" && s.Reason != "not_selected" }

// SpeedOfLight is NVIDIA's percentages of its theoretical peaks at the clock of
// the launch.
type SpeedOfLight struct {
	SMPercent Number `json:"sm_percent"`
	// MemoryPercent is the busiest part of all the memory system.
	MemoryPercent Number `json:"memory_percent"`
	DRAMPercent   Number `json:"dram_percent"`
	L2Percent     Number `json:"l2_percent"`
	L1Percent     Number `json:"l1_percent"`
}
