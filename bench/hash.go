package bench

// The hash of the kernels that load the same words again and again: a thread's
// word begins with the number of the thread and becomes 5*y + x in each trip, x
// being the XOR of what it has loaded. So no two trips cancel each other, and a
// trip that is left out is seen.
const hashFactor = 5

// hashTrip adds a trip to the part of the hash that depends on the loads alone.
func hashTrip(sums, loads []uint32) {
	for t, x := range loads {
		sums[t] = hashFactor*sums[t] + x
	}
}

// hashed is the word of a thread, from that part.
func hashed(s shape, block, thread int, sum uint32) uint32 {
	return s.hashPower()*uint32(block*blockThreads+thread) + sum
}

// hashPower is hashFactor to the power of the trips, modulo 2^32.
func (s shape) hashPower() uint32 {
	power, base := uint32(1), uint32(hashFactor)
	for n := s.trips; n > 0; n >>= 1 {
		if n&1 == 1 {
			power *= base
		}
		base *= base
	}
	return power
}
