package profile

// The memory levels, in the words of docs/design.md §2.
const (
	LevelDRAM   = "dram"
	LevelL2     = "l2"
	LevelL1     = "l1"
	LevelShared = "shared"
)

// Traffic is what a launch moved at one memory level.
type Traffic struct {
	Level string `json:"level"`
	// Bytes is reads and writes together. It is missing, with the reason, where
	// only the percentages of the level are known.
	Bytes      Number `json:"bytes"`
	ReadBytes  Number `json:"read_bytes"`
	WriteBytes Number `json:"write_bytes"`
	// Definition is how Bytes was computed from which counters. Nsight Compute
	// changed what it counts at L1 and L2, so two points may be compared at a
	// level only where their definitions are the same.
	Definition string `json:"definition"`
	// HitPercent is the hit rate of the cache; it can exceed 100 where counters of
	// several passes were combined, and a warning then says so.
	HitPercent Number `json:"hit_percent"`
	// OfPeakPercent is NVIDIA's percentage of its theoretical peak.
	OfPeakPercent Number `json:"of_peak_percent"`
}

// Access is how well one kind of memory access used what it moved.
type Access struct {
	// Kind is "global_load", "global_store", "local_load", "local_store",
	// "shared_load", "shared_store" or "shared" (both together).
	Kind string `json:"kind"`
	// Requests is the warp instructions that asked.
	Requests Number `json:"requests"`
	// Sectors is the 32-byte sectors moved for them; missing at shared memory.
	Sectors Number `json:"sectors"`
	// BytesPerSector is how many of a sector's 32 bytes the lanes asked for.
	BytesPerSector Number `json:"bytes_per_sector"`
	// Wavefronts is the passes that shared memory took, and BankConflicts those
	// of them that conflicts added.
	Wavefronts    Number `json:"wavefronts"`
	BankConflicts Number `json:"bank_conflicts"`
}

// SectorsPerRequest is Sectors over Requests: 4 is perfect for 4-byte loads.
func (a Access) SectorsPerRequest() Number { return ratio(a.Sectors, a.Requests) }

// Local is the traffic of local memory: spilled registers and arrays that the
// compiler could not keep in registers.
type Local struct {
	Sectors Number `json:"sectors"` // loads and stores, at L1
	// SpillInstructions is the loads and stores that the compiler marked as
	// register spilling; newer tools alone count them.
	SpillInstructions Number `json:"spill_instructions"`
}

// ratio is a over b; missing where one is, or b is 0.
func ratio(a, b Number) Number {
	under, known := b.Get()
	switch {
	case !known:
		return b
	case under == 0:
		return Missing("nothing was counted to divide by")
	}
	return a.Times(1 / under)
}
