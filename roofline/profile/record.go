package profile

import (
	"maps"
	"slices"
	"strings"

	"ridgeline/results"
	"ridgeline/roofline"
)

// FromRecord is a case of a results document as a Kernel. The record must have
// ended well, with its work and its estimate. Operations, sectors and passes are
// those that a virtual GPU counted; what it does not count, and all that is known
// of a case on a real GPU, follows from the formula of the case, and the
// definitions say so.
func FromRecord(doc *results.Document, r *results.Record) Kernel {
	k := Kernel{
		Name: roofline.Label(r.Case, r.Axes), Launches: 1, Tier: TierDeclared,
		Source:      Source{Format: FormatResults, ToolVersion: doc.Run.Version, Simulated: doc.Provenance == results.Simulated},
		Device:      recordDevice(doc.Device),
		TimeSeconds: Known(r.Estimate.SecondsMedian),
		Clocks:      recordClocks(r),
		Work:        recordWork(r),
		Traffic:     recordTraffic(r),
	}
	if r.Place != nil {
		k.Source.Row = int64(*r.Place) + 1
	}
	if r.Kernel != nil {
		k.Function = r.Kernel.Symbol
		k.Launch.RegistersPerThread = Known(float64(r.Kernel.Registers))
		k.Launch.LocalBytesPerThread = Known(float64(r.Kernel.LocalBytes))
		k.Launch.StaticSharedBytes = Known(float64(r.Kernel.SharedBytes))
	}
	if r.Launch != nil {
		addRecordLaunch(&k.Launch, r.Launch, doc.Device.SMCount)
	}
	if r.Counters != nil {
		k.Tier = TierCounters
		addRecordCounters(&k, r.Counters)
	}
	return k
}

func recordDevice(d results.Device) Device {
	const hertzPerMHz = 1e6
	known := func(value float64, what string) Number {
		if value <= 0 {
			return Missing("the device does not tell its " + what)
		}
		return Known(value)
	}
	return Device{
		Name: d.Name, ComputeCapability: d.ComputeCapability, Driver: d.Driver,
		SMs:            known(float64(d.SMCount), "number of SMs"),
		L2Bytes:        known(float64(d.L2Bytes), "L2 cache"),
		MemoryBytes:    known(float64(d.MemoryBytes), "memory"),
		BusWidthBits:   known(float64(d.BusWidthBits), "memory bus"),
		MaxSMHertz:     known(d.SMClockMHz, "SM clock").Times(hertzPerMHz),
		MaxMemoryHertz: known(d.MemoryClockMHz, "memory clock").Times(hertzPerMHz),
	}
}

func recordClocks(r *results.Record) Clocks {
	const hertzPerMHz = 1e6
	clocks := Clocks{SMHertz: Missing("the SM clock was not sampled"), DRAMHertz: Missing("the memory clock was not sampled")}
	if r.Estimate.SMClockMHz != nil {
		clocks.SMHertz = Known(*r.Estimate.SMClockMHz * hertzPerMHz)
		clocks.SMCycles = clocks.SMHertz.Times(r.Estimate.SecondsMedian)
	}
	if mhz := roofline.MemoryClockMHz(r.Samples); mhz > 0 {
		clocks.DRAMHertz = Known(mhz * hertzPerMHz)
	}
	return clocks
}

func addRecordLaunch(l *Launch, r *results.Launch, sms int) {
	l.Grid, l.Block = recordDim3(r.Grid), recordDim3(r.Block)
	l.DynamicSharedBytes = Known(float64(r.DynamicSharedBytes))
	if held := float64(r.BlocksPerSM) * float64(sms); held > 0 {
		l.Waves = Known(l.Grid.Count() / held)
	}
}

func recordDim3(size [3]int) *Dim3 { return &Dim3{int64(size[0]), int64(size[1]), int64(size[2])} }

// recordWork is what was counted on each path, or else what the formula says of
// the one that the case is about.
func recordWork(r *results.Record) []Work {
	var work []Work
	row := func(path string, operations float64, definition string) {
		if operations > 0 {
			work = append(work, Work{Path: path, Operations: operations, Adds: notApart(), Multiplies: notApart(), FMAs: notApart(), Definition: definition})
		}
	}
	if r.Counters == nil || r.Counters.Operations == nil {
		row(r.Work.Path, r.Work.Operations, byFormula)
		return work
	}
	for _, path := range slices.Sorted(maps.Keys(r.Counters.Operations)) {
		row(path, float64(r.Counters.Operations[path]), "counted by the virtual GPU")
	}
	return work
}

const byFormula = "the formula of the case"

// recordTraffic is what the formula says of the levels that no counter is of,
// and what was counted at L1 and shared memory.
func recordTraffic(r *results.Record) []Traffic {
	var levels []Traffic
	for _, level := range slices.SortedFunc(maps.Keys(r.Work.Bytes), roofline.CompareLevels) {
		t := Traffic{Level: level, Bytes: Known(r.Work.Bytes[level]), Definition: byFormula,
			ReadBytes: notApart(), WriteBytes: notApart(), HitPercent: Missing("not counted"), OfPeakPercent: Missing("not counted")}
		if countsLocal(r.Counters) {
			t.Bytes = Missing("the formula leaves out the spilled registers")
		}
		levels = append(levels, t)
	}
	if r.Counters == nil {
		return levels
	}
	levels = counted(levels, LevelL1, sectorBytes*sumOf(r.Counters, func(t results.Traffic) uint64 { return t.Sectors }),
		"32 * the sectors of all loads and stores, counted by the virtual GPU")
	return counted(levels, LevelShared, wavefrontBytes*sumOf(r.Counters, func(t results.Traffic) uint64 { return t.Passes }),
		"128 * the passes through the banks, counted by the virtual GPU (with conflicts)")
}

// counted puts a counted level in the place of a computed one.
func counted(levels []Traffic, level string, bytes float64, definition string) []Traffic {
	levels = slices.DeleteFunc(levels, func(t Traffic) bool { return t.Level == level })
	if bytes == 0 {
		return levels
	}
	t := Traffic{Level: level, Bytes: Known(bytes), Definition: definition, ReadBytes: notApart(), WriteBytes: notApart(),
		HitPercent: Missing("not counted"), OfPeakPercent: Missing("not counted")}
	levels = append(levels, t)
	slices.SortFunc(levels, func(a, b Traffic) int { return roofline.CompareLevels(a.Level, b.Level) })
	return levels
}

func sumOf(c *results.Counters, part func(results.Traffic) uint64) float64 {
	sum := 0.0
	for _, t := range c.Traffic {
		sum += float64(part(t))
	}
	return sum
}

// isLocal tells the traffic of local memory, where spilled registers are.
func isLocal(kind string) bool {
	return strings.HasPrefix(kind, "local_") || strings.HasPrefix(kind, "spill_")
}

func countsLocal(c *results.Counters) bool {
	if c == nil {
		return false
	}
	for kind, t := range c.Traffic {
		if isLocal(kind) && t.Requests > 0 {
			return true
		}
	}
	return false
}
