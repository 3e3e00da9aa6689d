package stats

import (
	"math"
	"math/rand/v2"
)

// noise is a kind of noise with the median 1.
type noise struct {
	name string
	// series makes an endless series.
	series func(*rand.Rand) func() float64
	// oracle is the standard deviation of the median of one sample, times the
	// root of the autocorrelation time of the signs: what a median of n samples
	// has over the root of n.
	oracle float64
}

// independent is Gaussian noise of a standard deviation.
func independent(name string, sigma float64) noise { return autoregressive(name, sigma, 0) }

// autoregressive is first-order Gaussian noise with coefficient r.
func autoregressive(name string, sigma, r float64) noise {
	return noise{name, func(rng *rand.Rand) func() float64 {
		x := rng.NormFloat64()
		return func() float64 {
			v := 1 + sigma*x
			x = r*x + math.Sqrt(1-r*r)*rng.NormFloat64()
			return v
		}
	}, sigma * math.Sqrt(signTime(r)*math.Pi/2)}
}

// heavy is Student's t with 2 degrees of freedom, whose variance is infinite.
// Its density at the median is 1/sqrt(8).
func heavy(name string, sigma float64) noise {
	return noise{name, func(rng *rand.Rand) func() float64 {
		return func() float64 { return 1 + sigma*rng.NormFloat64()/math.Sqrt(rng.ExpFloat64()) }
	}, sigma * math.Sqrt(8) / 2}
}

func noises() []noise {
	return []noise{
		independent("independent 0.4 %", 0.004), independent("independent 2 %", 0.02),
		autoregressive("correlated 0.3", 0.01, 0.3), autoregressive("correlated 0.7", 0.01, 0.7),
		autoregressive("correlated 0.95, 0.4 %", 0.004, 0.95), autoregressive("correlated 0.95, 2 %", 0.02, 0.95),
		heavy("heavy tails 0.3 %", 0.003), heavy("heavy tails 1 %", 0.01),
	}
}

// take draws n values.
func take(next func() float64, n int) []float64 {
	series := make([]float64, n)
	for i := range series {
		series[i] = next()
	}
	return series
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 3)) }

// sampled runs the rule on a noise to its end.
func sampled(n noise, rule Rule, seed uint64) (Median, []float64) {
	next := n.series(seeded(seed))
	series := take(next, MinSamples)
	for {
		m, length := rule.Look(series)
		if length == 0 {
			return m, series
		}
		series = append(series, take(next, length-len(series))...)
	}
}
