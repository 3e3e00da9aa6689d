package results

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sampleState tells some of its fields, and why the others are missing.
func sampleState() *DeviceState {
	return &DeviceState{
		At: time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC), Name: new("a GPU"), DriverVersion: new("570.1"), SMClockMHz: new(1980.0),
		EventReasons: new(uint64(1) << 63), ECC: new(false), PState: new(0),
		Processes: []Process{{PID: 7, Kind: "compute", UsedMemoryBytes: new(int64(1 << 20))}, {PID: 8, Kind: "graphics"}},
		Missing:   map[string]string{"mig": "not supported", AllFields: "the library is closed"},
	}
}

func TestEnvironmentReadsBackAsItWas(t *testing.T) {
	doc := minimalDocument()
	end := sampleState()
	end.Processes = []Process{}
	doc.Environment = &Environment{Start: sampleState(), End: end}
	var text bytes.Buffer
	require.NoError(t, Encode(&text, &doc))
	require.NoError(t, validateSchema(t, text.Bytes()))
	path := filepath.Join(t.TempDir(), "doc.json")
	require.NoError(t, os.WriteFile(path, text.Bytes(), 0o600))
	read, err := Read(path)
	require.NoError(t, err)
	assert.Equal(t, doc.Environment, read.Environment)
	assert.Contains(t, text.String(), `"event_reasons": 9223372036854775808`)
	assert.Contains(t, text.String(), `"processes": []`)
	assert.Contains(t, text.String(), `"vbios_version": null`)
}

func TestEnvironmentThatContradictsItself(t *testing.T) {
	for want, spoil := range map[string]func(*DeviceState){
		"environment.end.at: the time is missing":                                  func(s *DeviceState) { s.At = time.Time{} },
		"environment.end.cuda_driver_version: is null, and missing says no reason": func(s *DeviceState) { delete(s.Missing, AllFields) },
		"environment.end.missing.ecc: the field is not missing":                    func(s *DeviceState) { s.Missing["ecc"] = "why" },
		"environment.end.missing.mig: the reason is empty":                         func(s *DeviceState) { s.Missing["mig"] = "" },
		"environment.end.sm_clock_mhz: 0 is not positive":                          func(s *DeviceState) { s.SMClockMHz = new(0.0) },
		"environment.end.power_limit_watts: -1 is not positive":                    func(s *DeviceState) { s.PowerLimitWatts = new(-1.0) },
	} {
		state := sampleState()
		spoil(state)
		doc := minimalDocument()
		doc.Environment = &Environment{End: state}
		assert.ErrorContains(t, Validate(&doc), want)
	}
}

// The states of the start and the end come at different times, and a run that
// did not finish has the first.
func TestWriterKeepsBothStates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "doc.json")
	header := minimalDocument()
	header.Records = nil
	header.Environment = &Environment{Start: sampleState()}
	w, err := Create(path, header)
	require.NoError(t, err)
	partial, err := Read(path)
	require.NoError(t, err)
	assert.Equal(t, &Environment{Start: sampleState()}, partial.Environment)
	w.End(sampleState())
	require.NoError(t, w.Finish(header.Run.StartedAt.Add(time.Second)))
	doc, err := Read(path)
	require.NoError(t, err)
	assert.Equal(t, &Environment{Start: sampleState(), End: sampleState()}, doc.Environment)
}
