package bench

import (
	"strings"

	"ridgeline/cuda"
	"ridgeline/cuda/arch"
	"ridgeline/results"
)

// limits is what a device cannot exceed, from what it says of itself and from
// what is known of its architecture.
type limits struct {
	info cuda.Info
	dev  cuda.Device
}

// path is the most operations that one SM can finish in a cycle, and where the
// number is from; 0 is unknown, and the text then says why.
func (l limits) path(name string) (perSMCycle float64, source string) {
	if name == "" {
		return 0, "no math path"
	}
	if limiter, ok := l.dev.(cuda.PathLimiter); ok {
		if rate, source, ok := limiter.PathLimit(name); ok {
			return rate, source
		}
	}
	rate := arch.PathRate(l.info.ComputeCapability.Major, l.info.ComputeCapability.Minor, name)
	if rate.Known() {
		return rate.Number, rate.Source
	}
	return 0, rate.Missing
}

// way is the most operations that one SM can finish in a cycle on a math path by
// the way that the work takes, and the fastest way; 0 is unknown. A path outside
// of the tensor cores has one way.
func (l limits) way(w results.Work) (limit cuda.WayLimit, known bool) {
	if w.Way == "" {
		return cuda.WayLimit{}, false
	}
	if limiter, ok := l.dev.(cuda.WayLimiter); ok {
		if limit, ok := limiter.WayLimit(w.Path, w.Way); ok {
			return limit, true
		}
	}
	c := l.info.ComputeCapability
	rate, fastest := arch.WayRate(c.Major, c.Minor, w.Path, w.Way)
	return cuda.WayLimit{FLOPPerSMCycle: rate.Number, Fastest: fastest, Source: rate.Source}, rate.Known()
}

// reachable is the most operations that one SM can finish in a cycle in the way
// that the work goes; 0 is unknown.
func (l limits) reachable(w results.Work) (perSMCycle float64) {
	if limit, known := l.way(w); known {
		return limit.FLOPPerSMCycle
	}
	rate, _ := l.path(w.Path)
	return rate
}

// bus is the most bytes that DRAM can move in a second; 0 is unknown.
func (l limits) bus() (bytesPerSecond float64, source string) {
	if rate := l.info.BusBytesPerSecond(); rate > 0 {
		return rate, "memory clock * transfers a clock * bus width, as the device tells them"
	}
	return 0, "the device does not tell its memory clock, its transfers a clock or its bus width"
}

// level is the most bytes that one SM can load in a cycle from shared memory or
// a cache, and where the number is from; 0 is unknown, and the text then says
// why.
func (l limits) level(name string) (perSMCycle float64, source string) {
	if limiter, ok := l.dev.(cuda.LevelLimiter); ok {
		if rate, source, ok := limiter.LevelLimit(name); ok {
			return rate, source
		}
	}
	sm, err := arch.Lookup(l.info.ComputeCapability.Major, l.info.ComputeCapability.Minor)
	if err != nil {
		return 0, err.Error()
	}
	rate := sm.Level(name)
	if !rate.Known() {
		return 0, rate.Missing
	}
	return rate.Number, rate.Source
}

// shortest is the least time in which work can be done, at the highest clock of
// the device; 0 where no limit is known.
func (l limits) shortest(w results.Work) (seconds float64) {
	cycles := l.cyclesPerSecond(&l.info.SMClockMHz)
	if rate := l.reachable(w); rate > 0 && cycles > 0 {
		seconds = w.Operations / (rate * cycles)
	}
	for _, level := range []string{"l2", "l1", "shared"} {
		if rate, _ := l.level(level); rate > 0 && cycles > 0 {
			seconds = max(seconds, w.Bytes[level]/(rate*cycles))
		}
	}
	if rate, _ := l.bus(); rate > 0 {
		seconds = max(seconds, w.Bytes["dram"]/rate)
	}
	return seconds
}

