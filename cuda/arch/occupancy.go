package arch

// Resources are what one SM has to give to blocks.
type Resources struct {
	WarpThreads         int
	Schedulers          int
	MaxThreads          int // resident threads
	MaxBlocks           int // resident blocks
	Registers           int // of 32 bits
	RegisterUnit        int // registers are given to a warp in this unit
	SharedBytes         int64
	SharedReservedBytes int64 // taken from each block besides its own
	SharedUnitBytes     int64
}

// Needs are what one block takes.
type Needs struct {
	Threads            int
	RegistersPerThread int
	SharedBytes        int64 // static and dynamic
}

// Limiter is the resource that is used up first.
type Limiter string

// Limiters, in the order in which a tie is told.
const (
	ByThreads   Limiter = "threads"
	ByBlocks    Limiter = "blocks"
	ByRegisters Limiter = "registers"
	ByShared    Limiter = "shared memory"
)

// Occupancy is how many blocks of one kind an SM holds at a time.
type Occupancy struct {
	BlocksPerSM int
	WarpsPerSM  int
	Limiter     Limiter
}

// Occupy computes the occupancy. Registers are given to whole warps, rounded up
// to the unit, out of the share of a sub-partition; shared memory is given to
// blocks, rounded up to its unit.
//
// Source: cuda_occupancy.h of the CUDA Toolkit 12.4.
func Occupy(r Resources, n Needs) Occupancy {
	warps := (n.Threads + r.WarpThreads - 1) / r.WarpThreads
	if warps == 0 {
		return Occupancy{Limiter: ByThreads}
	}
	o := Occupancy{BlocksPerSM: r.MaxThreads / r.WarpThreads / warps, Limiter: ByThreads}
	o.limit(r.MaxBlocks, ByBlocks)
	if n.RegistersPerThread > 0 {
		perWarp := roundUp(n.RegistersPerThread*r.WarpThreads, r.RegisterUnit)
		warpsThatFit := r.Registers / r.Schedulers / perWarp * r.Schedulers
		o.limit(warpsThatFit/warps, ByRegisters)
	}
	if shared := n.SharedBytes + r.SharedReservedBytes; shared > 0 {
		o.limit(int(r.SharedBytes/roundUp(shared, r.SharedUnitBytes)), ByShared)
	}
	o.WarpsPerSM = o.BlocksPerSM * warps
	return o
}

func (o *Occupancy) limit(blocks int, by Limiter) {
	if blocks < o.BlocksPerSM {
		o.BlocksPerSM, o.Limiter = blocks, by
	}
}

func roundUp[T int | int64](n, unit T) T { return (n + unit - 1) / unit * unit }
