package timing

import "math/bits"

// The caches move sectors, and have tags for lines of some sectors.
const (
	SectorBytes = 32
	LineBytes   = SectorBytes * lineSectors
)

const (
	ways         = 8
	lineSectors  = 4
	tagsPerCycle = 4 // lines that the tag stage of L1 resolves in a cycle
)

// cache is a sectored, set-associative cache with least-recently-used
// replacement: tags and times, no data.
type cache struct {
	sets uint64
	// perSet is 2^64 over sets, rounded up, to divide by multiplication: exact for
	// lines below 2^64 over sets.
	perSet uint64
	tags   []uint64 // line number + 1; 0 is empty
	used   []uint64 // when last used
	lines  []line
	clock  uint64
	// evicted is the line that made room in the last get, its dirty sectors, and
	// those of them of which only a part was written.
	evicted       uint64
	evictedDirty  uint8
	evictedPartly uint8
}

// line is the state of a resident line.
type line struct {
	valid, dirty uint8 // a bit for each sector
	ready        int64 // cycle at which all valid sectors have arrived
	// written are the bytes of a dirty sector that were written, a bit each, until
	// all are there and it is valid.
	written [lineSectors]uint32
}

// partly gives the dirty sectors of which the rest is not there.
func (l *line) partly() uint8 { return l.dirty &^ l.valid }

// write notes that bytes of a sector were written, a bit each.
func (l *line) write(sector int, bytes uint32) {
	l.written[sector] |= bytes
	if l.written[sector] == allBytes {
		l.valid |= 1 << sector
	}
}

const allBytes = ^uint32(0) // of a sector

func newCache(bytes int64) *cache {
	sets := max(bytes/(ways*LineBytes), 1)
	return &cache{
		sets:   uint64(sets),
		perSet: ^uint64(0)/uint64(sets) + 1,
		tags:   make([]uint64, sets*ways),
		used:   make([]uint64, sets*ways),
		lines:  make([]line, sets*ways),
	}
}

// get gives a line, and counts as its use. One that was not resident takes the
// place of the one that was not used for longest, and has no valid sector.
func (c *cache) get(number uint64) *line {
	set := c.set(number)
	c.clock++
	tags, used := c.tags[set:set+ways:set+ways], c.used[set:set+ways:set+ways]
	for w := range tags {
		if tags[w] == number+1 {
			used[w] = c.clock
			c.evictedDirty, c.evictedPartly = 0, 0
			return &c.lines[set+w]
		}
	}
	victim := 0
	for w := range used {
		if used[w] < used[victim] {
			victim = w
		}
	}
	old := &c.lines[set+victim]
	c.evicted, c.evictedDirty, c.evictedPartly = tags[victim]-1, old.dirty, old.partly()
	tags[victim], used[victim] = number+1, c.clock
	c.lines[set+victim] = line{}
	return &c.lines[set+victim]
}

// set is the index of the first way of a line's set. Of each run of as many lines as
// there are sets, every set has one, so that a buffer that is no larger than the
// cache fits, as nearly as where a GPU XORs upper bits of the address into the set.
// Each run begins a set further on than the one before, and two every eighth, so that
// no power of two as a stride meets one set alone.
func (c *cache) set(number uint64) int {
	run := c.over(number)
	start := run + run>>3 + run>>6 + run>>9
	index := number - run*c.sets + start - c.over(start)*c.sets
	if index >= c.sets {
		index -= c.sets
	}
	return int(index) * ways
}

// over divides by the number of sets.
func (c *cache) over(number uint64) uint64 {
	if c.sets == 1 {
		return number
	}
	quotient, _ := bits.Mul64(c.perSet, number)
	return quotient
}
