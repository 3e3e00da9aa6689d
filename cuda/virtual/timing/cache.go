package timing

const (
	ways         = 8
	sectorBytes  = 32
	lineSectors  = 4
	lineBytes    = sectorBytes * lineSectors
	tagsPerCycle = 4 // lines that the tag stage of L1 resolves in a cycle
)

// cache is a sectored, set-associative cache with least-recently-used
// replacement: tags and times, no data. Lines are spread over the sets by a
// hash, as strides would else crowd a few of them.
type cache struct {
	sets  uint64
	tags  []uint64 // line number + 1; 0 is empty
	used  []uint64 // when last used
	lines []line
	clock uint64
}

// line is the state of a resident line.
type line struct {
	valid, dirty uint8 // a bit for each sector
	ready        int64 // cycle at which all valid sectors have arrived
}

func newCache(bytes int64) *cache {
	sets := max(bytes/(ways*lineBytes), 1)
	return &cache{
		sets:  uint64(sets),
		tags:  make([]uint64, sets*ways),
		used:  make([]uint64, sets*ways),
		lines: make([]line, sets*ways),
	}
}

// find gives the line if it is resident, and counts as its use.
func (c *cache) find(number uint64) *line {
	set := c.set(number)
	tags := c.tags[set : set+ways : set+ways]
	for w := range tags {
		if tags[w] == number+1 {
			c.clock++
			c.used[set+w] = c.clock
			return &c.lines[set+w]
		}
	}
	return nil
}

// add makes room for a line that is not resident, in place of the one that was
// not used for longest.
func (c *cache) add(number uint64) *line {
	set := c.set(number)
	used := c.used[set : set+ways : set+ways]
	victim := 0
	for w := range used {
		if used[w] < used[victim] {
			victim = w
		}
	}
	c.clock++
	used[victim] = c.clock
	c.tags[set+victim] = number + 1
	c.lines[set+victim] = line{}
	return &c.lines[set+victim]
}

// set is the index of the first way of a line's set.
func (c *cache) set(number uint64) int {
	const golden = 0x9E3779B97F4A7C15 // 2^64 over the golden ratio: Fibonacci hashing
	hash := (number * golden) >> 32
	return int(hash*c.sets>>32) * ways
}
