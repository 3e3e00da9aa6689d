package bench

import (
	"fmt"
	"slices"
	"strings"
)

// Preset is how much of the suite a run measures.
type Preset string

// The presets, from the shortest to the whole.
const (
	// Quick measures the ceilings and the ridges that matter, on few values of
	// each axis.
	Quick Preset = "quick"
	// Standard measures every math path and every memory level.
	Standard Preset = "standard"
	// Full measures every case on every value of its axes.
	Full Preset = "full"
)

// PresetNames gives the names of the presets, the shortest run first.
func PresetNames() []string {
	var names []string
	for _, p := range presets() {
		names = append(names, string(p))
	}
	return names
}

// UnknownPresetError says that no preset has this name.
type UnknownPresetError struct{ Name string }

// Error gives the names that there are.
func (e *UnknownPresetError) Error() string {
	return fmt.Sprintf("no preset is named %q: take one of %s", e.Name, strings.Join(PresetNames(), ", "))
}

// ParsePreset gives the preset with this name. The error is an
// *UnknownPresetError.
func ParsePreset(name string) (Preset, error) {
	for _, p := range presets() {
		if name == string(p) {
			return p, nil
		}
	}
	return "", &UnknownPresetError{Name: name}
}

// presets from the shortest to the whole.
func presets() []Preset { return []Preset{Quick, Standard, Full} }

// Cases gives the cases of a run with the values of their axes that the preset
// has: those named, or where none is, every case of the preset. An empty preset
// is Full.
func (p Preset) Cases(named []Case) []Case {
	if len(named) == 0 {
		named = slices.DeleteFunc(Cases(), func(c Case) bool { return !p.holds(c) })
	}
	var thinned []Case
	for _, c := range named {
		thinned = append(thinned, p.thin(c)...)
	}
	return thinned
}

// withRoofs adds the cases that measure ceilings and are not among these, as far as
// the preset Quick has them.
func withRoofs(cases []Case) []Case {
	families := []string{"stream", "l2", "l1", "shared", "fma", "tensor"}
	for _, c := range Quick.Cases(nil) {
		known := slices.ContainsFunc(cases, func(k Case) bool { return k.Name == c.Name })
		if slices.Contains(families, c.Family) && !known {
			cases = append(cases, c)
		}
	}
	return cases
}

// holds tells whether the preset has a case.
func (p Preset) holds(c Case) bool { return p.rank() >= c.recipe.from.rank() }

// rank orders the presets by their length; an empty one is the whole.
func (p Preset) rank() int {
	if rank := slices.Index(presets(), p); rank >= 0 {
		return rank
	}
	return len(presets()) - 1
}

// span is some of the values of some axes; an axis that it does not name has
// all of its values.
type span map[string][]int64

// thin gives the case with fewer values of its axes, once for each span of the
// shortest preset, from this one on, that has any.
func (p Preset) thin(c Case) []Case {
	for _, longer := range presets()[p.rank():] {
		if spans := c.recipe.thin[longer]; spans != nil {
			cases := make([]Case, len(spans))
			for i, s := range spans {
				cases[i] = c.within(s)
			}
			return cases
		}
	}
	return []Case{c}
}

// within gives the case with the values of a span.
func (c Case) within(s span) Case {
	c.Axes = slices.Clone(c.Axes)
	for i, axis := range c.Axes {
		if values, named := s[axis.Name]; named {
			c.Axes[i].Values = values
		}
	}
	return c
}
