package roofline

import (
	"slices"

	"ridgeline/results"
)

// LaunchCost is what it costs to start a kernel, by all windows of a document.
type LaunchCost struct {
	// Empty is the time that a launch takes which does next to nothing, back to
	// back with others like it; nil where it was not measured.
	Empty *float64 `json:"empty_seconds"`
	// Alone is what it takes the host to ask for a launch by itself, Graph as one of
	// many that it asks for together; nil where no window was so.
	Alone *HostCost `json:"alone"`
	Graph *HostCost `json:"graph"`
}

// HostCost is what it takes the host to ask for one launch: the median of the
// windows, the least and the greatest.
type HostCost struct {
	Median  float64 `json:"median_seconds"`
	Low     float64 `json:"low_seconds"`
	High    float64 `json:"high_seconds"`
	Windows int     `json:"windows"`
	Cases   int     `json:"cases"` // records with such a window
}

// launchCost gathers what a document tells of launches; nil where it is nothing.
func launchCost(doc *results.Document) *LaunchCost {
	var empty, alone, graph []float64
	var aloneCases, graphCases int
	for i := range doc.Records {
		r := &doc.Records[i]
		if r.Evidence != nil && r.Evidence.LaunchCostSeconds != nil {
			empty = append(empty, *r.Evidence.LaunchCostSeconds)
		}
		a, g := hostSeconds(r.Samples)
		alone, graph = append(alone, a...), append(graph, g...)
		aloneCases += min(len(a), 1)
		graphCases += min(len(g), 1)
	}
	cost := LaunchCost{Alone: hostCost(alone, aloneCases), Graph: hostCost(graph, graphCases)}
	if len(empty) > 0 {
		slices.Sort(empty)
		cost.Empty = &empty[len(empty)/2]
	}
	if cost == (LaunchCost{}) {
		return nil
	}
	return &cost
}

// hostSeconds are those of a launch in each window of which the host's time is
// known.
func hostSeconds(samples []results.Sample) (alone, graph []float64) {
	for _, s := range samples {
		switch seconds := s.HostSeconds / float64(s.Launches); {
		case seconds == 0:
		case s.LaunchesPerGraph > 0:
			graph = append(graph, seconds)
		default:
			alone = append(alone, seconds)
		}
	}
	return alone, graph
}

func hostCost(seconds []float64, cases int) *HostCost {
	if len(seconds) == 0 {
		return nil
	}
	slices.Sort(seconds)
	return &HostCost{seconds[len(seconds)/2], seconds[0], seconds[len(seconds)-1], len(seconds), cases}
}
