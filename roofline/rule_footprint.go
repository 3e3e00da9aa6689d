package roofline

const (
	// A set replayed from the L2 cache inflates the rate: a GB200 with 129 MB of
	// L2 still shows 6 % too much at 128 MB (NVIDIA/TileGym issue 82). Below twice
	// the cache the number is refused; up to four times it gets a note.
	footprintRefuse = 2
	footprintNote   = 4
)

// footprintRule keeps a cache from posing as DRAM.
func footprintRule(e evidence) finding {
	if e.resource.level != "dram" {
		return finding{}
	}
	if e.device.L2Bytes == 0 {
		return suspect("the size of the L2 cache is unknown, so the data may have come from it")
	}
	times := e.record.Work.FootprintBytes / float64(e.device.L2Bytes)
	found := passed()
	switch {
	case times < footprintRefuse:
		found = refuse("the footprint is %.3g times the L2 cache: this is the cache, not DRAM", times)
	case times < footprintNote:
		found = note("the footprint is only %.3g times the L2 cache", times)
	}
	return found.with("footprint_over_l2", times)
}
