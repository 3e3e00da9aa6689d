package cudatest

import (
	"context"
	"math/rand/v2"

	"ridgeline/cuda"
)

// spoilt is a device under faults. It offers telemetry and path limits, which
// are empty where the device below has none.
type spoilt struct {
	cuda.Device
	faults   Faults
	rng      *rand.Rand
	clock    clock
	stamps   stamps
	launches int // of Launch
	ran      int // of Launch and Time
	allocs   int
	lost     bool
	flip     bool // the next Read
}

func newSpoilt(dev cuda.Device, f Faults) *spoilt {
	return &spoilt{
		Device: dev, faults: f, rng: rand.New(rand.NewPCG(f.Seed, 1)), stamps: stamps{},
		clock: clock{Clock: f.Clock, noise: f.TimeNoise, hertz: baseHertz(dev), rng: rand.New(rand.NewPCG(f.Seed, 2))},
	}
}

// gone is the error of a lost device, or nil.
func (s *spoilt) gone(op string) error {
	if !s.lost {
		return nil
	}
	return &cuda.Error{Op: op, Kind: cuda.DeviceLost, Detail: "the device was lost on purpose"}
}

// runs counts launches, and loses the device when it is time.
func (s *spoilt) runs(op string, n int) error {
	s.ran += n
	if s.faults.LostAfter > 0 && s.ran > s.faults.LostAfter {
		s.lost = true
	}
	return s.gone(op)
}

// Load is that of the device.
func (s *spoilt) Load(image cuda.Image) (cuda.Module, error) {
	if err := s.gone("Load"); err != nil {
		return nil, err
	}
	return s.Device.Load(image)
}

// Alloc is that of the device, but for the one that fails.
func (s *spoilt) Alloc(bytes int64) (cuda.Ptr, error) {
	if err := s.gone("Alloc"); err != nil {
		return 0, err
	}
	if s.allocs++; s.allocs == s.faults.AllocFails {
		return 0, &cuda.Error{Op: "Alloc", Kind: cuda.OutOfMemory, Detail: "the memory was withheld on purpose"}
	}
	return s.Device.Alloc(bytes)
}

// Free is that of the device.
func (s *spoilt) Free(p cuda.Ptr) error {
	if err := s.gone("Free"); err != nil {
		return err
	}
	return s.Device.Free(p)
}

// Write is that of the device.
func (s *spoilt) Write(dst cuda.Ptr, src []byte) error {
	if err := s.gone("Write"); err != nil {
		return err
	}
	if s.faults.ZeroWrites {
		src = make([]byte, len(src))
	}
	return s.Device.Write(dst, src)
}

// Read is that of the device, with one bit wrong where the faults say so.
func (s *spoilt) Read(dst []byte, src cuda.Ptr) error {
	if err := s.gone("Read"); err != nil {
		return err
	}
	err := s.Device.Read(dst, src)
	s.stamps.over(dst, src)
	if err == nil && s.flip && len(dst) > 0 {
		s.flip = false
		dst[s.rng.IntN(len(dst))] ^= 1 << s.rng.IntN(8)
	}
	return err
}

// Fill is that of the device.
func (s *spoilt) Fill(dst cuda.Ptr, pattern []byte, bytes int64) error {
	if err := s.gone("Fill"); err != nil {
		return err
	}
	return s.Device.Fill(dst, pattern, bytes)
}

// Memory is that of the device.
func (s *spoilt) Memory() (freeBytes, totalBytes int64, err error) {
	if err := s.gone("Memory"); err != nil {
		return 0, 0, err
	}
	return s.Device.Memory()
}

// Launch is that of the device, but for a stamp of its clocks.
func (s *spoilt) Launch(ctx context.Context, l cuda.Launch) (cuda.Report, error) {
	if l.Function != nil && l.Function.Name() == stampKernel {
		s.stamp(l)
		return cuda.Report{}, s.gone("Launch")
	}
	if err := s.runs("Launch", 1); err != nil {
		return cuda.Report{}, err
	}
	s.launches++
	s.flip = s.faults.WrongAfter > 0 && s.launches >= s.faults.WrongAfter
	if s.faults.DropStores {
		return cuda.Report{}, nil
	}
	return s.Device.Launch(ctx, l)
}

// Time is that of the device, with a noisy clock.
func (s *spoilt) Time(ctx context.Context, l cuda.Launch, launches int) (cuda.Window, error) {
	if err := s.runs("Time", launches); err != nil {
		return cuda.Window{}, err
	}
	w, err := s.Device.Time(ctx, l, launches)
	if err != nil {
		return w, err
	}
	w.Seconds = s.clock.window(w.Seconds)
	w.TickSeconds = max(w.TickSeconds, s.faults.Clock.TickSeconds)
	return w, nil
}

// Telemetry is that of the device; nothing where it offers none.
func (s *spoilt) Telemetry() (cuda.Telemetry, error) {
	if err := s.gone("Telemetry"); err != nil {
		return cuda.Telemetry{}, err
	}
	t, ok := s.Device.(cuda.Telemeter)
	if !ok {
		return cuda.Telemetry{}, nil
	}
	reading, err := t.Telemetry()
	if reading.SMClockMHz != nil {
		told := *reading.SMClockMHz * s.clock.told()
		reading.SMClockMHz = &told
	}
	return reading, err
}

// LevelLimit is that of the device; unknown where it offers none.
func (s *spoilt) LevelLimit(level string) (bytesPerSMCycle float64, source string, ok bool) {
	if l, offers := s.Device.(cuda.LevelLimiter); offers {
		return l.LevelLimit(level)
	}
	return 0, "", false
}

// PathLimit is that of the device; unknown where it offers none.
func (s *spoilt) PathLimit(path string) (flopPerSMCycle float64, source string, ok bool) {
	if l, offers := s.Device.(cuda.PathLimiter); offers {
		return l.PathLimit(path)
	}
	return 0, "", false
}
