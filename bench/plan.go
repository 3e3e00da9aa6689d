package bench

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	// memoryShare is the part of the free memory that the buffers may take.
	memoryShare = 0.5
	// waveShare is the part of the least length of a launch that a wave of its
	// blocks takes at least: short enough that a block is no large part of a
	// long launch, long enough that its start hardly counts.
	waveShare = 0.5
	// maxTrips keeps a plan from running away on a wrong pilot.
	maxTrips = 1 << 20
	// maxLengthened is how long a launch is made at most for the sake of its
	// length. Where that is not enough, because launches cost too much or the bus
	// is too slow, its record says so.
	maxLengthened = 5e-3 // seconds
)

// sizes are the least sizes of a launch.
type sizes struct {
	// cacheMultiple is how many times the L2 cache a footprint in DRAM is at
	// least, so that what is left in the cache of the last launch hardly counts.
	cacheMultiple int64
	// launchSeconds is how long a launch takes at least.
	launchSeconds float64
	// costMultiple is how many times the cost of an empty launch a launch takes
	// at least, so that its start and its end do not count; and how many times
	// the time of the bytes that it moves but once, such as its results.
	costMultiple float64
}

// enough are the sizes from which on a number is good.
func enough() sizes { return sizes{cacheMultiple: 8, launchSeconds: 200e-6, costMultiple: 100} }

// planner chooses the shape of a launch from what the device says of itself.
type planner struct {
	limits        limits
	sizes         sizes
	freeBytes     int64   // of device memory, before the run took any
	costSeconds   float64 // of an empty launch
	launchSeconds float64 // of a launch, at least
}

// pilot measures the seconds of one launch in a shape.
type pilot func(context.Context, shape) (float64, error)

// shape fills the SMs with blocks, and gives them trips until the footprint is
// far above the L2 cache (where the case asks that) and the launch is long
// enough. The length comes from the physical limits, below which no launch can
// be; where none is known, from a pilot.
func (p planner) shape(ctx context.Context, c Case, a axes, f cuda.Function, measure pilot) (shape, error) {
	s, err := p.resident(c, a, f)
	if err != nil {
		return s, err
	}
	if part := c.recipe.layout.partOfL2; part > 0 {
		if s.setChunks, err = p.chunksOfL2(part, f); err != nil {
			return s, err
		}
	}
	if least := c.recipe.layout.leastTrips; least != nil {
		s.trips = least(a, s)
	}
	if c.recipe.layout.overCache {
		if s.trips, err = p.tripsOverCache(c, a, s); err != nil {
			return s, err
		}
	}
	room, err := p.tripsInMemory(c, a, s, f)
	if err != nil || c.recipe.layout.once {
		return s, err
	}
	seconds, err := p.tripSeconds(ctx, c, a, s, measure)
	if err != nil {
		return s, err
	}
	s.leastSeconds = max(p.launchSeconds, p.sizes.costMultiple*p.fixedSeconds(c, a, s))
	lengthened := min(s.leastSeconds, maxLengthened)
	s.trips = min(room, max(s.trips, int(math.Ceil(min(lengthened/seconds, maxTrips)))))
	if !c.recipe.layout.fills(a) {
		return s, nil
	}
	return s.inWaves(room, int(math.Ceil(waveShare*min(p.launchSeconds, maxLengthened)/seconds))), nil
}

// blockOf is the number of threads of a block; 0 is blockThreads.
func (l layout) blockOf(a axes) int {
	if l.threads != nil {
		return l.threads(a)
	}
	return l.block
}

// always is for layouts whose every point has one wave.
func always(axes) bool { return true }

// fills tells whether the blocks take all the room of the SMs, so that more of
// them than fit run one after the other.
func (l layout) fills(a axes) bool {
	return l.grid == nil && l.blocks == nil && (l.oneWave == nil || !l.oneWave(a)) && (l.warpsPerSM == nil || l.warpsPerSM(a) == 0)
}

// inWaves makes a launch of many trips one of several waves of blocks, each
// block with at least so many trips, and all together at most room.
func (s shape) inWaves(room, least int) shape {
	waves := max(1, s.trips/max(1, least))
	trips := (s.trips + waves - 1) / waves
	if trips*waves > room {
		trips = s.trips / waves
	}
	s.grid, s.trips = s.grid*waves, trips
	return s
}

// fixedSeconds is the time of the bytes that a launch moves once, whatever its
// trips are; 0 where the bus is not known.
func (p planner) fixedSeconds(c Case, a axes, s shape) float64 {
	rate, _ := p.limits.bus()
	if rate == 0 {
		return 0
	}
	one, two := c.trips(a, s, 1), c.trips(a, s, 2)
	return (2*one.Bytes["dram"] - two.Bytes["dram"]) / rate
}

