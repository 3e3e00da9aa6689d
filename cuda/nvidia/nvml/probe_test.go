//go:build cuda && linux

package nvml_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/nvml"
)

// A process can be bound to one library only, and a mistake may end it. So each
// test runs this program again as a probe, which prints what it learnt.
const probeVariable = "RIDGELINE_NVML_PROBE"

// trouble is an error as a probe prints it.
type trouble struct {
	Kind cuda.Kind
	Code int
	Text string
}

type answer struct {
	Path       string
	Tried      []nvml.Attempt
	Provenance cuda.Provenance
	ID         nvml.DeviceID
	Telemetry  cuda.Telemetry
	State      cuda.State
	Series     nvml.Series
	// Open, Find, Read, Close and Sample are the errors of the steps.
	Open, Find, Read, Close, Sample *trouble
}

// request says what a probe is to do.
type request struct {
	Path   string
	ID     nvml.DeviceID
	Sample bool // read a series until it ends by itself
	Crowd  bool // read from several goroutines while the library is closed
}

func TestMain(m *testing.M) {
	if text := os.Getenv(probeVariable); text != "" {
		probe(text)
		return
	}
	code := m.Run()
	if dir, err := folder(); err == nil {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

func probe(text string) {
	var r request
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		panic(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(r.run()); err != nil {
		panic(err)
	}
}

func (r request) run() (a answer) {
	lib, err := nvml.Open(r.Path)
	if a.Open = troubleOf(err); err != nil {
		return a
	}
	a.Path, a.Tried, a.Provenance = lib.Path(), lib.Tried(), lib.Provenance()
	sensor, err := lib.Find(r.ID)
	if a.Find = troubleOf(err); err == nil {
		r.read(sensor, &a)
	}
	if r.Crowd && err == nil {
		defer crowd(sensor)()
	}
	a.Close = troubleOf(lib.Close())
	return a
}

func (r request) read(sensor *nvml.Sensor, a *answer) {
	a.ID = sensor.ID()
	if r.Sample {
		sampling := nvml.Sampler{Read: sensor.Telemetry, Period: time.Millisecond}.Start()
		<-sampling.Done()
		series, err := sampling.Stop()
		a.Series, a.Sample = series, troubleOf(err)
		return
	}
	var err, stateErr error
	a.Telemetry, err = sensor.Telemetry()
	a.State, stateErr = sensor.State()
	a.Read = troubleOf(errors.Join(err, stateErr))
}

// crowd reads from four goroutines until the wait that it returns is called.
func crowd(sensor *nvml.Sensor) (wait func()) {
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 2000 {
				_, _ = sensor.State()
			}
		})
	}
	time.Sleep(5 * time.Millisecond)
	return group.Wait
}

func troubleOf(err error) *trouble {
	if err == nil {
		return nil
	}
	t := &trouble{Text: err.Error()}
	if e, ok := errors.AsType[*cuda.Error](err); ok {
		t.Kind, t.Code = e.Kind, e.Code
	}
	return t
}

// ask runs a probe with more environment. Whatever the library does, the probe
// ends by itself, with exit code 0 and without a trace.
func ask(t *testing.T, r request, environment ...string) answer {
	t.Helper()
	text, err := json.Marshal(r)
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	program, err := os.Executable()
	require.NoError(t, err)
	command := exec.CommandContext(ctx, program)
	var out, complaints bytes.Buffer
	command.Stdout, command.Stderr = &out, &complaints
	command.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", fmt.Sprintf("%s=%s", probeVariable, text))
	command.Env = append(command.Env, environment...)
	require.NoError(t, command.Run(), "the probe wrote: %s", &complaints)
	require.Empty(t, complaints.String())
	var a answer
	require.NoError(t, json.Unmarshal(out.Bytes(), &a), out.String())
	return a
}
