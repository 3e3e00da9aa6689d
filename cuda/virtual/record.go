package virtual

import (
	"maps"
	"slices"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/timing"
)

// launchKey tells launches apart: what runs, its shape and its arguments.
type launchKey struct {
	module      *module
	kernel      *exec.Kernel
	grid, block cuda.Dim3
	shared      int64
	params      string
}

func (j job) key() launchKey {
	l := j.launch
	return launchKey{j.function.module, l.Kernel, l.Grid, l.Block, l.DynamicSharedBytes, string(l.Params)}
}

// record is what one execution of a launch did. As long as nothing that it read
// or wrote has changed since, another execution would do the same and leave the
// same memory; so it need not take place.
type record struct {
	counters     cuda.Counters
	use          use
	blocks       []int // executed, where only a sample was; else nil
	printed      string
	instructions []cuda.InstructionCounters // where they were asked for
	versions     map[uint64]uint64
	// inPlace: it wrote other data into pages that it read, or nobody knows whether
	// it did. Another execution reads other data.
	inPlace bool
	changes uint64         // of the device's memory, when it had ended
	time    *timing.Result // nil until it is timed
}

// newRecord notes the versions of all pages that a run touched.
func (d *device) newRecord(j job, o outcome) *record {
	rec := &record{counters: o.Counters, use: o.use, blocks: o.blocks, printed: string(o.Printed), changes: d.changes,
		versions: make(map[uint64]uint64, len(o.ReadPages)+len(o.WrittenPages))}
	for _, page := range o.ReadPages {
		rec.versions[page] = d.memory.Version(page)
	}
	for _, page := range o.WrittenPages {
		if _, read := rec.versions[page]; read {
			rec.inPlace = !o.fixed
		}
		rec.versions[page] = d.memory.Version(page)
	}
	j.spill.count(&rec.counters, o.Result, j.launch.Block.Count())
	if o.blocks != nil {
		rec.counters = scale(rec.counters, j.launch.Grid.Count(), len(o.blocks))
	}
	rec.instructions = perInstruction(j, o)
	return rec
}

// use is what a launch does with the device memory.
type use struct {
	// footprintBytes is what it touches: the pages, and the local memory of the
	// blocks that are resident at a time.
	footprintBytes int64
	// requestedBytes is what its warps ask for, the same line as often as they do.
	requestedBytes int64
}

// use of the device memory, by an execution. Of a sample of blocks each is taken
// to touch pages of its own, as far as the allocations reach in which they lie:
// blocks that share their inputs, as those of a matrix product, then touch these
// once.
func (d *device) use(j job, o outcome) use {
	pages := slices.Concat(o.ReadPages, o.WrittenPages)
	slices.Sort(pages)
	pages = slices.Compact(pages)
	u := use{
		footprintBytes: int64(len(pages)) * exec.PageBytes,
		requestedBytes: int64(o.Counters.GlobalLoad.Sectors+o.Counters.GlobalAtomic.Sectors) * timing.SectorBytes,
	}
	if o.blocks != nil {
		all, some := int64(j.launch.Grid.Count()), int64(len(o.blocks))
		u.footprintBytes = min(u.footprintBytes*all/some, max(u.footprintBytes, d.memory.Reach(pages)))
		u.requestedBytes = u.requestedBytes * all / some
	}
	u.footprintBytes += j.localBytes
	return u
}

// wrote notes what an execution has changed. Of a launch of which a sample was
// executed not all pages are known: its record goes on to hold only where this
// execution was whole and wrote into other allocations than the sample touched.
func (d *device) wrote(o outcome) {
	d.changes++
	if o.blocks != nil {
		return
	}
	for _, rec := range d.records {
		if rec.blocks != nil && rec.changes == d.changes-1 && !d.memory.Shares(maps.Keys(rec.versions), o.WrittenPages) {
			rec.changes = d.changes
		}
	}
}

// replayable tells whether a record still holds. Of a sample not all pages are
// known: it holds until anything changes that wrote does not know to be apart.
func (d *device) replayable(rec *record) bool {
	if rec == nil || rec.inPlace || (rec.blocks != nil && rec.changes != d.changes) {
		return false
	}
	for page, version := range rec.versions {
		if d.memory.Version(page) != version {
			return false
		}
	}
	return true
}

// report is what the caller sees of a record; it shares nothing with it.
func (rec *record) report(replayed bool) cuda.Report {
	counters := rec.counters
	counters.Operations = maps.Clone(counters.Operations)
	counters.Pipes = maps.Clone(counters.Pipes)
	return cuda.Report{
		Replayed:       replayed,
		Sampled:        rec.blocks != nil,
		ExecutedBlocks: append([]int(nil), rec.blocks...),
		Counters:       &counters,
		Instructions:   cloneInstructions(rec.instructions),
		Printed:        rec.printed,
	}
}