// record is the limit of what the work measures at an SM clock, which is nil
// where none was sampled. Work that measures nothing has no limit.
func (l limits) record(w results.Work, clockMHz *float64) *results.Limit {
	kind, name, _ := strings.Cut(w.Measures, ":")
	limit := results.Limit{Resource: w.Measures}
	switch {
	case kind == "path":
		rate, source := l.path(w.Path)
		l.recordSM(&limit, rate, source, clockMHz)
		limit.Way = l.recordWay(w, clockMHz)
	case w.Measures == "level:dram":
		l.recordBus(&limit, clockMHz)
	case kind == "level":
		rate, source := l.level(name)
		l.recordSM(&limit, rate, source, clockMHz)
	case kind == "ridge":
		_, level, _ := strings.Cut(name, ":")
		l.recordRoof(&limit, w, level, clockMHz)
	default:
		return nil
	}
	return &limit
}

// recordSM is the limit of something that every SM has, at a rate a cycle.
func (l limits) recordSM(limit *results.Limit, rate float64, source string, clockMHz *float64) {
	limit.Source = source
	if rate == 0 {
		return
	}
	limit.PerSMCycle = &rate
	if cycles := l.cyclesPerSecond(clockMHz); cycles > 0 {
		perSecond := rate * cycles
		limit.PerSecond = &perSecond
	} else {
		limit.Source += "; the device tells no SM clock"
	}
}

// recordWay is the limit of the way that the work took; nil where none is faster,
// or where it is unknown.
func (l limits) recordWay(w results.Work, clockMHz *float64) *results.WayLimit {
	limit, known := l.way(w)
	if !known || limit.Fastest == w.Way {
		return nil
	}
	record := &results.WayLimit{Name: w.Way, Fastest: limit.Fastest, PerSMCycle: limit.FLOPPerSMCycle, Source: limit.Source}
	if cycles := l.cyclesPerSecond(clockMHz); cycles > 0 {
		perSecond := limit.FLOPPerSMCycle * cycles
		record.PerSecond = &perSecond
	}
	return record
}

func (l limits) recordBus(limit *results.Limit, clockMHz *float64) {
	rate, source := l.bus()
	limit.Source = source
	if rate == 0 {
		return
	}
	limit.PerSecond = &rate
	if cycles := l.cyclesPerSecond(clockMHz); cycles > 0 {
		perCycle := rate / cycles
		limit.PerSMCycle = &perCycle
	}
}

// recordRoof is the roofline of the limits at the intensity of the work, in
// operations: the lower of the path's limit and intensity times the memory level's.
func (l limits) recordRoof(limit *results.Limit, w results.Work, level string, clockMHz *float64) {
	var memory results.Limit
	rate, source := l.path(w.Path)
	l.recordSM(limit, rate, source, clockMHz)
	if level == "dram" {
		l.recordBus(&memory, clockMHz)
	} else {
		rate, source := l.level(level)
		l.recordSM(&memory, rate, source, clockMHz)
	}
	if limit.PerSecond == nil || memory.PerSecond == nil {
		if memory.PerSecond == nil {
			limit.Source = memory.Source
		}
		limit.PerSecond, limit.PerSMCycle = nil, nil
		return
	}
	intensity := w.Operations / w.Bytes[level]
	if roof := intensity * *memory.PerSecond; roof < *limit.PerSecond {
		perCycle := intensity * *memory.PerSMCycle
		limit.PerSecond, limit.PerSMCycle = &roof, &perCycle
		limit.Source = "intensity * (" + memory.Source + ")"
	}
}

// cyclesPerSecond counts the cycles of all SMs at a clock; 0 where the clock or
// the number of SMs is unknown.
func (l limits) cyclesPerSecond(clockMHz *float64) float64 {
	if clockMHz == nil {
		return 0
	}
	return *clockMHz * 1e6 * float64(l.info.SMCount)
}
