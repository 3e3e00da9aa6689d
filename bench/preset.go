package bench

import (
	"fmt"
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
func PresetNames() []string { return []string{string(Quick), string(Standard), string(Full)} }

// UnknownPresetError says that no preset has this name.
type UnknownPresetError struct{ Name string }

// Error gives the names that there are.
func (e *UnknownPresetError) Error() string {
	return fmt.Sprintf("no preset is named %q: take one of %s", e.Name, strings.Join(PresetNames(), ", "))
}

// ParsePreset gives the preset with this name. The error is an
// *UnknownPresetError.
func ParsePreset(name string) (Preset, error) {
	for _, p := range []Preset{Quick, Standard, Full} {
		if name == string(p) {
			return p, nil
		}
	}
	return "", &UnknownPresetError{Name: name}
}
