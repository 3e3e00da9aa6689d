package profile

// What the external tests of the package use of the internal ones.

// SampleMetric is a metric of a report in a test: a float64, a uint64 or a string.
type SampleMetric struct {
	Name  string
	Value any
}

// SampleReport is a report of one launch, and the metrics that it holds, those of
// the device among them.
func SampleReport() (ncuRep []byte, wide string, metrics []SampleMetric) {
	for _, m := range withDevice(launchMetrics()) {
		metrics = append(metrics, SampleMetric{m.name, m.value})
	}
	return testReport(), testWide(), metrics
}
