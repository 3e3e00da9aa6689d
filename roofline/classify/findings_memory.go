package classify

import (
	"fmt"
	"math"

	"ridgeline/roofline/profile"
)

const (
	sectorBytes    = 32
	poorSector     = 24 // useful bytes of a sector
	goodSector     = 28
	littleReuse    = 1.5 // bytes at L2 over bytes at DRAM
	manyConflicts  = 0.20
	spilledSectors = 0.05
)

// coalesce: the lanes of a warp ask for a part of the sectors that are moved.
func coalesce(s *subject) *Finding {
	access, useful := s.worstAccess()
	if useful >= poorSector || s.verdict.Class != ClassMemory && !s.is("memory_latency") && !s.is("lsu_queue") {
		return nil
	}
	return &Finding{
		ID: "COALESCE", Evidence: fmt.Sprintf("%s uses %.3g of the %d bytes of a sector", access.Kind, useful, sectorBytes),
		Advice:    "let the lanes of a warp touch neighbouring addresses: structures of arrays, vector loads, or a stage in shared memory",
		TimeSaved: s.saves(1-useful/sectorBytes, SideCompute), Bound: "the unused part of the sectors, down to the compute roof",
	}
}

// locality: what L2 is asked for comes from DRAM nearly every time.
func locality(s *subject) *Finding {
	dram, l2 := bytesAt(s.k, profile.LevelDRAM), bytesAt(s.k, profile.LevelL2)
	i := s.intensityAt(profile.LevelDRAM)
	if dram <= 0 || l2 <= 0 || l2/dram >= littleReuse || i == nil || i.Ridge == nil || i.Value >= i.Ridge.Median/2 {
		return nil
	}
	next := 0.0
	for _, use := range s.u.list {
		if use.Name != profile.LevelDRAM {
			next = max(next, use.Share.Median)
		}
	}
	return &Finding{
		ID:        "LOCALITY",
		Evidence:  fmt.Sprintf("L2 moves %.3g bytes for each of DRAM, and the intensity is %.3g of a ridge at %.3g", l2/dram, i.Value, i.Ridge.Median),
		Advice:    "use what was loaded more often: tile, or fuse with the kernel before or after",
		TimeSaved: profile.Known(max(0, 1-next)), Bound: "down to the next roof",
	}
}

func (s *subject) intensityAt(level string) *Intensity {
	for _, i := range intensities(s.k, s.u) {
		if i.Level == level {
			return &i
		}
	}
	return nil
}

// fuse: a kernel that only streams at the speed of DRAM gets no faster by itself.
func fuse(s *subject) *Finding {
	i := s.intensityAt(profile.LevelDRAM)
	_, useful := s.worstAccess()
	if s.verdict.Code != Bound || s.verdict.Roof != profile.LevelDRAM || i == nil || i.Value >= 1 || useful < goodSector || math.IsInf(useful, 1) {
		return nil
	}
	return &Finding{
		ID: "FUSE", Evidence: fmt.Sprintf("it streams %.3g %s at the speed of DRAM", i.Value, i.Unit),
		Advice:    "fuse it with neighbours that read or write the same tensors, if a timeline shows such",
		TimeSaved: profile.Missing("it is the bytes that need not be moved, which the profile of one kernel does not tell"), Bound: "bytes saved",
	}
}

// pad: lanes that meet in one bank take turns.
func pad(s *subject) *Finding {
	worst, kind := 0.0, ""
	for _, a := range s.k.Accesses {
		conflicts, okConflicts := a.BankConflicts.Get()
		wavefronts, okWavefronts := a.Wavefronts.Get()
		if okConflicts && okWavefronts && wavefronts > 0 && conflicts/wavefronts > worst {
			worst, kind = conflicts/wavefronts, a.Kind
		}
	}
	if worst <= manyConflicts {
		return nil
	}
	return &Finding{
		ID: "PAD", Evidence: fmt.Sprintf("%.0f %% of the wavefronts of %s are bank conflicts", 100*worst, kind),
		Advice:    "pad or swizzle the arrays in shared memory",
		TimeSaved: s.saves(worst, SideCompute), Bound: "the wavefronts that conflicts added",
	}
}

// spill: registers that did not fit live in memory.
func spill(s *subject) *Finding {
	sectors := s.k.Local.Sectors.Or(0)
	total := bytesAt(s.k, profile.LevelL1) / sectorBytes
	instructions, perThread := s.k.Local.SpillInstructions.Or(0), s.k.Launch.LocalBytesPerThread.Or(0)
	evidence := ""
	switch {
	case instructions > 0:
		evidence = fmt.Sprintf("%.4g instructions spill registers", instructions)
	case total > 0 && sectors/total > spilledSectors:
		evidence = fmt.Sprintf("%.0f %% of the sectors of L1 are local memory", 100*sectors/total)
	case perThread > 0:
		evidence = fmt.Sprintf("%.4g bytes of local memory a thread", perThread)
	default:
		return nil
	}
	return &Finding{
		ID: "SPILL", Evidence: evidence, Advice: "keep fewer values alive: launch bounds, a split of the kernel, or arrays indexed by constants",
		TimeSaved: s.localTime(sectors), Bound: "the time of the local traffic at the L1 ceiling",
	}
}

// localTime is the share of the time that the local traffic needs at L1.
func (s *subject) localTime(sectors float64) profile.Number {
	use := s.u.find(profile.LevelL1)
	seconds := s.k.TimeSeconds.Or(0)
	switch {
	case !s.k.Local.Sectors.Known():
		return s.k.Local.Sectors
	case use == nil || use.Roof == nil:
		return profile.Missing("the document has no ceiling of l1")
	}
	return profile.Known(min(1, sectors*sectorBytes/use.Roof.Median/seconds))
}
