package profile

import (
	"fmt"
	"slices"
	"strings"
)

// Triage is what a run's timeline tells before any kernel is looked at: was the
// GPU busy, with what, and which kernels are worth a deep look. It is no verdict
// on a kernel.
type Triage struct {
	Devices []DeviceTriage `json:"devices"`
	// Note says what the triage rests on where there was no timeline.
	Note string `json:"note,omitempty"`
}

// DeviceTriage is the triage of one GPU. Shares run from 0 to 1 and are of the
// span, from the start of the first event to the end of the last, unless said
// otherwise.
type DeviceTriage struct {
	Device      Device `json:"device"`
	SpanSeconds Number `json:"span_seconds"`
	// BusyShare is when any kernel or copy ran; IdleShare is the rest.
	BusyShare Number `json:"busy_share"`
	IdleShare Number `json:"idle_share"`
	// ComputeShare is when any kernel ran that computes.
	ComputeShare Number `json:"compute_share"`
	CopyShare    Number `json:"copy_share"` // copies and fills of memory
	// CommunicationShare is when a kernel of NCCL or its like ran;
	// CommunicationOverlap is how much of that time a computing kernel ran too, and
	// ExposedShare is the rest, as a share of the span.
	CommunicationShare   Number `json:"communication_share"`
	CommunicationOverlap Number `json:"communication_overlap"`
	ExposedShare         Number `json:"exposed_share"`
	// Gaps is the histogram of the times when nothing ran.
	Gaps                []GapBin `json:"gaps"`
	LargestGapSeconds   Number   `json:"largest_gap_seconds"`
	MedianGapSeconds    Number   `json:"median_gap_seconds"`
	MedianKernelSeconds Number   `json:"median_kernel_seconds"`
	// LaunchBound tells that the gaps between kernels are longer than the kernels
	// (median against median): the GPU waits for launches.
	LaunchBound bool   `json:"launch_bound"`
	Why         string `json:"why"` // of LaunchBound, with the figures
	// Kernels is the kernels by name, that with the most time first.
	Kernels []KernelShare `json:"kernels"`
}

// GapBin is the gaps shorter than a bound and no shorter than the bound before.
type GapBin struct {
	// BelowSeconds is the bound; 0 stands for no bound.
	BelowSeconds float64 `json:"below_seconds"`
	Count        int64   `json:"count"`
	Seconds      float64 `json:"seconds"`
}

// KernelShare is one kernel's part of a run.
type KernelShare struct {
	Name          string `json:"name"`
	Communication bool   `json:"communication"`
	Launches      int64  `json:"launches"`
	// TotalSeconds is the sum over the launches.
	TotalSeconds float64 `json:"total_seconds"`
	// ShareOfSpan is when at least one launch ran. ShareOfKernels is of the sum
	// over all kernels, as nsys shows it.
	ShareOfSpan    Number  `json:"share_of_span"`
	ShareOfKernels float64 `json:"share_of_kernels"`
	// AmdahlBound is how many times faster the whole run would be if this kernel
	// took no time at all.
	AmdahlBound Number `json:"amdahl_bound"`
	P50Seconds  Number `json:"p50_seconds"`
	P90Seconds  Number `json:"p90_seconds"`
	P99Seconds  Number `json:"p99_seconds"`
}

// Amdahl is how many times faster a run becomes if a share of it (0 to 1)
// becomes speedup times faster: 1/((1-share) + share/speedup) (Amdahl, AFIPS
// 1967).
func Amdahl(share, speedup float64) float64 { return 1 / (1 - share + share/speedup) }

// NewTriage judges a timeline. Where there is none (a summary of nsys, a report
// of single launches), pass nil and the kernels: then only their shares of each
// other are known.
func NewTriage(t *Timeline, kernels []Kernel) Triage {
	if t == nil {
		return triageOfSums(kernels)
	}
	var triage Triage
	for i := range t.Devices {
		triage.Devices = append(triage.Devices, triageDevice(&t.Devices[i]))
	}
	return triage
}

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
	t.LargestGapSeconds, t.MedianGapSeconds = quantile(lengths, 1), quantile(lengths, 0.5)
	t.MedianKernelSeconds = quantile(kernels, 0.5)
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

