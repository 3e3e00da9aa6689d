package kernels

import (
	"maps"
	"slices"
)

// BuildFor gives what the assembler reported for a machine target such as
// "sm_90" and the target that it was assembled for: the same one or, where the
// manifest does not list it, the nearest older one of the same kind. For a plain
// target it is, where there is no plain one, that for this architecture alone or
// for its family. The error is a *NoBuildError.
func (e Entry) BuildFor(target string) (Build, string, error) {
	want, err := parseTarget(target)
	if err == nil {
		if name := e.nearest(want.number, want.kind); name != "" {
			return e.Builds[name], name, nil
		}
		for _, kind := range []targetKind{exactKind, familyKind} {
			if name := e.nearest(want.number, kind); name != "" && want.kind == plainKind {
				return e.Builds[name], name, nil
			}
		}
	}
	return Build{}, "", &NoBuildError{Symbol: e.Symbol, Target: target, Known: e.targets()}
}

// nearest is the newest target of a kind that runs on an architecture; "" where
// there is none.
func (e Entry) nearest(number int, kind targetKind) (name string) {
	found := archTarget{}
	for listed := range e.Builds {
		t, err := parseTarget(listed)
		if err == nil && t.kind == kind && t.runsOn(number) && t.number > found.number {
			found, name = t, listed
		}
	}
	return name
}

func (e Entry) targets() []string { return slices.Sorted(maps.Keys(e.Builds)) }
