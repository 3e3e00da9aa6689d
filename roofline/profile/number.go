package profile

import (
	"encoding/json"
	"math"
)

// Number is a quantity, or the reason why it is not known. The name of the field
// that holds it gives the unit. The zero Number is unknown: the input does not
// speak of it.
type Number struct {
	value float64
	known bool
	// about is how why is to be read: it is put together only when it is asked
	// for, since a launch misses more metrics than it has.
	about reason
	why   string
}

// reason is what the word in Number.why is.
type reason uint8

const (
	reasonText     reason = iota // the reason itself
	reasonNoMetric               // a metric that the report lacks
	reasonAbsent                 // a metric that the report names without a value
)

// silent is why a Number that nobody set is missing.
const silent = "the input does not say"

// Known is the Number of a value. A value that is not finite is missing: a
// counter that overflowed or was divided by nothing is no measurement.
func Known(value float64) Number {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return Missing("the input gives a value that is not finite")
	}
	return Number{value: value, known: true}
}

// Missing is a Number that is not known, and why.
func Missing(why string) Number { return Number{why: why} }

// Get is the value, and whether it is known.
func (n Number) Get() (float64, bool) { return n.value, n.known }

// Known tells whether there is a value.
func (n Number) Known() bool { return n.known }

// Or is the value, or another where it is missing.
func (n Number) Or(other float64) float64 {
	if n.known {
		return n.value
	}
	return other
}

// Why says why the value is missing; it is empty where it is known.
func (n Number) Why() string {
	if n.known {
		return ""
	}
	switch {
	case n.why == "":
		return silent
	case n.about == reasonNoMetric:
		return "the report has no " + n.why
	case n.about == reasonAbsent:
		return "the report gives n/a for " + n.why
	}
	return n.why
}

// Times is the Number times a factor; missing stays missing, for its reason.
func (n Number) Times(factor float64) Number {
	if !n.known {
		return n
	}
	return Known(n.value * factor)
}

// By is the product of two Numbers; it is missing where one of them is, for the
// reason of the first that is.
func (n Number) By(other Number) Number {
	if !other.known && n.known {
		return other
	}
	return n.Times(other.value)
}

// jsonNumber is a Number in JSON: null never stands without its reason.
type jsonNumber struct {
	Value   *float64 `json:"value"`
	Missing string   `json:"missing,omitempty"`
}

// MarshalJSON writes {"value":1.5}, or {"value":null,"missing":"why"}.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.known {
		return json.Marshal(jsonNumber{Missing: n.Why()})
	}
	return json.Marshal(jsonNumber{Value: &n.value})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (n *Number) UnmarshalJSON(text []byte) error {
	var read jsonNumber
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	if read.Value == nil {
		*n = Missing(read.Missing)
		return nil
	}
	*n = Known(*read.Value)
	return nil
}
