package profile

// metrics is what one launch of an Nsight Compute report holds, by metric name,
// whichever file it came from. Values are in NVIDIA's base units: nanoseconds,
// bytes, hertz, percent, and counts.
type metrics struct {
	values map[string]float64
	texts  map[string]string // metrics that are words, such as a device name
	// absent is the metrics that the report names without a value ("n/a").
	absent map[string]bool
	// labelled tells that metrics were known by their label alone, as on the
	// details page, so that only the headline figures are there.
	labelled bool
}

func newMetrics() *metrics {
	return &metrics{values: map[string]float64{}, texts: map[string]string{}, absent: map[string]bool{}}
}

// reset forgets everything, to be filled with the next launch.
func (m *metrics) reset() {
	clear(m.values)
	clear(m.texts)
	clear(m.absent)
	m.labelled = false
}

// set keeps the first value of a metric: a page may list it in several sections.
func (m *metrics) set(name string, value float64) {
	if _, have := m.values[name]; !have {
		m.values[name] = value
	}
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
			return Missing("the report gives n/a for " + name), ""
		}
	}
	return Missing("the report has no " + names[0]), ""
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
