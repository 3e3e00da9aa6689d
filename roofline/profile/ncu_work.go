package profile

import (
	"slices"
	"strings"
)

// workOf derives the operations of every path that the report counted. The
// formulas are those of Nsight Compute's roofline sections.
func workOf(m *metrics, seconds Number) []Work {
	var work []Work
	if m.speaksOf(domainSASS) {
		work = sassWork(m, seconds)
	}
	work = append(work, tensorWork(m, seconds)...)
	slices.SortStableFunc(work, func(a, b Work) int { return strings.Compare(a.Path, b.Path) })
	return work
}

// sassWork is the work of the ordinary pipes, from the counts of thread
// instructions.
func sassWork(m *metrics, seconds Number) []Work {
	var work []Work
	for _, path := range []struct {
		name, letter string
		paths        []string
		adds         float64 // operations of an add or a multiply
	}{
		{"fp16x2", "h", []string{"fp16x2", "bf16x2"}, 2},
		{"fp32", "f", nil, 1},
		{"fp64", "d", nil, 1},
	} {
		if w, counted := vectorWork(m, path.name, path.letter, path.adds, seconds); counted {
			w.Paths = path.paths
			work = append(work, w)
		}
	}
	const integer = "smsp__sass_thread_inst_executed_op_integer_pred_on.sum"
	if count := m.number(integer, "sm__sass_thread_inst_executed_op_integer_pred_on.sum"); count.Known() {
		work = append(work, Work{
			Path: "int32", Operations: count.Or(0), Adds: notApart(), Multiplies: notApart(), FMAs: notApart(),
			Definition: "thread instructions on integers of any kind, each counted once (" + integer + ")",
		})
	}
	return work
}

func notApart() Number { return Missing("not counted apart") }

// vectorWork is the work of the ordinary floating-point pipes: add, multiply and
// FMA thread instructions. All three must be there: a sum of two would be
// wrong.
func vectorWork(m *metrics, path, letter string, perAdd float64, seconds Number) (Work, bool) {
	var count [3]Number
	for i, op := range []string{"add", "mul", "fma"} {
		count[i] = threadInstructions(m, letter+op, seconds)
		if !count[i].Known() {
			return Work{}, false
		}
	}
	w := Work{Path: path, Adds: count[0], Multiplies: count[1], FMAs: count[2]}
	w.Operations = perAdd * (count[0].Or(0) + count[1].Or(0) + 2*count[2].Or(0))
	formula := " of smsp__sass_thread_inst_executed_op_" + letter + "{add,mul,fma}_pred_on"
	w.Definition = "add + mul + 2*fma" + formula
	if perAdd > 1 {
		w.Definition = "2*add + 2*mul + 4*fma" + formula + " (packed pairs)"
	}
	return w, true
}

// threadInstructions counts one operation: the plain sum, or else the rate per
// cycle times the cycles.
func threadInstructions(m *metrics, op string, seconds Number) Number {
	base := "sass_thread_inst_executed_op_" + op + "_pred_on"
	if count := m.number("smsp__"+base+".sum", "sm__"+base+".sum"); count.Known() {
		return count
	}
	if rate, found := m.first("smsp__"+base+".sum.per_cycle_elapsed", "sm__"+base+".sum.per_cycle_elapsed"); rate.Known() {
		return rate.By(cyclesFor(m, found, seconds))
	}
	doubled := m.number("derived__smsp__" + base + "_x2") // 2 times the rate per cycle
	return doubled.Times(0.5).By(cyclesFor(m, "smsp__", seconds))
}

// cyclesFor is the elapsed cycles that a rate "per_cycle_elapsed" is per.
func cyclesFor(m *metrics, metric string, seconds Number) Number {
	domain, _, _ := strings.Cut(metric, "__")
	if cycles := m.number(domain + "__cycles_elapsed.avg"); cycles.Known() {
		return cycles
	}
	if clock := m.number(domain+"__cycles_elapsed.avg.per_second", "sm__cycles_elapsed.avg.per_second", "smsp__cycles_elapsed.avg.per_second"); clock.Known() {
		return clock.By(seconds)
	}
	return m.number(metricSMCycles, "smsp__cycles_elapsed.avg")
}
