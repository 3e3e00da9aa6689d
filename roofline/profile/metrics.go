package profile

import "strings"

// metrics is what one launch of an Nsight Compute report holds, by metric name,
// whichever file it came from. Values are in NVIDIA's base units: nanoseconds,
// bytes, hertz, percent, and counts.
type metrics struct {
	values map[string]float64
	texts  map[string]string // metrics that are words, such as a device name
	// absent is the metrics that the report names without a value ("n/a").
	absent map[string]bool
	// domains is what the names begin with, before "__". It spares a search for
	// all the metrics of a part of the GPU that the report does not speak of.
	domains map[string]bool
	// labelled tells that metrics were known by their label alone, as on the
	// details page, so that only the headline figures are there.
	labelled bool
}

func newMetrics() *metrics {
	return &metrics{values: map[string]float64{}, texts: map[string]string{}, absent: map[string]bool{}, domains: map[string]bool{}}
}

// reset forgets everything, to be filled with the next launch.
func (m *metrics) reset() {
	clear(m.values)
	clear(m.texts)
	clear(m.absent)
	clear(m.domains)
	m.labelled = false
}

// set keeps the first value of a metric: a page may list it in several sections.
func (m *metrics) set(name string, value float64) {
	if _, have := m.values[name]; !have {
		m.values[name] = value
		m.see(name)
	}
}

// lack notes a metric that is named without a value.
func (m *metrics) lack(name string) {
	m.absent[name] = true
	m.see(name)
}

func (m *metrics) see(name string) {
	domain, _, _ := strings.Cut(name, "__")
	m.domains[domain] = true
	if strings.Contains(name, "sass_thread") {
		m.domains[domainSASS] = true
	}
}

// domainSASS stands for the counts of thread instructions, of several domains.
const domainSASS = "sass_thread"

// speaksOf tells whether the launch has metrics of any of the domains.
func (m *metrics) speaksOf(domains ...string) bool {
	for _, domain := range domains {
		if m.domains[domain] {
			return true
		}
	}
	return false
}

// number is the first of the named metrics that the launch has. Missing, the
// reason names the first of them.
func (m *metrics) number(names ...string) Number {
	value, _ := m.first(names...)
	return value
}

// first is number, and the name of the metric that was found.
func (m *metrics) first(names ...string) (Number, string) {
	for _, name := range names {
		if value, have := m.values[name]; have {
			return Known(value), name
		}
	}
	for _, name := range names {
		if m.absent[name] {
			return Number{about: reasonAbsent, why: name}, ""
		}
	}
	return Number{about: reasonNoMetric, why: names[0]}, ""
}

// sum is the sum of metrics that must all be there.
func (m *metrics) sum(names ...string) Number {
	total := 0.0
	for _, name := range names {
		value, known := m.number(name).Get()
		if !known {
			return m.number(name)
		}
		total += value
	}
	return Known(total)
}
