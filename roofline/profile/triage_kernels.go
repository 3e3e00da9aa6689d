package profile

import (
	"slices"
	"strings"
)

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
		k.P50Seconds, k.P90Seconds, k.P99Seconds = Percentile(seconds, 0.5), Percentile(seconds, 0.9), Percentile(seconds, 0.99)
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
