package bench

import (
	"context"

	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	// stampSymbol is the kernel that says where the clocks stand. It belongs to no
	// case: it is launched before and after a window, never in one.
	stampSymbol = "clock_stamp"
	// stampThreads of a block; one of them works.
	stampThreads = 32
	// stampSpins is how many times a stamp looks at the timer of the device to see
	// it step: about 50 µs. Timers step each microsecond, or more often.
	stampSpins = 1024
)

// stamper measures the SM clock of windows by stamps. A nil one has none.
type stamper struct {
	launches [2]cuda.Launch // before a window, and after
	out      cuda.Ptr
	raw      []byte // what both wrote
	missing  string // why the last window without a clock has none
}

// stamper makes stamps ready, once in a run. Where the device cannot run them, the
// stamper says why.
func (e *engine) stamper() (*stamper, error) {
	if e.stamps != nil {
		return e.stamps, nil
	}
	f, _, err := e.programs.function(stampSymbol)
	if cuda.IsKind(err, cuda.DeviceLost) {
		return nil, err
	}
	if err != nil {
		e.stamps = &stamper{missing: "no stamps: " + err.Error()}
		return e.stamps, nil
	}
	sms := e.dev.Info().SMCount
	half := sms * stampBytes
	out, err := e.dev.Alloc(int64(2 * half))
	if err != nil {
		return nil, err
	}
	s := &stamper{out: out, raw: make([]byte, 2*half)}
	for i := range s.launches {
		s.launches[i] = cuda.Launch{
			Function: f, Grid: cuda.D1(sms), Block: cuda.D1(stampThreads), NoReplay: true,
			Args: []cuda.Arg{cuda.ArgPtr(out + cuda.Ptr(i*half)), cuda.ArgU32(stampSpins)},
		}
	}
	e.stamps = s
	return s, nil
}

// works tells whether there is something to launch.
func (s *stamper) works() bool { return s != nil && s.raw != nil }

// begin stamps before a window.
func (s *stamper) begin(ctx context.Context, dev cuda.Device) error {
	if !s.works() {
		return nil
	}
	_, err := dev.Launch(ctx, s.launches[0])
	return err
}

// end stamps after a window, and gives the clock of the SMs between the two
// stamps; nil where they do not tell.
func (s *stamper) end(ctx context.Context, dev cuda.Device) (*results.ClockInterval, error) {
	if !s.works() {
		return nil, nil
	}
	if _, err := dev.Launch(ctx, s.launches[1]); err != nil {
		return nil, err
	}
	if err := dev.Read(s.raw, s.out); err != nil {
		return nil, err
	}
	half := len(s.raw) / 2
	clock, missing := clockBetween(stampsOf(s.raw[:half]), stampsOf(s.raw[half:]))
	if missing != "" {
		s.missing = missing
	}
	return clock, nil
}

// free gives the memory of the stamps back.
func (s *stamper) free(dev cuda.Device) error {
	if !s.works() {
		return nil
	}
	s.raw = nil
	return dev.Free(s.out)
}

// clocked times one window between two stamps. The clock is nil where they do not
// tell it.
func (s *sampler) clocked(ctx context.Context) (cuda.Window, float64, *results.ClockInterval, error) {
	if err := s.stamps.begin(ctx, s.dev); err != nil {
		return cuda.Window{}, 0, nil, err
	}
	w, seconds, err := s.time(ctx)
	if err != nil {
		return w, 0, nil, err
	}
	clock, err := s.stamps.end(ctx, s.dev)
	return w, seconds, clock, err
}

// why the last window without a clock by stamps has none.
func (s *stamper) why() string {
	if s == nil {
		return "no stamps were asked for"
	}
	return s.missing
}
