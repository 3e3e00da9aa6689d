package profile

import (
	"fmt"
	"slices"
)

func triageDevice(d *DeviceTimeline) DeviceTriage {
	busy := d.union(func(Span) bool { return true })
	span := float64(0)
	if len(busy) > 0 {
		span = float64(busy[len(busy)-1].end-busy[0].start) / nanosecondsPerSecond
	}
	share := func(set intervals) Number { return ratio(Known(set.seconds()), Known(span)) }
	compute := d.union(func(s Span) bool { return s.Kind == SpanKernel })
	talk := d.union(func(s Span) bool { return s.Kind == SpanCommunication })
	both := compute.and(talk)
	t := DeviceTriage{
		Device:               d.Device,
		SpanSeconds:          Known(span),
		BusyShare:            share(busy),
		IdleShare:            share(busy.gaps()),
		ComputeShare:         share(compute),
		CopyShare:            share(d.union(func(s Span) bool { return s.Kind == SpanCopy || s.Kind == SpanSet })),
		CommunicationShare:   share(talk),
		CommunicationOverlap: ratio(Known(both.seconds()), Known(talk.seconds())),
		ExposedShare:         ratio(Known(talk.seconds()-both.seconds()), Known(span)),
	}
	if len(talk) == 0 {
		t.CommunicationOverlap = Missing("no kernel of NCCL or its like ran")
	}
	t.Kernels = kernelShares(d, span)
	t.judgeGaps(busy.gaps(), d)
	return t
}

// gapBounds is the bounds of the histogram of gaps, in seconds.
func gapBounds() []float64 { return []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 0} }

func (t *DeviceTriage) judgeGaps(gaps intervals, d *DeviceTimeline) {
	for _, bound := range gapBounds() {
		t.Gaps = append(t.Gaps, GapBin{BelowSeconds: bound})
	}
	lengths := make([]float64, 0, len(gaps))
	for _, gap := range gaps {
		seconds := gap.seconds()
		lengths = append(lengths, seconds)
		bin := slices.IndexFunc(t.Gaps, func(b GapBin) bool { return b.BelowSeconds == 0 || seconds < b.BelowSeconds })
		t.Gaps[bin].Count++
		t.Gaps[bin].Seconds += seconds
	}
	var kernels []float64
	for _, s := range d.Spans {
		if s.Kind == SpanKernel {
			kernels = append(kernels, s.seconds())
		}
	}
	slices.Sort(lengths)
	slices.Sort(kernels)
	t.LargestGapSeconds, t.MedianGapSeconds = Missing("there is no gap"), Percentile(lengths, 0.5)
	if len(lengths) > 0 {
		t.LargestGapSeconds = Known(lengths[len(lengths)-1])
	}
	t.MedianKernelSeconds = Percentile(kernels, 0.5)
	gap, okGap := t.MedianGapSeconds.Get()
	kernel, okKernel := t.MedianKernelSeconds.Get()
	if !okGap || !okKernel {
		t.Why = "there are no gaps between kernels to judge"
		return
	}
	// Two medians of a handful say nothing.
	const enough = 10
	t.LaunchBound = gap > kernel && len(lengths) >= enough
	t.Why = fmt.Sprintf("the median gap is %.3g µs and the median kernel %.3g µs, over %d gaps", gap*1e6, kernel*1e6, len(lengths))
}
