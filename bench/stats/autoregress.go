package stats

import (
	"math"
	"slices"
)

const (
	// maxOrder bounds the autoregressive models that are tried.
	maxOrder = 8
	// samplesAnOrder is how many samples each coefficient of a model needs; with
	// less, a model of a high order takes the slow waves of a correlated series
	// for its own.
	samplesAnOrder = 24
)

// autoregressiveTime is the autocorrelation time of a series of mean 0: the
// spectrum at frequency 0 over the variance of the best autoregressive model,
// of order 1 at least (as coda's spectrum0.ar does for Markov chains: Plummer
// et al., R News 6(1), 2006). The order is that with the least corrected Akaike
// criterion.
func autoregressiveTime(x []float64) float64 {
	n, variance := float64(len(x)), power(x)
	if variance == 0 {
		return 1
	}
	best, least := 1.0, math.Inf(1)
	residual := variance
	burg(x, max(1, min(maxOrder, len(x)/samplesAnOrder)), func(a []float64) {
		last := a[len(a)-1]
		residual *= 1 - last*last
		parameters := float64(len(a) + 1)
		criterion := n*math.Log(residual) + 2*parameters*n/(n-parameters-1)
		if criterion < least {
			best, least = residual/variance/square(1-sum(a)), criterion
		}
	})
	return best
}

// burg fits models x[t] = a[0]*x[t-1] + a[1]*x[t-2] + … of the orders 1 to order
// by Burg's method and hands out the coefficients of each. It stops early where
// nothing is left to explain.
func burg(x []float64, order int, fitted func(a []float64)) {
	forward, backward := slices.Clone(x), slices.Clone(x)
	var a []float64
	for m := 1; m <= order; m++ {
		product, squares := 0.0, 0.0
		for t := m; t < len(x); t++ {
			product += forward[t] * backward[t-1]
			squares += square(forward[t]) + square(backward[t-1])
		}
		k := 2 * product / squares
		if squares == 0 || math.Abs(k) >= 1 {
			return
		}
		a = levinson(a, k)
		for t := len(x) - 1; t >= m; t-- {
			f, b := forward[t], backward[t-1]
			forward[t], backward[t] = f-k*b, b-k*f
		}
		fitted(a)
	}
}

// levinson makes a model of the next order, whose last coefficient is k.
func levinson(a []float64, k float64) []float64 {
	next := append(slices.Clone(a), k)
	for i := range a {
		next[i] = a[i] - k*a[len(a)-1-i]
	}
	return next
}

func square(x float64) float64 { return x * x }

func sum(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	return total
}

// power is the mean square of a series.
func power(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v * v
	}
	return total / float64(len(x))
}
