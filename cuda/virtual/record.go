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
	blocks   []int // executed, where only a sample was; else nil
	versions map[uint64]uint64
	// inPlace: it wrote pages that it read. Another execution reads other data.
	inPlace bool
	changes uint64         // of the device's memory, when it had ended
	time    *timing.Result // nil until it is timed
}

// newRecord notes the versions of all pages that a run touched.
func (d *device) newRecord(r exec.Result, counters cuda.Counters, blocks []int) *record {
	rec := &record{counters: counters, blocks: blocks, changes: d.changes,
		versions: make(map[uint64]uint64, len(r.ReadPages)+len(r.WrittenPages))}
	for _, page := range r.ReadPages {
		rec.versions[page] = d.memory.Version(page)
	}
	for _, page := range r.WrittenPages {
		if _, read := rec.versions[page]; read {
			rec.inPlace = true
		}
		rec.versions[page] = d.memory.Version(page)
	}
	return rec
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
