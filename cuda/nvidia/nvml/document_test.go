//go:build cuda && linux

package nvml_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"ridgeline/bench"
	"ridgeline/cuda"
	"ridgeline/results"
)

// stated is a device with the state that a probe has read.
type stated struct {
	cuda.Device
	state cuda.State
}

func (s stated) State() (cuda.State, error) { return s.state, nil }

// A document takes a state only if every field that is null has its reason
// under the field's own name.
func TestStateFitsADocument(t *testing.T) {
	library := fake(t)
	for call := range fieldsOf() {
		a := ask(t, request{Path: library, ID: gpuB}, "RIDGELINE_FAKE_NVML="+call+"=3")
		state := bench.DeviceState(stated{state: a.State})
		doc := results.Document{
			Schema: results.Schema, Provenance: results.Measured, Device: results.Device{Name: *stateB().Name},
			Run: results.Run{StartedAt: state.At}, Environment: &results.Environment{Start: state},
		}
		require.NoError(t, results.Encode(&bytes.Buffer{}, &doc), call)
	}
}
