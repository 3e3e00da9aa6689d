package profile

import (
	"slices"
	"strings"
)

// pipesOf reads how busy the execution pipes were.
func pipesOf(m *metrics) []Pipe {
	var pipes []Pipe
	for name, value := range m.values {
		rest, ours := strings.CutPrefix(name, "sm__")
		body, peak := strings.CutSuffix(rest, ".avg.pct_of_peak_sustained_active")
		if !peak {
			body, peak = strings.CutSuffix(rest, ".avg.pct_of_peak_sustained_elapsed")
		}
		if pipe, found := pipeName(body); ours && peak && found {
			pipes = append(pipes, Pipe{pipe, value, name})
		}
	}
	slices.SortFunc(pipes, func(a, b Pipe) int {
		if order := strings.Compare(a.Name, b.Name); order != 0 {
			return order
		}
		return strings.Compare(a.Definition, b.Definition)
	})
	return pipes
}

// pipeName is "alu" of "inst_executed_pipe_alu" and "fma" of
// "pipe_fma_cycles_active".
func pipeName(body string) (string, bool) {
	if pipe, found := strings.CutPrefix(body, "inst_executed_pipe_"); found {
		return pipe, true
	}
	rest, found := strings.CutPrefix(body, "pipe_")
	if !found {
		return "", false
	}
	return strings.CutSuffix(strings.TrimSuffix(rest, "_v2"), "_cycles_active")
}
