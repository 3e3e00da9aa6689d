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
	thinned := make([]Case, len(named))
	for i, c := range named {
		thinned[i] = p.thin(c)
	}
	return thinned
}

// holds tells whether the preset has a case.
func (p Preset) holds(c Case) bool {
	return p == "" || slices.Index(presets(), p) >= slices.Index(presets(), c.recipe.from)
}

// thin gives the case with fewer values of its axes: those of the shortest
// preset, from this one on, that says so.
func (p Preset) thin(c Case) Case {
	all := c.Axes
	c.Axes = slices.Clone(all)
	for i, axis := range all {
		for _, longer := range presets() {
			values, found := c.recipe.thin[longer][axis.Name]
			if found && slices.Index(presets(), longer) >= slices.Index(presets(), p) && p != "" {
				c.Axes[i].Values = values
				break
			}
		}
	}
	return c
}
