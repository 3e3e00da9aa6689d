package profile

// Launch is the shape of a launch and what a block holds.
type Launch struct {
	Grid    *Dim3 `json:"grid"`    // blocks; null where unknown
	Block   *Dim3 `json:"block"`   // threads; null where unknown
	Cluster *Dim3 `json:"cluster"` // blocks of a cluster; null where unknown or none

	RegistersPerThread Number `json:"registers_per_thread"`
	// SharedBytes is what a block takes; the rest are its parts.
	SharedBytes        Number `json:"shared_bytes"`
	StaticSharedBytes  Number `json:"static_shared_bytes"`
	DynamicSharedBytes Number `json:"dynamic_shared_bytes"`
	DriverSharedBytes  Number `json:"driver_shared_bytes"`
	// LocalBytesPerThread is the stack and spill space the compiler set aside.
	LocalBytesPerThread Number `json:"local_bytes_per_thread"`
	// Waves is the blocks over the blocks that the GPU holds at a time.
	Waves Number `json:"waves"`
}

// Dim3 is a size in x, y and z.
type Dim3 struct {
	X int64 `json:"x"`
	Y int64 `json:"y"`
	Z int64 `json:"z"`
}

// Count is the product of the three.
func (d Dim3) Count() float64 { return float64(d.X) * float64(d.Y) * float64(d.Z) }

// Occupancy is how many warps an SM held, against the most it can.
type Occupancy struct {
	// TheoreticalPercent follows from registers, shared memory and block size.
	TheoreticalPercent Number `json:"theoretical_percent"`
	// AchievedPercent was counted, in cycles in which the SM had work.
	AchievedPercent Number `json:"achieved_percent"`
	// ActiveWarpsPerSM is AchievedPercent in warps.
	ActiveWarpsPerSM Number `json:"active_warps_per_sm"`
	ClusterPercent   Number `json:"cluster_percent"`
	// Limits is how many blocks of this kernel an SM could hold by each resource,
	// the tightest first; ties by name.
	Limits []OccupancyLimit `json:"limits"`
}

// Limiter is the resources that hold the fewest blocks; empty where unknown.
func (o Occupancy) Limiter() []string {
	var names []string
	for _, limit := range o.Limits {
		if limit.Blocks == o.Limits[0].Blocks {
			names = append(names, limit.Resource)
		}
	}
	return names
}

// OccupancyLimit is how many blocks of a kernel an SM can hold by one resource.
type OccupancyLimit struct {
	Resource string  `json:"resource"` // "registers", "shared", "warps", "blocks", "barriers"
	Blocks   float64 `json:"blocks"`
}
