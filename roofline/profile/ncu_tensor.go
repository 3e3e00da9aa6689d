package profile

import (
	"slices"
	"strings"
)

const tensorOps = "sm__ops_path_tensor_"

// tensorWork reads the operations of the tensor cores, which the hardware counts
// by the types: one row for each counter "sm__ops_path_tensor_src_*". Where only
// counters by instruction and type ("op_*_src_*") are there, their rows are used;
// never both, since both count the same operations.
func tensorWork(m *metrics, seconds Number) []Work {
	bySource := tensorCounters(m, tensorOps+"src_", seconds)
	if len(bySource) == 0 {
		bySource = tensorCounters(m, tensorOps+"op_", seconds)
	}
	var work []Work
	for _, counter := range bySource {
		if w, ok := tensorRow(counter); ok {
			work = merge(work, w)
		}
	}
	return work
}

// merge adds a row to those of the same path, counted by another instruction.
func merge(work []Work, w Work) []Work {
	for i := range work {
		if work[i].Path == w.Path && work[i].Sparse == w.Sparse {
			work[i].Operations += w.Operations
			work[i].Definition += " + " + w.Definition
			return work
		}
	}
	return append(work, w)
}

// tensorCounters is the totals of the counters with a prefix, by name without
// what follows the first dot.
func tensorCounters(m *metrics, prefix string, seconds Number) []Counter {
	totals := map[string]Counter{}
	for name, value := range m.values {
		base, suffix, _ := strings.Cut(name, ".")
		if !strings.HasPrefix(base, prefix) {
			continue
		}
		total := Missing("")
		switch suffix {
		case "sum", "":
			total = Known(value)
		case "sum.per_second":
			total = seconds.Times(value)
		case "sum.per_cycle_elapsed":
			total = cyclesFor(m, name, seconds).Times(value)
		}
		if _, have := totals[base]; total.Known() && (!have || suffix == "sum") {
			totals[base] = Counter{base, total.Or(0)}
		}
	}
	return sortedCounters(totals)
}

func sortedCounters(totals map[string]Counter) []Counter {
	counters := make([]Counter, 0, len(totals))
	for _, counter := range totals {
		counters = append(counters, counter)
	}
	slices.SortFunc(counters, func(a, b Counter) int { return strings.Compare(a.Name, b.Name) })
	return counters
}

// tensorRow is the path that a counter such as
// "sm__ops_path_tensor_src_fp16_dst_fp32_sparsity_off" counts.
func tensorRow(counter Counter) (Work, bool) {
	_, types, found := strings.Cut(counter.Name, "src_")
	if !found {
		return Work{}, false
	}
	w := Work{Operations: counter.Value, Adds: notApart(), Multiplies: notApart(), FMAs: notApart(), Definition: counter.Name}
	types, w.Sparse = cutSparsity(types)
	source, accumulate, _ := strings.Cut(types, "_dst_")
	w.Path = "tc." + source
	if accumulate != "" {
		w.Path += "." + accumulate
	}
	single := tensorPaths(source, accumulate)
	if len(single) == 1 {
		w.Path = single[0]
	} else {
		w.Paths = single
	}
	return w, true
}

func cutSparsity(types string) (rest string, sparse bool) {
	if rest, found := strings.CutSuffix(types, "_sparsity_on"); found {
		return rest, true
	}
	return strings.TrimSuffix(types, "_sparsity_off"), false
}

// tensorPaths is every path, in the words of docs/design.md §2, that a counter
// of these input types and this accumulate type may count.
func tensorPaths(source, accumulate string) []string {
	var paths []string
	for kind := range strings.SplitSeq(source, "_") {
		for _, input := range inputTypes(kind) {
			for _, sum := range accumulateTypes(kind, accumulate) {
				paths = append(paths, strings.TrimSuffix("tc."+input+"."+sum, "."))
			}
		}
	}
	return paths
}

// inputTypes is what the counters' name of an input type stands for.
func inputTypes(kind string) []string {
	switch kind {
	case "fp8":
		return []string{"e4m3", "e5m2"}
	case "fp6":
		return []string{"e2m3", "e3m2"}
	case "fp4":
		return []string{"e2m1"}
	}
	return []string{kind}
}

// accumulateTypes is the types that a product of an input type is summed in.
func accumulateTypes(kind, accumulate string) []string {
	switch {
	case kind == "fp64":
		return []string{""} // the path is "tc.fp64"
	case accumulate != "":
		return []string{accumulate}
	case strings.HasPrefix(kind, "int"):
		return []string{"int32"}
	case kind == "fp16" || kind == "fp8":
		return []string{"fp16", "fp32"}
	}
	return []string{"fp32"}
}

// tensorOf gathers the evidence of whether the tensor cores worked.
func tensorOf(m *metrics) Tensor {
	t := Tensor{
		LegacyActivePercent: m.number(
			"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active", "sm__pipe_tensor_cycles_active_v2.avg.pct_of_peak_sustained_active",
			"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed", "sm__pipe_tensor_cycles_active_v2.avg.pct_of_peak_sustained_elapsed",
			"sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_active"),
		NewActivePercent: m.number("sm__pipe_tc_cycles_active.avg.pct_of_peak_sustained_active",
			"sm__pipe_tc_cycles_active.avg.pct_of_peak_sustained_elapsed"),
		Instructions: m.number("sm__inst_executed_pipe_tensor.sum", "smsp__inst_executed_pipe_tensor.sum"),
	}
	t.LegacyOperations, t.NewOperations = operationsByInstruction(m)
	for name, value := range m.values {
		if isTensorCounter(name) {
			t.Counters = append(t.Counters, Counter{name, value})
		}
	}
	slices.SortFunc(t.Counters, func(a, b Counter) int { return strings.Compare(a.Name, b.Name) })
	return t
}

func isTensorCounter(name string) bool {
	return strings.HasPrefix(name, "sm") && (strings.Contains(name, "tensor") || strings.Contains(name, "pipe_tc_")) &&
		!strings.Contains(name, "peak_sustained.")
}

// operationsByInstruction sums the counters "sm__ops_path_tensor_op_*" by
// whether the instruction is of the old kind or the new.
func operationsByInstruction(m *metrics) (legacy, fresh Number) {
	legacy = Missing("the report has no " + tensorOps + "op_* of mma.sync")
	fresh = Missing("the report has no " + tensorOps + "op_* of wgmma or tcgen05")
	seconds := m.number(metricTime).Times(1 / nanosecondsPerSecond)
	for _, counter := range tensorCounters(m, tensorOps+"op_", seconds) {
		op, _, _ := strings.Cut(strings.TrimPrefix(counter.Name, tensorOps+"op_"), "_")
		if isNewInstruction(op) {
			fresh = Known(fresh.Or(0) + counter.Value)
		} else {
			legacy = Known(legacy.Or(0) + counter.Value)
		}
	}
	return legacy, fresh
}

func isNewInstruction(op string) bool {
	switch op {
	case "hgmma", "igmma", "bgmma", "qgmma":
		return true
	}
	return strings.HasPrefix(op, "utc")
}
