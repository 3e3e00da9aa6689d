package virtual

import (
	"maps"

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
	counters cuda.Counters
	// footprintBytes is what the launch touched of the device memory.
	footprintBytes int64
	blocks         []int // executed, where only a sample was; else nil
	versions       map[uint64]uint64
	// inPlace: it wrote pages that it read. Another execution reads other data.
	inPlace bool
	changes uint64         // of the device's memory, when it had ended
	time    *timing.Result // nil until it is timed
}

// newRecord notes the versions of all pages that a run touched.
func (d *device) newRecord(j job, o outcome) *record {
	rec := &record{counters: o.Counters, blocks: o.blocks, changes: d.changes, footprintBytes: j.footprint(o),
		versions: make(map[uint64]uint64, len(o.ReadPages)+len(o.WrittenPages))}
	for _, page := range o.ReadPages {
		rec.versions[page] = d.memory.Version(page)
	}
	for _, page := range o.WrittenPages {
		if _, read := rec.versions[page]; read {
			rec.inPlace = true
		}
		rec.versions[page] = d.memory.Version(page)
	}
	j.spill.count(&rec.counters, o.Result)
	if o.blocks != nil {
		rec.counters = scale(rec.counters, j.launch.Grid.Count(), len(o.blocks))
	}
	return rec
}

// footprint is what a launch touches of the device memory: the pages, and the
// local memory of the blocks that are resident at a time. Of a sample of blocks
// each is taken to touch pages of its own.
func (j job) footprint(o outcome) int64 {
	touched := map[uint64]bool{}
	for _, pages := range [][]uint64{o.ReadPages, o.WrittenPages} {
		for _, page := range pages {
			touched[page] = true
		}
	}
	bytes := int64(len(touched)) * exec.PageBytes
	if o.blocks != nil {
		bytes = bytes * int64(j.launch.Grid.Count()) / int64(len(o.blocks))
	}
	return bytes + j.localBytes
}

// replayable tells whether a record still holds. Of a sample not all pages are
// known: it holds until anything changes.
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
	}
}
