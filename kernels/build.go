package kernels

import (
	"maps"
	"slices"
)

// BuildFor gives what the assembler reported for a machine target such as
// "sm_90" and the target that it was assembled for: the same one or, where the
// manifest does not list it, the nearest older one of the same kind. The error
// is a *NoBuildError.
func (e Entry) BuildFor(target string) (Build, string, error) {
	want, err := parseTarget(target)
	if err != nil {
		return Build{}, "", &NoBuildError{Symbol: e.Symbol, Target: target, Known: e.targets()}
	}
	found, name := archTarget{}, ""
	for listed := range e.Builds {
		t, err := parseTarget(listed)
		if err == nil && t.kind == want.kind && t.runsOn(want.number) && t.number > found.number {
			found, name = t, listed
		}
	}
	if name == "" {
		return Build{}, "", &NoBuildError{Symbol: e.Symbol, Target: target, Known: e.targets()}
	}
	return e.Builds[name], name, nil
}

func (e Entry) targets() []string { return slices.Sorted(maps.Keys(e.Builds)) }
