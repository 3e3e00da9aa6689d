package profile

import (
	"math"
	"strings"
)

// dimension is what a unit measures, as far as the readers must know.
type dimension byte

const (
	dimensionOther   dimension = iota // counts, ratios, words
	dimensionTime                     // base nanosecond
	dimensionBytes                    // base byte
	dimensionRate                     // base byte a second
	dimensionHertz                    // base hertz
	dimensionPercent                  // base percent
)

// unit is how a cell's number becomes one in NVIDIA's base unit.
type unit struct {
	factor    float64
	dimension dimension
}

// plain is the unit of counts and ratios.
func plain() unit { return unit{1, dimensionOther} }

// parseUnit reads a unit as Nsight Compute spells it, in the old way ("usecond",
// "byte/second", "cycle/nsecond") or the new ("us", "byte/s", "hz"), with the
// prefixes it scales by. A unit it does not scale, such as "register/thread" or
// "inst/cycle", is plain.
//
// K, M and G are powers of 1000 for bytes too: the tool prints Ki, Mi and Gi
// where it means 1024.
func parseUnit(text string) unit {
	text = strings.TrimSpace(text)
	if text == "%" || text == "percent" {
		return unit{1, dimensionPercent}
	}
	above, below, isRate := strings.Cut(text, "/")
	if !isRate {
		return parseSingle(above)
	}
	over := parseSingle(below)
	under := parseSingle(above)
	switch {
	case over.dimension == dimensionTime && under.dimension == dimensionBytes:
		return unit{under.factor / over.factor * nanosecondsPerSecond, dimensionRate}
	case over.dimension == dimensionTime && isCycle(above):
		return unit{under.factor / over.factor * nanosecondsPerSecond, dimensionHertz}
	case over.dimension == dimensionTime:
		return unit{under.factor / over.factor * nanosecondsPerSecond, dimensionOther}
	case under.dimension == dimensionBytes: // byte/block, Kbyte/block
		return under
	}
	return unit{under.factor, dimensionOther}
}

const nanosecondsPerSecond = 1e9

// parseSingle reads a unit that is no quotient.
func parseSingle(text string) unit {
	if factor, ok := nanoseconds(text); ok {
		return unit{factor, dimensionTime}
	}
	factor, word := cutPrefix(text)
	switch word {
	case "byte", "bytes", "b":
		return unit{factor, dimensionBytes}
	case "hz":
		return unit{factor, dimensionHertz}
	case "cycle", "cycles", "inst", "sector", "request", "thread", "warp", "block":
		return unit{factor, dimensionOther}
	}
	return plain()
}

// nanoseconds is how many a unit of time has.
func nanoseconds(text string) (float64, bool) {
	switch strings.ToLower(text) {
	case "ns", "nsecond", "nanosecond", "nsec":
		return 1, true
	case "us", "usecond", "microsecond", "usec", "µs", "μs":
		return 1e3, true
	case "ms", "msecond", "millisecond", "msec":
		return 1e6, true
	case "s", "second", "sec":
		return nanosecondsPerSecond, true
	}
	return 0, false
}

func isCycle(text string) bool {
	_, word := cutPrefix(text)
	return word == "cycle" || word == "cycles"
}

// cutPrefix takes the scale off a unit, such as 1e6 and "byte" of "Mbyte".
func cutPrefix(text string) (factor float64, word string) {
	const prefixes = "KMGT"
	power := strings.IndexByte(prefixes, strings.ToUpper(text + " ")[0])
	switch {
	case len(text) < 2 || power < 0:
		return 1, strings.ToLower(text)
	case text[1] == 'i' && (text[2:] == "B" || text[2:] == "byte"):
		return math.Pow(1024, float64(power+1)), "byte"
	case isScaled(strings.ToLower(text[1:])):
		return math.Pow(1000, float64(power+1)), strings.ToLower(text[1:])
	}
	return 1, strings.ToLower(text)
}

// isScaled tells the units that stand behind a prefix.
func isScaled(word string) bool {
	switch word {
	case "b", "byte", "bytes", "hz", "cycle", "cycles", "inst", "sector", "request", "thread", "warp", "block":
		return true
	}
	return false
}
