package roofline

import (
	"fmt"
	"maps"
	"slices"

	"ridgeline/results"
)

// Point is a measured kernel under the roofs.
type Point struct {
	Case string           `json:"case"`
	Axes map[string]int64 `json:"axes"`
	Path string           `json:"path"` // empty where there is no math
	// Intensity is operations per byte at each level that the kernel moves bytes
	// at.
	Intensity map[string]float64 `json:"intensity"`
	// Levels is what the kernel does at each of those levels, DRAM first.
	Levels []LevelUse `json:"levels"`
	// Rate is what was achieved: operations a second, or bytes a second at Level
	// where there is no math.
	Rate     float64 `json:"rate"`
	RateUnit string  `json:"rate_unit"`
	// Level is the memory level with the lowest roof; empty where none has a
	// ceiling.
	Level string `json:"level"`
	// Roof is the path or level whose roof is the lowest: the one that OfRoof is
	// of. It is empty where there is none.
	Roof string `json:"roof"`
	// OfRoof is the rate as a fraction of the attainable one, which is the lowest
	// of the roofs; null where there is none.
	OfRoof  *float64 `json:"of_roof"`
	Verdict Verdict  `json:"verdict"`
	Reason  string   `json:"reason"`
	// Accesses is how well memory was used; empty where nothing was counted.
	Accesses []Access `json:"accesses"`
	// Latency is of a pointer chase; null for other kernels.
	Latency *Latency `json:"latency"`
}

// points places every record that ended well.
func points(doc *results.Document, ceilings []Ceiling, quotients []Ridge) []Point {
	list := []Point{}
	for i := range doc.Records {
		r := &doc.Records[i]
		if r.Outcome != results.OutcomeOK || r.Work == nil || r.Estimate == nil {
			continue
		}
		if place, ok := locate(r, &doc.Device, ceilings, quotients); ok {
			list = append(list, place.point(r, levelUses(r, place, ceilings, quotients)))
		}
	}
	return list
}

// place is where a kernel stands under its roofs, everything in its own work
// per second. A roof that is not known is nil.
type place struct {
	path, level     string
	moved           map[string]float64 // bytes by level
	accesses        []Access
	rate            float64
	unit            string
	compute, memory *roof
	spills          *spillLevel // nil where no level behind L1 is busy with spills
	// missing says which ceiling the kernel would need and the document lacks.
	missing string
	// ridge and intensity are of the level; both are zero where they do not apply.
	ridge     *Ridge
	intensity float64
}

// roof is the highest rate that one ceiling allows a kernel.
type roof struct {
	rate    float64
	ceiling Ceiling
}

func (r roof) name() string {
	if r.ceiling.Status == Suspect {
		return r.ceiling.Name + " (suspect)"
	}
	return r.ceiling.Name
}

// locate finds the roofs above a record; ok is false where it did no work at
// all.
func locate(r *results.Record, gpu *results.Device, ceilings []Ceiling, quotients []Ridge) (p place, ok bool) {
	w := r.Work
	p = place{path: w.Path, moved: movedBytes(r), accesses: accesses(r.Counters, r.Estimate.SecondsMedian)}
	p.spills = findSpillLevel(localBytes(r.Counters)/r.Estimate.SecondsMedian, ceilings)
	busy := busiest(p.moved, ceilings)
	res := resource{kind: KindPath, path: w.Path}
	if w.Operations == 0 {
		res = resource{kind: KindLevel, level: busy}
	}
	amount, unit := res.amount(w)
	if amount == 0 {
		return place{}, false
	}
	p.rate, p.unit = amount/r.Estimate.SecondsMedian, unit+"/s"
	if w.Operations > 0 {
		p.addCompute(ceilings)
	}
	p.addMemory(busy, amount, ceilings)
	if p.missing == "" {
		p.missing = w.OtherLimit
	}
	if p.missing == "" {
		p.missing = p.unknownLevel(r.Estimate.SecondsMedian, gpu, ceilings)
	}
	if p.memory != nil && w.Operations > 0 {
		p.intensity = w.Operations / p.moved[p.level]
		p.ridge = FindRidge(quotients, p.path, p.level)
	}
	return p, true
}