// quantile is the value at a rank of sorted values (nearest rank).
func quantile(sorted []float64, q float64) Number {
	if len(sorted) == 0 {
		return Missing("there are none")
	}
	place := int(q*float64(len(sorted))+0.999999) - 1
	return Known(sorted[min(max(place, 0), len(sorted)-1)])
}

// kernelShares sums the kernels of a GPU by name.
func kernelShares(d *DeviceTimeline, span float64) []KernelShare {
	byName := map[int32][]Span{}
	for _, s := range d.Spans {
		if s.Kind == SpanKernel || s.Kind == SpanCommunication {
			byName[s.Name] = append(byName[s.Name], s)
		}
	}
	var shares []KernelShare
	total := 0.0
	for name, spans := range byName {
		k := KernelShare{Name: d.Names[name], Communication: spans[0].Kind == SpanCommunication, Launches: int64(len(spans))}
		seconds := make([]float64, len(spans))
		for i, s := range spans {
			seconds[i] = s.seconds()
			k.TotalSeconds += seconds[i]
		}
		slices.Sort(seconds)
		k.P50Seconds, k.P90Seconds, k.P99Seconds = quantile(seconds, 0.5), quantile(seconds, 0.9), quantile(seconds, 0.99)
		k.ShareOfSpan = ratio(Known(union(spans).seconds()), Known(span))
		k.AmdahlBound = amdahlBound(k.ShareOfSpan)
		total += k.TotalSeconds
		shares = append(shares, k)
	}
	return ranked(shares, total)
}

// amdahlBound is Amdahl with an endless speedup.
func amdahlBound(share Number) Number {
	p, known := share.Get()
	switch {
	case !known:
		return share
	case p >= 1:
		return Missing("the kernel runs all the time: there is no bound")
	}
	return Known(1 / (1 - p))
}

// ranked fills in the shares of the total, and sorts by time.
func ranked(shares []KernelShare, total float64) []KernelShare {
	for i := range shares {
		shares[i].ShareOfKernels = ratio(Known(shares[i].TotalSeconds), Known(total)).Or(0)
	}
	slices.SortFunc(shares, func(a, b KernelShare) int {
		if order := compare(b.TotalSeconds, a.TotalSeconds); order != 0 {
			return order
		}
		return strings.Compare(a.Name, b.Name)
	})
	return shares
}

// triageOfSums ranks kernels of which only times are known.
func triageOfSums(kernels []Kernel) Triage {
	const why = "the input has no timeline"
	byName := map[string]*KernelShare{}
	total := 0.0
	for i := range kernels {
		k := &kernels[i]
		seconds := k.TimeSeconds.Or(0) * float64(k.Launches)
		share, have := byName[k.Name]
		if !have {
			share = &KernelShare{Name: k.Name, Communication: isCommunication(k.Name), ShareOfSpan: Missing(why), AmdahlBound: Missing(why),
				P50Seconds: Missing(why), P90Seconds: Missing(why), P99Seconds: Missing(why)}
			byName[k.Name] = share
		}
		share.Launches += k.Launches
		share.TotalSeconds += seconds
		total += seconds
	}
	shares := make([]KernelShare, 0, len(byName))
	for _, share := range byName {
		shares = append(shares, *share)
	}
	missing := Missing(why)
	return Triage{
		Note: "only the kernels' shares of each other are known: " + why,
		Devices: []DeviceTriage{{
			SpanSeconds: missing, BusyShare: missing, IdleShare: missing, ComputeShare: missing, CopyShare: missing,
			CommunicationShare: missing, CommunicationOverlap: missing, ExposedShare: missing,
			LargestGapSeconds: missing, MedianGapSeconds: missing, MedianKernelSeconds: missing,
			Why: why, Kernels: ranked(shares, total),
		}},
	}
}
