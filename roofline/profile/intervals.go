package profile

// intervals is a set of times, in order and apart from each other.
type intervals []interval

type interval struct{ start, end int64 } // ns

func (i interval) seconds() float64 { return float64(i.end-i.start) / nanosecondsPerSecond }

// seconds is the length of all of them.
func (s intervals) seconds() float64 {
	total := int64(0)
	for _, i := range s {
		total += i.end - i.start
	}
	return float64(total) / nanosecondsPerSecond
}

// union joins spans, which must be in the order they began.
func union(spans []Span) intervals {
	var joined intervals
	for _, s := range spans {
		joined = joined.join(s)
	}
	return joined
}

// union joins the spans of a GPU that are wanted.
func (d *DeviceTimeline) union(wanted func(Span) bool) intervals {
	var joined intervals
	for _, s := range d.Spans {
		if wanted(s) {
			joined = joined.join(s)
		}
	}
	return joined
}

// join adds a span that begins no earlier than the last interval.
func (s intervals) join(span Span) intervals {
	if last := len(s) - 1; last >= 0 && span.StartNs <= s[last].end {
		s[last].end = max(s[last].end, span.EndNs)
		return s
	}
	return append(s, interval{span.StartNs, span.EndNs})
}

// gaps is what lies between the intervals.
func (s intervals) gaps() intervals {
	var gaps intervals
	for i := 1; i < len(s); i++ {
		gaps = append(gaps, interval{s[i-1].end, s[i].start})
	}
	return gaps
}

// and is the times in both sets.
func (s intervals) and(other intervals) intervals {
	var both intervals
	for i, j := 0, 0; i < len(s) && j < len(other); {
		start, end := max(s[i].start, other[j].start), min(s[i].end, other[j].end)
		if start < end {
			both = append(both, interval{start, end})
		}
		if s[i].end < other[j].end {
			i++
		} else {
			j++
		}
	}
	return both
}
