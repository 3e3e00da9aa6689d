package bench

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/results"
)

// stated is a device that tells its state.
type stated struct {
	cuda.Device
	state cuda.State
	err   error
}

func (s stated) State() (cuda.State, error) { return s.state, s.err }

// written is the state as a document has it after it was checked and written.
func written(t *testing.T, state *results.DeviceState) *results.DeviceState {
	t.Helper()
	require.NotNil(t, state)
	assert.WithinDuration(t, time.Now(), state.At, time.Minute)
	doc := results.Document{
		Schema: results.Schema, Provenance: results.Measured, Device: results.Device{Name: "a GPU"},
		Run: results.Run{StartedAt: state.At}, Environment: &results.Environment{Start: state},
	}
	require.NoError(t, results.Encode(&bytes.Buffer{}, &doc))
	return state
}

func TestDeviceState(t *testing.T) {
	assert.Nil(t, DeviceState(stated{}.Device), "a device without a state")

	told := written(t, DeviceState(stated{state: cuda.State{
		Telemetry: cuda.Telemetry{SMClockMHz: new(1980.0), EventReasons: new(uint64(4))}, ECC: new(true),
		Processes: []cuda.Process{{PID: 7, Kind: "compute"}}, Missing: map[string]string{cuda.AllFields: "not asked"},
	}}))
	assert.Equal(t, 1980.0, *told.SMClockMHz)
	assert.Equal(t, uint64(4), *told.EventReasons)
	assert.True(t, *told.ECC)
	assert.Equal(t, []results.Process{{PID: 7, Kind: "compute"}}, told.Processes)
	assert.Nil(t, told.MIG)

	none := written(t, DeviceState(stated{state: cuda.State{Processes: []cuda.Process{}, Missing: map[string]string{cuda.AllFields: "not asked"}}}))
	assert.Equal(t, []results.Process{}, none.Processes)

	lost := written(t, DeviceState(stated{err: errors.New("the GPU is lost")}))
	assert.Equal(t, map[string]string{results.AllFields: "the GPU is lost"}, lost.Missing)
}