// resident is a grid of the blocks that the device holds at a time, or the one
// that the axes give, with one trip each.
func (p planner) resident(c Case, a axes, f cuda.Function) (shape, error) {
	s := shape{block: c.recipe.layout.blockOf(a), sharedBytes: c.recipe.layout.sharedBytes, trips: 1, leastSeconds: p.launchSeconds}
	wanted, err := s.wanted(c.recipe.layout, a, f)
	if err != nil {
		return s, err
	}
	fit, err := f.BlocksPerSM(s.threads(), s.sharedBytes)
	if err != nil {
		return s, err
	}
	if fit < 1 || p.limits.info.SMCount < 1 {
		return s, unsupported(f, fmt.Sprintf("the device holds %d blocks of %d threads on each of %d SMs", fit, s.threads(), p.limits.info.SMCount))
	}
	if wanted > fit {
		return s, unsupported(f, fmt.Sprintf("an SM holds %d blocks of %d threads, not %d", fit, s.threads(), wanted))
	}
	if s.blocksPerSM = fit; wanted > 0 {
		s.blocksPerSM = wanted
	}
	if fixed := c.recipe.layout.grid; fixed != nil {
		extent := fixed(a)
		s.grid, s.columns = extent.Count(), extent.X
		s.blocksPerSM = min(fit, (s.grid+p.limits.info.SMCount-1)/p.limits.info.SMCount)
		return s, nil
	}
	s.grid = s.blocksPerSM * p.limits.info.SMCount
	if blocks := c.recipe.layout.blocks; blocks != nil {
		s.grid = blocks(a, p.limits.info.SMCount)
		s.blocksPerSM = min(fit, (s.grid+p.limits.info.SMCount-1)/p.limits.info.SMCount)
	}
	return s, nil
}

// wanted is how many blocks an SM shall hold, 0 being as many as fit. Where
// that is fewer warps than a full block has, the block gets smaller.
func (s *shape) wanted(l layout, a axes, f cuda.Function) (blocks int, err error) {
	if l.warpsPerSM == nil {
		return 0, nil
	}
	threads := l.warpsPerSM(a) * warpThreads
	if threads > 0 && threads < s.threads() {
		s.block = threads
	}
	if threads%s.threads() != 0 {
		return 0, unsupported(f, fmt.Sprintf("%d threads are no whole number of blocks of %d", threads, s.threads()))
	}
	return threads / s.threads(), nil
}

func unsupported(f cuda.Function, detail string) error {
	return &cuda.Error{Op: "plan", Kind: cuda.Unsupported, Kernel: f.Name(), Detail: detail}
}

// chunksOfL2 is how many chunks make a part of L2.
func (p planner) chunksOfL2(part float64, f cuda.Function) (int, error) {
	if p.limits.info.L2Bytes <= 0 {
		return 0, unsupported(f, "the device does not tell the size of its L2 cache, so no set is surely in it")
	}
	return max(1, int(part*float64(p.limits.info.L2Bytes)/chunkBytes)), nil
}

// tripsOverCache is how many trips it takes to touch cacheMultiple times L2.
func (p planner) tripsOverCache(c Case, a axes, s shape) (int, error) {
	if p.limits.info.L2Bytes <= 0 {
		return 0, errors.New("the device does not tell the size of its L2 cache, so no footprint is surely in DRAM")
	}
	footprint := float64(p.sizes.cacheMultiple * p.limits.info.L2Bytes)
	return int(math.Ceil(footprint / c.trips(a, s, 1).FootprintBytes)), nil
}

// tripSeconds is about the time of one trip, or the least that it can be. Where
// the blocks do not fill the SMs that would be far too little.
func (p planner) tripSeconds(ctx context.Context, c Case, a axes, s shape, measure pilot) (float64, error) {
	one, two := c.trips(a, s, 1), c.trips(a, s, 2)
	two.Operations -= one.Operations
	for level := range two.Bytes {
		two.Bytes[level] -= one.Bytes[level]
	}
	if seconds := p.limits.shortest(two); seconds > 0 && c.recipe.layout.fills(a) {
		if slowdown := c.recipe.layout.slowdown; slowdown != nil {
			seconds *= slowdown(a)
		}
		return seconds, nil
	}
	s.trips = 1
	return slope(ctx, s, measure)
}

// trips is the work of so many trips in a shape.
func (c Case) trips(a axes, s shape, trips int) results.Work {
	s.trips = trips
	return c.recipe.work(a, s)
}

// slope measures what one more trip costs. It doubles the trips until doubling
// them shows in the time: until then the start of the launch hides them.
func slope(ctx context.Context, s shape, measure pilot) (float64, error) {
	const shows = 1.25
	before, err := measure(ctx, s)
	for err == nil {
		s.trips *= 2
		var after float64
		if after, err = measure(ctx, s); err != nil {
			break
		}
		if after >= shows*before {
			return (after - before) / float64(s.trips/2), nil
		}
		if before = after; s.trips >= maxTrips {
			return 0, fmt.Errorf("the time of a launch does not grow with its trips: %g s at %d", after, s.trips)
		}
	}
	return 0, err
}

// tripsInMemory is the most trips for which the buffers fit in the device's
// memory. A shape that does not fit as it is is refused.
func (p planner) tripsInMemory(c Case, a axes, s shape, f cuda.Function) (int, error) {
	need := func(trips int) int64 {
		s.trips = trips
		bytes := c.recipe.output(a, s)
		for _, input := range c.inputBytes(a, s) {
			bytes += input
		}
		return bytes
	}
	room := int64(memoryShare * float64(p.freeBytes))
	if least := need(s.trips); least > room {
		detail := fmt.Sprintf("the buffers need at least %d bytes, and half of the device's free memory is %d", least, room)
		if c.recipe.layout.grid != nil {
			return 0, unsupported(f, detail) // the axes ask for so much
		}
		return 0, errors.New(detail)
	}
	one := need(1)
	perTrip := need(2) - one
	if perTrip == 0 {
		return math.MaxInt, nil
	}
	return int((room-one)/perTrip) + 1, nil
}
