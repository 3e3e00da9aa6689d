package kernels

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"ridgeline/kernels/sass"
)

// Contract is what a source demands of the machine code of its entries. It is
// written in the header as "// contract SELECTOR: CLAUSES", where the selector, if
// there is one, is a pattern of entries as path.Match takes it, targets such as
// "sm_80", "sm_80+" or "sm_75-sm_89", or both.
type Contract struct {
	Entries string // pattern; "" is all
	Targets []TargetRange
	Clauses []sass.Clause
}

// TargetRange is the machine targets from one compute capability to another, both
// as ten times the major version plus the minor one.
type TargetRange struct{ First, Last int }

// anyCapability is beyond every compute capability.
const anyCapability = 9999

var rangeText = regexp.MustCompile(`^(sm_[0-9]+)(?:(\+)|-(sm_[0-9]+))?$`)

func parseTargetRange(text string) (TargetRange, error) {
	m := rangeText.FindStringSubmatch(text)
	if m == nil {
		return TargetRange{}, fmt.Errorf("%q is none of sm_80, sm_80+ and sm_75-sm_89", text)
	}
	first, err := parseTarget(m[1])
	if err != nil {
		return TargetRange{}, err
	}
	r := TargetRange{First: first.number, Last: first.number}
	if m[2] != "" {
		r.Last = anyCapability
	}
	if m[3] != "" {
		last, err := parseTarget(m[3])
		if err != nil || last.number <= first.number {
			return TargetRange{}, fmt.Errorf("%q does not rise", text)
		}
		r.Last = last.number
	}
	return r, nil
}

func (r TargetRange) String() string {
	switch r.Last {
	case r.First:
		return fmt.Sprintf("sm_%d", r.First)
	case anyCapability:
		return fmt.Sprintf("sm_%d+", r.First)
	}
	return fmt.Sprintf("sm_%d-sm_%d", r.First, r.Last)
}

// MarshalText gives the contract as String does.
func (c Contract) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// String is the contract as in the header, without "// contract ".
func (c Contract) String() string {
	var selector, clauses []string
	if c.Entries != "" {
		selector = append(selector, c.Entries)
	}
	for _, r := range c.Targets {
		selector = append(selector, r.String())
	}
	for _, clause := range c.Clauses {
		clauses = append(clauses, clause.String())
	}
	return strings.Join(selector, " ") + ": " + strings.Join(clauses, "; ")
}

// UnmarshalText reads it.
func (c *Contract) UnmarshalText(text []byte) error {
	selector, clauses, ok := strings.Cut(string(text), ":")
	if !ok {
		return errors.New(`no colon stands between whom it is for and its clauses`)
	}
	*c = Contract{}
	for word := range strings.FieldsSeq(selector) {
		if strings.HasPrefix(word, "sm_") {
			r, err := parseTargetRange(word)
			if err != nil {
				return err
			}
			c.Targets = append(c.Targets, r)
			continue
		}
		if _, err := path.Match(word, ""); err != nil || c.Entries != "" {
			return fmt.Errorf("%q: want one pattern of entries such as fma_*_chains8", word)
		}
		c.Entries = word
	}
	var err error
	c.Clauses, err = sass.ParseClauses(clauses)
	return err
}

// covers tells whether the contract is for an entry on a machine target.
func (c Contract) covers(symbol, machine string) bool {
	if match, err := path.Match(c.Entries, symbol); c.Entries != "" && (err != nil || !match) {
		return false
	}
	t, err := parseTarget(machine)
	return err == nil && (len(c.Targets) == 0 || slices.ContainsFunc(c.Targets, func(r TargetRange) bool {
		return r.First <= t.number && t.number <= r.Last
	}))
}
