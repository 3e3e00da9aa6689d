package nvml

import (
	"sync"
	"time"

	"ridgeline/cuda"
)

// DefaultPeriod is how often a Sampler reads unless told otherwise.
const DefaultPeriod = 20 * time.Millisecond

// restPerReading is how long a Sampler rests at least, in multiples of the time
// that the last reading took: it never asks the driver for more than a tenth of
// the time, on a board where a reading takes milliseconds as well.
const restPerReading = 9

// Sampler reads the sensors of a device while another goroutine measures on it.
// The readings are made beside the measurement, on a thread of their own: they
// launch nothing on the device and hold nothing that a launch waits for.
type Sampler struct {
	// Read is Sensor.Telemetry, or a function like it that may be called while
	// the device works.
	Read   func() (cuda.Telemetry, error)
	Period time.Duration // from one reading to the next; 0 is DefaultPeriod
}

// Reading is the state of the sensors at one moment of a series.
type Reading struct {
	At   time.Duration // since Start, when the reading was begun
	Took time.Duration
	cuda.Telemetry
}

// Sampling is a series that is being read.
type Sampling struct {
	stop     func()
	done     chan struct{}
	readings []Reading
	err      error
}

// Start begins a series with a reading at once.
func (s Sampler) Start() *Sampling {
	ask := make(chan struct{})
	sampling := &Sampling{stop: sync.OnceFunc(func() { close(ask) }), done: make(chan struct{})}
	period := s.Period
	if period <= 0 {
		period = DefaultPeriod
	}
	go sampling.run(s.Read, period, ask)
	return sampling
}

func (s *Sampling) run(read func() (cuda.Telemetry, error), period time.Duration, asked <-chan struct{}) {
	defer close(s.done)
	start := time.Now()
	for {
		at := time.Since(start)
		telemetry, err := read()
		if err != nil {
			s.err = err
			return
		}
		took := time.Since(start) - at
		s.readings = append(s.readings, Reading{At: at, Took: took, Telemetry: telemetry})
		select {
		case <-asked:
			return
		case <-time.After(max(period-took, restPerReading*took)):
		}
	}
}

// Done is closed when the series has ended, by Stop or by a reading that failed.
func (s *Sampling) Done() <-chan struct{} { return s.done }

// Stop ends the series and waits for a reading under way. The series has the
// readings before the first that failed, whose error is given.
func (s *Sampling) Stop() (Series, error) {
	s.stop()
	<-s.done
	return s.readings, s.err
}
