package results

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// Validate checks what the types alone do not say: that values are finite, in
// range and agree with each other. The error names the first place at fault.
// Read and Writer apply it, so that neither lets a broken document pass.
func Validate(doc *Document) error {
	if _, err := readable(doc.Schema); err != nil {
		return err
	}
	if err := finite(doc); err != nil {
		return err
	}
	if err := validateHeader(doc); err != nil {
		return err
	}
	for i := range doc.Records {
		record := &doc.Records[i]
		if err := validateRecord(record); err != nil {
			return fmt.Errorf("records[%d] (%s): %w", i, record.Case, err)
		}
	}
	return nil
}

func validateHeader(doc *Document) error {
	model := doc.Device.Model
	return first(
		check(doc.Provenance == Measured || doc.Provenance == Simulated,
			"provenance: %q is neither %q nor %q", doc.Provenance, Measured, Simulated),
		check(doc.Provenance != Simulated || model != nil, "device: a simulated document must name its model"),
		check(doc.Provenance != Measured || model == nil, "device: a measured document cannot have a model"),
		check(model == nil || model.Version != "" && model.Spec != "", "device.model: version and spec must be named"),
		validateRun(&doc.Run),
		validateDevice(&doc.Device),
		validateEnvironment(doc.Environment),
	)
}

func validateRun(run *Run) error {
	return first(
		check(run.Precision >= 0 && run.Precision < 1, "run.precision: %v is not in [0, 1)", run.Precision),
		check(!run.StartedAt.IsZero(), "run.started_at: the time is missing"),
		check(run.FinishedAt == nil || !run.FinishedAt.Before(run.StartedAt), "run.finished_at: is before started_at"),
	)
}

// validateDevice lets zeros pass: they stand for what a device does not tell.
func validateDevice(device *Device) error {
	return first(
		check(device.Name != "", "device.name: is empty"),
		check(device.SMCount >= 0, "device.sm_count: %d is negative", device.SMCount),
		check(device.L2Bytes >= 0, "device.l2_bytes: %d is negative", device.L2Bytes),
		check(device.MemoryBytes >= 0, "device.memory_bytes: %d is negative", device.MemoryBytes),
		check(device.SMClockMHz >= 0, "device.sm_clock_mhz: %v is negative", device.SMClockMHz),
		check(device.MemoryClockMHz >= 0, "device.memory_clock_mhz: %v is negative", device.MemoryClockMHz),
		check(device.BusWidthBits >= 0, "device.bus_width_bits: %d is negative", device.BusWidthBits),
		positive("device.bus_bytes_per_second", device.BusBytesPerSecond),
	)
}

// check is an error with the text given unless ok.
func check(ok bool, format string, args ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// positive checks a value that may be null.
func positive(place string, value *float64) error {
	if value == nil || *value > 0 && !math.IsInf(*value, 0) {
		return nil
	}
	return fmt.Errorf("%s: %v is not positive; null stands for unknown", place, *value)
}

// first is the first error that is not nil.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

var errCaseName = errors.New("case: must be family/name")

// caseName checks a name such as "stream/copy".
func caseName(name string) error {
	family, rest, found := strings.Cut(name, "/")
	if !found || family == "" || rest == "" {
		return errCaseName
	}
	return nil
}
