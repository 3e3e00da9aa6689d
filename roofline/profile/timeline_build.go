package profile

import (
	"slices"
	"strings"
)

// maxSpans bounds the events of a timeline that are kept.
const maxSpans = 20 << 20

// spanEvent is one event of a timeline, as a reader finds it.
type spanEvent struct {
	device     string
	name       string
	start, end int64 // ns
	kind       SpanKind
	launch     Launch
}

// timelineBuilder gathers the spans of a run, and the kernels by name and
// shape.
type timelineBuilder struct {
	devices map[string]*deviceBuilder
	facts   map[string]Device
	kernels map[kernelKey]*kernelSum
	order   []kernelKey
	spans   int64
	skipped int64 // events without a time, or that end before they begin
}

type deviceBuilder struct {
	timeline DeviceTimeline
	names    map[string]int32
}

// kernelKey is what makes launches the same kernel.
type kernelKey struct {
	device, name string
	grid, block  Dim3
}

type kernelSum struct {
	launch  Launch
	seconds float64
	count   int64
	// operations of so many of the launches, on one path; unknown tells that there
	// are launches of which they are not known.
	operations float64
	declared   int64
	path       string
	paths      []string
	unknown    bool
}

func newTimelineBuilder() *timelineBuilder {
	return &timelineBuilder{devices: map[string]*deviceBuilder{}, facts: map[string]Device{}, kernels: map[kernelKey]*kernelSum{}}
}

// add takes one event.
func (b *timelineBuilder) add(e spanEvent) error {
	if e.end < e.start {
		b.skipped++
		return nil
	}
	if b.spans == maxSpans {
		return &LimitError{"the number of events", maxSpans}
	}
	b.spans++
	d := b.device(e.device)
	index, have := d.names[e.name]
	if !have {
		index = int32(len(d.timeline.Names))
		d.names[e.name] = index
		d.timeline.Names = append(d.timeline.Names, e.name)
	}
	if e.kind == SpanKernel && isCommunication(e.name) {
		e.kind = SpanCommunication
	}
	d.timeline.Spans = append(d.timeline.Spans, Span{e.start, e.end, index, e.kind})
	if e.kind == SpanKernel || e.kind == SpanCommunication {
		b.sum(e, d.timeline.Names[index])
	}
	return nil
}

func (b *timelineBuilder) device(index string) *deviceBuilder {
	d, have := b.devices[index]
	if !have {
		d = &deviceBuilder{names: map[string]int32{}}
		b.devices[index] = d
	}
	return d
}

// keyOf is the kernel that an event is a launch of.
func keyOf(e spanEvent) kernelKey {
	key := kernelKey{device: e.device, name: e.name}
	if e.launch.Grid != nil && e.launch.Block != nil {
		key.grid, key.block = *e.launch.Grid, *e.launch.Block
	}
	return key
}

func (b *timelineBuilder) sum(e spanEvent, name string) {
	e.name = name // one copy of each
	key := keyOf(e)
	total, have := b.kernels[key]
	if !have {
		total = &kernelSum{launch: e.launch}
		b.kernels[key] = total
		b.order = append(b.order, key)
	}
	total.seconds += float64(e.end-e.start) / nanosecondsPerSecond
	total.count++
}

// finish hands the kernels on, one for each name and shape with the mean of its
// launches, and puts the timeline in the file.
func (b *timelineBuilder) finish(out *output) error {
	if b.skipped > 0 {
		out.warn(0, itoa(b.skipped)+" events without a right time were skipped")
	}
	if b.spans > 0 {
		out.file.Timeline = b.timeline()
	}
	for i, key := range b.order {
		total := b.kernels[key]
		k := timedKernel(key.name, total.seconds/float64(total.count), total.count)
		k.Launch = total.launch
		k.Device = b.facts[key.device]
		k.Device.Index = key.device
		k.Source.Row = int64(i + 1)
		total.declare(&k)
		if err := out.kernel(k); err != nil {
			return err
		}
	}
	if len(b.order) == 0 {
		return &NoKernelsError{"the timeline has no kernel of a GPU", "was the GPU recorded, and did the run launch any?"}
	}
	return nil
}

// declare adds the operations of a launch, on average, where they are known of
// all.
func (s *kernelSum) declare(k *Kernel) {
	if s.declared == 0 || s.unknown {
		return
	}
	w := declaredWork(s.path, s.operations/float64(s.declared), s.paths)
	w.Definition = "2*M*N*K of the shapes that the operator recorded"
	k.Work, k.Tier = []Work{w}, TierDeclared
}

// timedKernel is a Kernel of which only the time is known.
func timedKernel(name string, seconds float64, launches int64) Kernel {
	return Kernel{Name: name, TimeSeconds: Known(seconds), Launches: launches, Tier: TierTriage}
}

func (b *timelineBuilder) timeline() *Timeline {
	t := &Timeline{}
	for index, d := range b.devices {
		d.timeline.Device = b.facts[index]
		d.timeline.Device.Index = index
		slices.SortStableFunc(d.timeline.Spans, func(a, c Span) int { return int(min(max(a.StartNs-c.StartNs, -1), 1)) })
		t.Devices = append(t.Devices, d.timeline)
	}
	slices.SortFunc(t.Devices, func(a, c DeviceTimeline) int {
		if order := len(a.Device.Index) - len(c.Device.Index); order != 0 {
			return order
		}
		return strings.Compare(a.Device.Index, c.Device.Index)
	})
	return t
}

// isCommunication tells a kernel that moves data between GPUs, by its name: NCCL
// and what takes its place.
func isCommunication(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{
		"nccl", "rccl", "nvshmem", "cross_device_reduce", "allreduce", "all_reduce", "allgather", "all_gather",
		"reducescatter", "reduce_scatter", "alltoall", "all_to_all",
	} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}
