package kernels

import (
	"fmt"
	"regexp"
	"strconv"
)

// PlainTarget in a source's header stands for one module that runs on every
// architecture from PlainPTXTarget on.
const PlainTarget = "plain"

// PlainPTXTarget is the .target of plain modules: the oldest architecture that
// the suite serves.
const PlainPTXTarget = "sm_70"

const plainCapability = 70 // of PlainPTXTarget

// targetKind says how far the code for a target runs (PTX ISA, .target).
type targetKind string

const (
	plainKind  targetKind = ""  // this architecture and every later one
	familyKind targetKind = "f" // this and the later ones of its family
	exactKind  targetKind = "a" // this one alone
)

// archTarget is a target such as sm_90a: number 90, kind "a".
type archTarget struct {
	number int // ten times the major version plus the minor one
	kind   targetKind
}

var targetName = regexp.MustCompile(`^sm_([1-9][0-9]{1,2})([af]?)$`)

func parseTarget(s string) (archTarget, error) {
	m := targetName.FindStringSubmatch(s)
	if m == nil {
		return archTarget{}, fmt.Errorf("%q is no target such as sm_90, sm_90a or sm_100f", s)
	}
	number, err := strconv.Atoi(m[1])
	return archTarget{number: number, kind: targetKind(m[2])}, err
}

// PlainCapability gives the compute capability from which on code for a target
// runs, 80 for "sm_80"; false for a target such as "sm_90a", whose code later
// architectures do not run.
func PlainCapability(target string) (int, bool) {
	t, err := parseTarget(target)
	return t.number, err == nil && t.kind == plainKind
}

// runsOn says whether code for the target runs on a device.
func (t archTarget) runsOn(capability int) bool {
	switch t.kind {
	case exactKind:
		return capability == t.number
	case familyKind:
		return capability >= t.number && capability/10 == t.number/10
	default:
		return capability >= t.number
	}
}

// better says whether a device that runs both should take t: the more
// specific one, and of two as specific the newer one.
func (t archTarget) better(o archTarget) bool {
	if t.kind != o.kind {
		return t.kind == exactKind || o.kind == plainKind
	}
	return t.number > o.number
}
