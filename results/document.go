// Package results is the contract between measuring and judging: the document
// that one run writes, its JSON Schema, and its readers and writers.
//
// A document holds what was measured and how: samples, estimates, the
// verification, the physical limits and the environment. What can be computed
// from it (ceilings, ridges, verdicts) is not in it, but is derived anew by
// package roofline on every read, so that a better rule also serves old
// documents. A field that is null was not offered by the device; nothing is
// guessed.
package results

import "time"

// Schema is the version of the document format. It changes whenever the format
// does: the number after the slash is the major version, and readers refuse a
// document of another one.
const Schema = "ridgeline/1.2"

// Provenance says what kind of device was measured.
type Provenance string

const (
	Measured  Provenance = "measured"  // a real GPU
	Simulated Provenance = "simulated" // a virtual GPU
)

// Document is everything that one run learnt about one device.
type Document struct {
	Schema     string     `json:"schema"`
	Provenance Provenance `json:"provenance" jsonschema:"enum=measured,enum=simulated"`
	Run        Run        `json:"run"`
	Device     Device     `json:"device"`
	// Environment is left out where the device does not tell it.
	Environment *Environment `json:"environment,omitempty"`
	Records     []Record     `json:"records"`
	Warnings    []string     `json:"warnings,omitempty"`
}

// Run is how and when the document was made.
type Run struct {
	Version     string     `json:"version"`      // of ridgeline
	CommandLine []string   `json:"command_line"` // as typed
	Platform    string     `json:"platform"`     // GOOS/GOARCH
	Host        string     `json:"host,omitempty"`
	Seed        uint64     `json:"seed"`
	Preset      string     `json:"preset,omitempty"` // how much of the suite was asked for
	Precision   float64    `json:"precision"`        // relative half width of the interval asked for
	StartedAt   time.Time  `json:"started_at"`
	FinishedAt  *time.Time `json:"finished_at" jsonschema:"nullable"` // null when the run did not finish
	// ResumedAt is when the run was taken up again after it had ended early.
	ResumedAt []time.Time `json:"resumed_at,omitempty"`
}

// Device is the facts of the device, as it told them.
type Device struct {
	Name              string   `json:"name"`
	UUID              string   `json:"uuid,omitempty"`
	PCIBusID          string   `json:"pci_bus_id,omitempty"`
	ComputeCapability string   `json:"compute_capability"` // "9.0"
	SMCount           int      `json:"sm_count"`
	L2Bytes           int64    `json:"l2_bytes"`
	MemoryBytes       int64    `json:"memory_bytes"`
	SMClockMHz        float64  `json:"sm_clock_mhz"` // the highest the device says it runs at
	MemoryClockMHz    float64  `json:"memory_clock_mhz"`
	BusWidthBits      int      `json:"bus_width_bits"`
	BusBytesPerSecond *float64 `json:"bus_bytes_per_second" jsonschema:"nullable"` // null where the device tells too little
	ECC               *bool    `json:"ecc" jsonschema:"nullable"`
	Driver            string   `json:"driver,omitempty"`
	Model             *Model   `json:"model,omitempty"` // simulated only
}

// Model is the timing model and the spec of a virtual GPU.
type Model struct {
	Version    string `json:"version"`
	Spec       string `json:"spec"`
	SpecSHA256 string `json:"spec_sha256"`
}
