// Package twin turns a measured document into the values that describe the same
// chip to the virtual GPU: each is the parameter whose steady state, as
// docs/virtual-gpu.md has it, is what was measured.
package twin

import (
	"fmt"

	"ridgeline/results"
	"ridgeline/roofline"
)

// Value is a measured value of a field of a spec file.
type Value struct {
	Field  []string // the keys on the way to it
	Number float64  // in the field's own unit, not yet rounded to a whole number
	Source string
}

// Values gives what a document tells. A field that is not among them was not
// measured, or its evidence was refused.
func Values(doc *results.Document) []Value {
	b := &builder{doc: doc, derived: roofline.Derive(doc)}
	b.device()
	for _, c := range b.derived.Ceilings {
		if c.Status != roofline.Refused {
			b.ceiling(c)
		}
	}
	b.latencies()
	b.launch()
	return b.list
}

type builder struct {
	doc     *results.Document
	derived *roofline.Derived
	list    []Value
}

func (b *builder) add(number float64, source string, field ...string) {
	if number > 0 {
		b.list = append(b.list, Value{field, number, source})
	}
}

// device takes the facts, and the clock at which the ceilings were measured.
func (b *builder) device() {
	d := b.doc.Device
	const told = "told by the device"
	b.add(float64(d.SMCount), told, "sm_count")
	b.add(float64(d.L2Bytes), told, "l2", "bytes")
	b.add(float64(d.MemoryBytes), told, "memory", "bytes")
	if clock := b.clockMHz(); clock > 0 {
		b.add(clock, "measured: the clock of the ceilings", "sm_clock_mhz")
	} else {
		b.add(d.SMClockMHz, told, "sm_clock_mhz")
	}
	if bus := d.BusBytesPerSecond; bus != nil && d.MemoryClockMHz > 0 && d.BusWidthBits > 0 {
		b.add(d.MemoryClockMHz, told, "memory", "clock_mhz")
		b.add(float64(d.BusWidthBits), told, "memory", "bus_width_bits")
		b.add(*bus/(d.MemoryClockMHz*hertzPerMHz*float64(d.BusWidthBits)/8), told, "memory", "transfers_per_clock")
	}
}

const hertzPerMHz = 1e6

// clockMHz is the SM clock of the first ceiling that has one; 0 where none has.
func (b *builder) clockMHz() float64 {
	for _, c := range b.derived.Ceilings {
		if r := b.record(c.Case, c.Axes); r != nil && r.Estimate.SMClockMHz != nil {
			return *r.Estimate.SMClockMHz
		}
	}
	return 0
}

// pipes are the fields that follow from the ceilings of the paths outside of the
// tensor cores, and how many operations a lane does in a cycle.
func pipes() map[string]struct {
	field      []string
	operations float64
} {
	type row = struct {
		field      []string
		operations float64
	}
	return map[string]row{
		"fp32":   {[]string{"pipes", "fma", "lanes"}, 2},
		"int32":  {[]string{"pipes", "fma", "integer_lanes"}, 2},
		"fp64":   {[]string{"pipes", "fp64", "lanes"}, 2},
		"fp16x2": {[]string{"pipes", "fp16", "lanes"}, 4},
	}
}

// ceiling takes the rate of a path or level, in the steady state.
func (b *builder) ceiling(c roofline.Ceiling) {
	r := b.record(c.Case, c.Axes)
	if r == nil || c.PerSMCycle == nil {
		return
	}
	steady := b.steady(r)
	rate, source := float64(c.PerSMCycle.Median*steady), measured(r, c.Status)
	if pipe, ok := pipes()[c.Name]; ok && c.Kind == roofline.KindPath {
		b.add(rate/pipe.operations, source, pipe.field...)
		return
	}
	switch {
	case c.Kind == roofline.KindPath && r.Work.Way != "":
		b.add(rate, source, "tensor", "flop_per_cycle", c.Name, r.Work.Way)
	case c.Name == "dram" && b.doc.Device.BusBytesPerSecond != nil:
		b.add(min(1, float64(c.PerSecond.Median*steady) / *b.doc.Device.BusBytesPerSecond), source, "memory", "efficiency")
	case c.Name == "l2":
		b.add(rate*float64(b.doc.Device.SMCount), source, "l2", "bytes_per_cycle")
	case c.Name == "l1" || c.Name == "shared":
		b.add(rate, source, c.Name, "bytes_per_cycle")
	}
}

// steady is the factor that takes the cost of an empty launch off the time.
func (b *builder) steady(r *results.Record) float64 {
	if r.Evidence == nil || r.Evidence.LaunchCostSeconds == nil {
		return 1
	}
	const most = 0.1 // of the time: beyond, something else is odd
	part := *r.Evidence.LaunchCostSeconds / r.Estimate.SecondsMedian
	return 1 / (1 - min(part, most))
}

// launch splits the cost of an empty launch in two, as nothing tells how much of
// it lies between the kernels, less the time of the loads of such a kernel, which
// the model simulates: they go to memory and back.
func (b *builder) launch() {
	for i := range b.doc.Records {
		r := &b.doc.Records[i]
		if r.Evidence == nil || r.Evidence.LaunchCostSeconds == nil {
			continue
		}
		cost := *r.Evidence.LaunchCostSeconds
		const inTheKernel = 0.3
		half, source := cost*(1-inTheKernel)/2, fmt.Sprintf("derived: an empty launch takes %.3g µs, of which 30 %% is taken to be the kernel", 1e6*cost)
		b.add(half, source, "launch", "overhead_seconds")
		b.add(half, source, "launch", "gap_seconds")
		return
	}
}

func measured(r *results.Record, status roofline.Status) string {
	text := "measured: " + r.Case + axesText(r.Axes)
	if status != roofline.OK {
		text += ", " + string(status)
	}
	return text
}
