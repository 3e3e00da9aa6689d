package timing

import "math"

// ticks are cycles in fixed point. Servers count in ticks, so that a rate that
// is no whole number of cycles neither rounds nor drifts.
type ticks int64

const (
	tickBits       = 16
	cycle    ticks = 1 << tickBits
	never          = int64(math.MaxInt64)
)

func atCycle(c int64) ticks { return ticks(c) << tickBits }

// floor is the cycle in which t lies, ceil the first one not before t.
func (t ticks) floor() int64 { return int64(t >> tickBits) }
func (t ticks) ceil() int64  { return int64((t + cycle - 1) >> tickBits) }

// perUnit is the time that a server of this rate takes for so many units.
func perUnit(units, unitsPerCycle float64) ticks {
	return ticks(math.Round(units * float64(cycle) / unitsPerCycle))
}

// server does one thing after the other.
type server struct {
	free ticks // when it has done all that it was given
}

// serve takes a job that arrives at a time and lasts so long; it returns when
// the job begins.
func (s *server) serve(arrival, duration ticks) (begin ticks) {
	begin = max(s.free, arrival)
	s.free = begin + duration
	return begin
}