// busiest is the level that takes the longest for the bytes that a kernel moves
// there, of those with a ceiling; else the first from DRAM on.
func busiest(moved map[string]float64, ceilings []Ceiling) string {
	names := slices.SortedFunc(maps.Keys(moved), CompareLevels)
	best, seconds := "", 0.0
	for _, name := range names {
		c := findCeiling(ceilings, KindLevel, name)
		if c != nil && moved[name]/c.PerSecond.Median > seconds {
			best, seconds = name, moved[name]/c.PerSecond.Median
		}
	}
	if best == "" && len(names) > 0 {
		return names[0]
	}
	return best
}

func (p *place) addCompute(ceilings []Ceiling) {
	if c := findCeiling(ceilings, KindPath, p.path); c != nil {
		p.compute = &roof{c.PerSecond.Median, *c}
	} else {
		p.missing = p.path
	}
}

// addMemory takes the roof of the busiest level: the amount of work in the time
// that the bytes take at the level's ceiling.
func (p *place) addMemory(level string, amount float64, ceilings []Ceiling) {
	c := findCeiling(ceilings, KindLevel, level)
	switch {
	case level == "":
	case c == nil:
		p.missing = level
	default:
		p.level = level
		p.memory = &roof{amount / p.moved[level] * c.PerSecond.Median, *c}
	}
}

// leastOfAnSM is less than what the DRAM of any GPU with a published bandwidth
// carries for each of its SMs, in bytes a second: that of the L4 carries 5.2e9.
const leastOfAnSM = 1e9

// unknownLevel is a level that the document has no ceiling of and that might
// hold the kernel back; empty where there is none. A level is at least as fast
// as those behind it, so it cannot where its bytes would take little of the
// time even at the ceiling of one of those.
func (p *place) unknownLevel(seconds float64, gpu *results.Device, ceilings []Ceiling) string {
	least := leastOfAnSM * float64(gpu.SMCount) // bytes a second
	for _, name := range slices.SortedFunc(maps.Keys(p.moved), CompareLevels) {
		c := findCeiling(ceilings, KindLevel, name)
		if c == nil && p.moved[name] >= latencyBelow*seconds*least {
			return name
		}
		if c != nil {
			least = max(least, c.PerSecond.Median)
		}
	}
	return ""
}

// findCeiling is the ceiling of a path or level if it may be used, or nil.
func findCeiling(list []Ceiling, kind Kind, name string) *Ceiling {
	for i := range list {
		if list[i].Kind == kind && list[i].Name == name && list[i].usable() {
			return &list[i]
		}
	}
	return nil
}

func (p place) point(r *results.Record, uses []LevelUse) Point {
	verdict, reason := p.verdict()
	point := Point{
		Case: r.Case, Axes: axesOf(r), Path: p.path, Intensity: map[string]float64{}, Levels: uses,
		Rate: p.rate, RateUnit: p.unit, Level: p.level, Verdict: verdict,
		Accesses: p.accesses, Latency: latencyOf(r),
	}
	for _, use := range uses {
		if use.Intensity != nil {
			point.Intensity[use.Level] = *use.Intensity
		}
	}
	if lowest := p.lowest(); lowest != nil {
		fraction := p.rate / lowest.rate
		point.Roof, point.OfRoof = lowest.ceiling.Name, &fraction
	}
	point.Reason = reason + point.remarks()
	return point
}

// remarks is what the latency and the counters add to a verdict.
func (p Point) remarks() string {
	text := ""
	if p.Latency != nil {
		text = fmt.Sprintf("; a load takes %.4g ns", 1e9*p.Latency.Load.Median)
		if p.Latency.Cycles != nil {
			text += fmt.Sprintf(" (%.4g cycles)", p.Latency.Cycles.Median)
		}
	}
	if share := spilling(p.Accesses); share >= seldomBelow {
		text += fmt.Sprintf("; %.3g loads and stores of %s for 100 instructions", 100*share, inLocalMemory(p.Accesses))
	}
	if a := p.Wasteful(); a != nil && p.Latency == nil { // a chase wants no bytes
		text += fmt.Sprintf("; %s is %.3g %% efficient: %.3g %s a request", a.Kind, 100*a.Efficiency, a.PerRequest, a.Unit)
	}
	return text
}

// lowest is the roof that the kernel meets first, or nil.
func (p place) lowest() *roof {
	if p.compute == nil || p.memory != nil && p.memory.rate < p.compute.rate {
		return p.memory
	}
	return p.compute
}
