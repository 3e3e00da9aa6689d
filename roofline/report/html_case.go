package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ridgeline/results"
	"ridgeline/roofline"
)

// caseView is a row of the table of all cases.
type caseView struct {
	ID, Label, Family  string
	Intensity, Rate    string
	Point              roofline.Point
	Latency            string
	Evidence, Warnings []string
}

// addCases makes a row of each point, and lists what they can be filtered by.
func (p *page) addCases(doc *results.Document, points []roofline.Point) {
	for i, pair := range pairs(doc, points) {
		point := pair.point
		family, _, _ := strings.Cut(point.Case, "/")
		p.Families = appendNew(p.Families, family)
		if !slices.Contains(p.Verdicts, point.Verdict) {
			p.Verdicts = append(p.Verdicts, point.Verdict)
		}
		c := caseView{
			ID: fmt.Sprintf("case-%d", i+1), Label: roofline.Label(point.Case, point.Axes), Family: family,
			Intensity: intensityCell(point), Rate: roofline.Readable(point.Rate, point.RateUnit), Point: point,
			Evidence: evidence(pair), Warnings: pair.record.Warnings,
		}
		if point.Latency != nil {
			c.Latency = latencyCell(point)
		}
		p.Cases = append(p.Cases, c)
	}
}

// levelText is what a kernel does at one memory level.
func levelText(use roofline.LevelUse) string {
	text := fmt.Sprintf("At %s it moves %s", use.Level, roofline.Readable(use.BytesPerSecond, "B/s"))
	if use.OfCeiling != nil {
		text += fmt.Sprintf(", %s of the ceiling", percent(use.OfCeiling))
	}
	if use.Intensity != nil {
		text += fmt.Sprintf(", at %s operations a byte: %s by this level alone", roofline.Significant(*use.Intensity), use.Side)
	}
	if use.Binds {
		text += "; no other level has a lower roof"
	}
	return text + "."
}

// pair is a point with the record that it was made of.
type pair struct {
	point  roofline.Point
	record *results.Record
}

// pairs walks the records beside the points, which stand in the same order.
func pairs(doc *results.Document, points []roofline.Point) []pair {
	var list []pair
	for i := range doc.Records {
		r := &doc.Records[i]
		if len(list) < len(points) && r.Outcome == results.OutcomeOK {
			if next := points[len(list)]; next.Case == r.Case && maps.Equal(next.Axes, r.Axes) {
				list = append(list, pair{next, r})
			}
		}
	}
	return list
}

// evidence says in short sentences what stands behind the number of a point.
func evidence(p pair) []string {
	var list []string
	for _, use := range p.point.Levels {
		list = append(list, levelText(use))
	}
	r := p.record
	list = append(list, verificationText(r.Verification), estimateText(r))
	if l := r.Limit; l != nil {
		list = append(list, limitText(l, r.Work.Path))
	}
	if k := r.Kernel; k != nil {
		list = append(list, fmt.Sprintf("Kernel %s of %s: target %s, %d registers by the %s, %d bytes of local memory a thread, %d of shared a block.",
			k.Symbol, k.Module, k.Target, k.Registers, k.RegistersSource, k.LocalBytes, k.SharedBytes))
	}
	if l := r.Launch; l != nil {
		list = append(list, fmt.Sprintf("Grid %s, block %s, %s resident on an SM.", dimensions(l.Grid), dimensions(l.Block), count(l.BlocksPerSM, "block")))
	}
	list = append(list, workText(r.Work))
	if d := r.Data; d != nil {
		list = append(list, fmt.Sprintf("Input data: %s, seed %d.", d.Pattern, d.Seed))
	}
	return append(list, trafficTexts(r.Counters)...)
}

func verificationText(v *results.Verification) string {
	if v == nil {
		return "The result was not checked."
	}
	text := fmt.Sprintf("Checked against the CPU: %d of %d outputs, %s", v.Checked, v.Total, v.Method)
	if v.Sampled {
		text += ", of a sample of the blocks"
	}
	return text + "."
}

func estimateText(r *results.Record) string {
	e := r.Estimate
	seconds := roofline.Quantity{Median: 1e6 * e.SecondsMedian, Low: 1e6 * e.SecondsLow, High: 1e6 * e.SecondsHigh}
	text := fmt.Sprintf("A launch takes %s at %.3g %% confidence, the median of %s", interval(seconds, "µs"), 100*e.Confidence, count(e.Samples, "window"))
	if e.SMClockMHz != nil {
		text += fmt.Sprintf(", at an SM clock of %.0f MHz", *e.SMClockMHz)
	}
	return text + "."
}

func limitText(l *results.Limit, path string) string {
	if l.PerSecond == nil {
		return "Limit unknown: " + l.Source + "."
	}
	unit := "B/s"
	if !strings.HasPrefix(l.Resource, "level:") {
		unit = roofline.OperationUnit(path) + "/s"
	}
	return fmt.Sprintf("Limit %s: %s.", roofline.Readable(*l.PerSecond, unit), l.Source)
}

func dimensions(d [3]int) string {
	return strings.TrimSuffix(strings.TrimSuffix(fmt.Sprintf("%d x %d x %d", d[0], d[1], d[2]), " x 1"), " x 1")
}

// workText is the work of a launch, by its formula.
func workText(w *results.Work) string {
	var parts []string
	if w.Operations > 0 {
		parts = append(parts, fmt.Sprintf("does %.4g %s on %s", w.Operations, roofline.OperationUnit(w.Path), w.Path))
	}
	for _, level := range slices.SortedFunc(maps.Keys(w.Bytes), roofline.CompareLevels) {
		parts = append(parts, fmt.Sprintf("moves %.4g bytes at %s", w.Bytes[level], level))
	}
	return fmt.Sprintf("By its formula a launch %s; its footprint is %.4g bytes.", strings.Join(parts, ", "), w.FootprintBytes)
}

// trafficTexts is what the counters say of each kind of access.
func trafficTexts(c *results.Counters) []string {
	if c == nil {
		return nil
	}
	var list []string
	for _, kind := range slices.Sorted(maps.Keys(c.Traffic)) {
		t := c.Traffic[kind]
		text := fmt.Sprintf("Counted %s: %.4g requests, %.4g useful bytes", kind, float64(t.Requests), float64(t.UsefulBytes))
		if t.Sectors > 0 {
			text += fmt.Sprintf(", %.4g sectors of 32 bytes", float64(t.Sectors))
		}
		if t.Passes > 0 {
			text += fmt.Sprintf(", %.4g passes where %.4g would do", float64(t.Passes), float64(t.IdealPasses))
		}
		list = append(list, text+".")
	}
	return list
}
