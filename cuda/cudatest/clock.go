package cudatest

import (
	"math"
	"math/rand/v2"
)

// Clock says how the timer of a driver, and the speed of its devices, are
// spoilt. Seconds are those that the device has been timed at work, which pass
// in windows alone. The zero value spoils nothing.
type Clock struct {
	// Correlation is that of TimeNoise from one window to the next, from 0 to 1: the
	// noise is a first-order autoregressive process.
	Correlation float64
	// HeavyTails gives TimeNoise the tails of Student's t with 2 degrees of freedom,
	// whose variance is infinite.
	HeavyTails bool
	// DriftPerSecond is how much slower the device gets each second, in parts of
	// its first speed.
	DriftPerSecond float64
	// Warming is how much slower it gets in all, with WarmingSeconds as its time
	// constant.
	Warming, WarmingSeconds float64
	// SlowShare of the windows, picked at random, take longer by SlowBy, in parts.
	SlowShare, SlowBy float64
	// TickSeconds rounds every window to whole ticks.
	TickSeconds float64
	// Float32FromSeconds makes a window the difference of two float32 counts of
	// milliseconds, of which the first begins with so many seconds.
	Float32FromSeconds float64
	// NegativeEvery and ZeroEvery spoil the window with a multiple of their number.
	NegativeEvery, ZeroEvery int
	// DropAfterSeconds is when the SM clock falls to DropTo of itself, in windows and
	// in telemetry; a DropTo of 0 is never.
	DropAfterSeconds, DropTo float64
	// Factor multiplies the SM clock that telemetry tells, and StampFactor that which
	// stamps show, and nothing else, as if it were another device's or read wrongly; 0
	// is 1.
	Factor, StampFactor float64
	// Skip is the part of the launches of a window that are not run but counted.
	Skip float64
}

// clock is a spoilt timer.
type clock struct {
	Clock
	noise   float64 // standard deviation of the logarithm
	rng     *rand.Rand
	level   float64 // of correlated noise, standard normal
	begun   bool
	seconds float64 // at work so far
	windows int

	hertz           float64 // of the SMs of the device that is spoilt
	elapsed, cycles float64 // seconds, and cycles of an SM, since it was opened
}

// pass lets time go by.
func (c *clock) pass(seconds float64) {
	c.elapsed += seconds
	c.cycles += seconds * c.hertz * c.clockFactor()
}

// stamped is the SM clock that stamps show over the device's own.
func (c *clock) stamped() float64 {
	if c.StampFactor == 0 {
		return 1
	}
	return c.StampFactor
}

// window spoils the seconds of a window.
func (c *clock) window(seconds float64) float64 {
	c.windows++
	if c.NegativeEvery > 0 && c.windows%c.NegativeEvery == 0 {
		c.pass(seconds)
		return -seconds / 1000
	}
	if c.ZeroEvery > 0 && c.windows%c.ZeroEvery == 0 {
		c.pass(seconds)
		return 0
	}
	seconds *= 1 - c.Skip
	seconds *= c.slowdown() / c.clockFactor() * math.Exp(c.noise*c.normal())
	if c.rng.Float64() < c.SlowShare {
		seconds *= 1 + c.SlowBy
	}
	c.pass(seconds)
	begin := c.seconds
	c.seconds += seconds
	return c.rounded(begin, seconds)
}

// slowdown is how much slower the device is by now.
func (c *clock) slowdown() float64 {
	slower := 1 + c.DriftPerSecond*c.seconds
	if c.WarmingSeconds > 0 {
		slower *= 1 + c.Warming*(1-math.Exp(-c.seconds/c.WarmingSeconds))
	}
	return slower
}

// clockFactor is the SM clock by now over its first.
func (c *clock) clockFactor() float64 {
	if c.DropTo > 0 && c.seconds >= c.DropAfterSeconds {
		return c.DropTo
	}
	return 1
}

// told is the SM clock that telemetry tells over the device's own.
func (c *clock) told() float64 {
	if c.Factor == 0 {
		return c.clockFactor()
	}
	return c.Factor * c.clockFactor()
}

// normal draws the noise of the next window.
func (c *clock) normal() float64 {
	fresh := c.rng.NormFloat64()
	if c.HeavyTails {
		return fresh / math.Sqrt(c.rng.ExpFloat64())
	}
	if !c.begun {
		c.begun, c.level = true, fresh
	} else {
		c.level = c.Correlation*c.level + math.Sqrt(1-c.Correlation*c.Correlation)*fresh
	}
	return c.level
}

// rounded is what the timer makes of a window.
func (c *clock) rounded(begin, seconds float64) float64 {
	if from := c.Float32FromSeconds; from > 0 {
		first := float32(1e3 * (from + begin))
		last := float32(1e3 * (from + begin + seconds))
		seconds = float64(last-first) / 1e3
	}
	if c.TickSeconds > 0 {
		seconds = math.Round(seconds/c.TickSeconds) * c.TickSeconds
	}
	return seconds
}
