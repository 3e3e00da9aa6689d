package exec

// Moment is where the clocks of a device stand when a launch begins. A block that
// no timing model steps takes a cycle for each of its warp instructions, from there
// on: enough for its clocks to advance, and to agree with each other.
type Moment struct {
	Nanoseconds float64 // for %globaltimer
	// CyclesPerNanosecond is the clock of the SMs; 0 is 1.
	CyclesPerNanosecond float64
}

// clocks are %clock64 and %globaltimer, so many warp instructions later.
func (m Moment) clocks(issued uint64) (cycles, nanoseconds uint64) {
	rate := m.CyclesPerNanosecond
	if rate == 0 {
		rate = 1
	}
	cycles = uint64(float64(m.Nanoseconds*rate)) + issued // not fused, so that it is the same everywhere
	return cycles, uint64(m.Nanoseconds + float64(issued)/rate)
}
