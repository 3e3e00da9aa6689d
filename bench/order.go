package bench

import "math/rand/v2"

// shuffled gives the points of a run in the order in which to measure them:
// those of the cases mixed at random, so that what a device does slowly over
// the run falls on all of them, and those of each case along its axes, every
// other case from their ends, so that it does not look like an axis. The order
// follows from the seed alone.
func shuffled(points []point, seed uint64) []point {
	rng := rand.New(rand.NewPCG(seed, 0x6f72646572)) // "order"
	sweeps := sweepsOf(points)
	rng.Shuffle(len(sweeps), func(i, j int) { sweeps[i], sweeps[j] = sweeps[j], sweeps[i] })
	mixed := make([]point, 0, len(points))
	for len(mixed) < len(points) {
		i := pick(sweeps, rng.IntN(len(points)-len(mixed)))
		sweep := &sweeps[i]
		mixed = append(mixed, sweep.next(i%2 == 1))
	}
	return mixed
}

// sweep is the points of one case that are left.
type sweep []point

// sweepsOf parts points by their case.
func sweepsOf(points []point) []sweep {
	var sweeps []sweep
	for i, p := range points {
		if i == 0 || p.c.Name != points[i-1].c.Name {
			sweeps = append(sweeps, nil)
		}
		last := &sweeps[len(sweeps)-1]
		*last = append(*last, p)
	}
	return sweeps
}

// pick finds the sweep that holds the n-th of the points that are left.
func pick(sweeps []sweep, n int) int {
	for i, s := range sweeps {
		if n < len(s) {
			return i
		}
		n -= len(s)
	}
	return len(sweeps) - 1
}

// next takes the first point, or the last.
func (s *sweep) next(fromEnd bool) point {
	points := *s
	if fromEnd {
		*s = points[:len(points)-1]
		return points[len(points)-1]
	}
	*s = points[1:]
	return points[0]
}
