package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"

	"ridgeline/roofline"
)

// series is the points of one case along one of its axes, the others being
// fixed.
type series struct {
	name   string // of the case
	fixed  string // the other axes and their values, such as "bits=32"
	axis   string // empty where the case has none
	points []roofline.Point
}

// sweeps sorts the points into series, in the order of the document. The axis of
// a case is the one with the most values.
func sweeps(points []roofline.Point) []series {
	axes := longestAxes(points)
	var list []series
	for _, p := range points {
		axis := axes[p.Case]
		fixed := axesText(p.Axes, axis)
		i := slices.IndexFunc(list, func(s series) bool { return s.name == p.Case && s.fixed == fixed })
		if i < 0 {
			i = len(list)
			list = append(list, series{name: p.Case, fixed: fixed, axis: axis})
		}
		list[i].points = append(list[i].points, p)
	}
	for _, s := range list {
		slices.SortStableFunc(s.points, func(a, b roofline.Point) int { return cmp.Compare(a.Axes[s.axis], b.Axes[s.axis]) })
	}
	return list
}

// longestAxes gives for each case the axis with the most values.
func longestAxes(points []roofline.Point) map[string]string {
	values := map[string]map[string]map[int64]bool{}
	for _, p := range points {
		if values[p.Case] == nil {
			values[p.Case] = map[string]map[int64]bool{}
		}
		for axis, value := range p.Axes {
			if values[p.Case][axis] == nil {
				values[p.Case][axis] = map[int64]bool{}
			}
			values[p.Case][axis][value] = true
		}
	}
	longest := map[string]string{}
	for name, axes := range values {
		for _, axis := range slices.Sorted(maps.Keys(axes)) {
			if best, found := longest[name]; !found || len(axes[axis]) > len(axes[best]) {
				longest[name] = axis
			}
		}
	}
	return longest
}

// axesText writes the axes but one.
func axesText(axes map[string]int64, but string) string {
	var list []string
	for _, axis := range slices.Sorted(maps.Keys(axes)) {
		if axis != but {
			list = append(list, fmt.Sprintf("%s=%d", axis, axes[axis]))
		}
	}
	return strings.Join(list, " ")
}

// longSeries is from where on a series is shown in part.
const longSeries = 12

// condensed leaves of a long series the first and the last point, and of those
// at zero and at the powers of two the ones that differ from a neighbour.
func (s series) condensed() []roofline.Point {
	if len(s.points) <= longSeries {
		return s.points
	}
	var list []roofline.Point
	for i, p := range s.points {
		if i == 0 || i == len(s.points)-1 || bits.OnesCount64(uint64(p.Axes[s.axis])) <= 1 { //nolint:gosec // its bits are what counts
			list = append(list, p)
		}
	}
	inside := func(i int) bool {
		return i > 0 && i < len(list)-1 && alike(list[i-1], list[i]) && alike(list[i], list[i+1])
	}
	var ends []roofline.Point
	for i, p := range list {
		if !inside(i) {
			ends = append(ends, p)
		}
	}
	return ends
}

// alike tells whether two points say the same within a percent.
func alike(a, b roofline.Point) bool {
	const same = 0.01
	return a.Verdict == b.Verdict && a.Roof == b.Roof && math.Abs(a.Rate-b.Rate) <= same*a.Rate
}

// family is the series whose cases ask one question.
type family struct {
	name   string
	series []series
}

// families gathers the series by the part of their names before the slash, in
// the order in which they first come.
func families(points []roofline.Point) []family {
	var list []family
	for _, s := range sweeps(points) {
		name, _, _ := strings.Cut(s.name, "/")
		i := slices.IndexFunc(list, func(f family) bool { return f.name == name })
		if i < 0 {
			i = len(list)
			list = append(list, family{name: name})
		}
		list[i].series = append(list[i].series, s)
	}
	return list
}
