package results

// Counters is what a virtual GPU counted in one launch. The words are those of
// package cuda: a request is one warp-level memory instruction, a sector 32
// bytes, a pass one trip through the banks of shared memory.
type Counters struct {
	WarpInstructions   uint64             `json:"warp_instructions"`
	ThreadInstructions uint64             `json:"thread_instructions"`
	Branches           uint64             `json:"branches"`
	DivergentBranches  uint64             `json:"divergent_branches"`
	Barriers           uint64             `json:"barriers"`
	Operations         map[string]uint64  `json:"operations"`
	Pipes              map[string]uint64  `json:"pipes"`
	Traffic            map[string]Traffic `json:"traffic"` // by kind, such as "global_load"
	// SpillSource says where spill_load and spill_store come from, which are not
	// executed: "machine_code" is exact, "assembler_totals" a model.
	SpillSource string `json:"spill_source,omitempty"`
}

// Traffic is what one kind of access did.
type Traffic struct {
	Requests    uint64 `json:"requests"`
	UsefulBytes uint64 `json:"useful_bytes"`
	Sectors     uint64 `json:"sectors,omitempty"`
	Passes      uint64 `json:"passes,omitempty"`
	IdealPasses uint64 `json:"ideal_passes,omitempty"`
}
