package profile

import (
	"strconv"
)

// protonNode is a node of Proton's tree: a scope or a kernel.
type protonNode struct {
	Frame struct {
		Name string `json:"name"`
		Type string `json:"type"`
	} `json:"frame"`
	Metrics  map[string]any `json:"metrics"`
	Children []protonNode   `json:"children"`
}

// protonDevice is a GPU of Proton's table: CUDA has arch "90" and clocks in kHz,
// HIP an arch such as "gfx942".
type protonDevice struct {
	Arch        any `json:"arch"`
	BusWidth    any `json:"bus_width"`
	ClockRate   any `json:"clock_rate"`
	MemoryClock any `json:"memory_clock_rate"`
	SMs         any `json:"num_sms"`
}

// seconds is the time of a node, in whichever unit.
func (n *protonNode) seconds() (float64, bool) {
	for _, known := range []struct {
		unit    string
		perUnit float64
	}{{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}} {
		if value, ok := n.number("time (" + known.unit + ")").Get(); ok && value > 0 {
			return value * known.perUnit, true
		}
	}
	return 0, false
}

// number is a metric of a node; Hatchet marks some names with "(exc)" and
// "(pty)".
func (n *protonNode) number(name string) Number {
	for _, suffix := range []string{"", " (exc)", " (pty)"} {
		if value, have := n.Metrics[name+suffix]; have {
			return anyNumber(value, name)
		}
	}
	return Missing("Proton gives no " + name)
}

func (n *protonNode) flag(name string) bool {
	value, _ := n.Metrics[name].(bool)
	return value
}

// declared is the work and bytes that the author declared for a node. The
// metric tells the width of the type and no more.
func (n *protonNode) declared() ([]Work, Number) {
	var work []Work
	for _, width := range []struct {
		metric, path string
		paths        []string
	}{
		{"flops8", "8-bit", []string{"tc.e4m3.fp16", "tc.e4m3.fp32", "tc.e5m2.fp16", "tc.e5m2.fp32", "tc.int8.int32"}},
		{"flops16", "16-bit", []string{"bf16x2", "fp16x2", "tc.bf16.fp32", "tc.fp16.fp16", "tc.fp16.fp32"}},
		{"flops32", "32-bit", []string{"fp32", "tc.tf32.fp32"}},
		{"flops64", "64-bit", []string{"fp64", "tc.fp64"}},
		{"flops", "any", nil},
	} {
		if flops, known := n.number(width.metric).Get(); known && flops > 0 {
			work = append(work, declaredWork(width.path, flops, width.paths))
		}
	}
	return work, n.number("bytes")
}

// capability turns CUDA's "90" into "9.0"; an arch of another kind gives "".
func capability(arch string) string {
	if n, err := strconv.Atoi(arch); err != nil || n < 10 {
		return ""
	}
	last := len(arch) - 1
	return arch[:last] + "." + arch[last:]
}
