package roofline

import "ridgeline/results"

// passBytes is what one pass through the 32 banks of shared memory can carry.
const passBytes = 128

// movedBytes is what a launch moves at each level: what its formula says, and at
// shared memory at least what the counted passes had room for. Lanes that want
// words of one bank wait for each other, and the banks are busy for all passes.
func movedBytes(r *results.Record) map[string]float64 {
	moved := map[string]float64{}
	for level, bytes := range r.Work.Bytes {
		if bytes > 0 {
			moved[level] = bytes
		}
	}
	if moved["shared"] > 0 && r.Counters != nil {
		var passes uint64
		for _, t := range r.Counters.Traffic {
			passes += t.Passes
		}
		moved["shared"] = max(moved["shared"], passBytes*float64(passes))
	}
	if local := localBytes(r.Counters); local > 0 {
		moved["l1"] += local
	}
	return moved
}
