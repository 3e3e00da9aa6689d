package cudatest

import (
	"encoding/binary"
	"math"

	"ridgeline/cuda"
)

const (
	// stampKernel says where the clocks of a device stand (kernels/CONTRACTS.md). It
	// reads what a spoilt clock has spoilt, so the spoilt device answers for it.
	stampKernel = "clock_stamp"
	stampBytes  = 32
	// launchSeconds is what a launch outside of a window takes, and stampCycles what
	// lies between two looks at the timer.
	launchSeconds = 10e-6
	stampCycles   = 50
	// timerBegin is what the timer says when the device is opened: never 0.
	timerBegin = 1 << 40 // nanoseconds
)

// stamps are what stamp kernels wrote last, by where.
type stamps map[cuda.Ptr][]byte

// stamp notes what a stamp kernel would write on a device whose clocks are spoilt.
func (s *spoilt) stamp(l cuda.Launch) {
	s.clock.pass(launchSeconds)
	now := math.Floor(1e9 * s.clock.elapsed)
	cycles := s.clock.cycles * s.clock.stamped()
	var text []byte
	for sm := range l.Grid.X {
		for _, word := range []uint64{uint64(sm), timerBegin + uint64(now), uint64(cycles), uint64(cycles) + stampCycles} {
			text = binary.LittleEndian.AppendUint64(text, word)
		}
	}
	s.stamps[cuda.Ptr(binary.LittleEndian.Uint64(l.Args[0].Bytes))] = text
}

// over puts stamps where they lie in memory that was read from an address on.
func (st stamps) over(dst []byte, src cuda.Ptr) {
	for at, text := range st {
		if at < src+cuda.Ptr(len(dst)) && src < at+cuda.Ptr(len(text)) {
			from, to := max(at, src), min(at+cuda.Ptr(len(text)), src+cuda.Ptr(len(dst)))
			copy(dst[from-src:to-src], text[from-at:])
		}
	}
}

// baseHertz is the SM clock of the device that is spoilt.
func baseHertz(dev cuda.Device) float64 {
	if t, ok := dev.(cuda.Telemeter); ok {
		if reading, err := t.Telemetry(); err == nil && reading.SMClockMHz != nil {
			return 1e6 * *reading.SMClockMHz
		}
	}
	return 1e6 * dev.Info().SMClockMHz
}
