package virtual

import (
	"strings"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/spec"
)

// TwinValue is a measured value of a spec file.
type TwinValue = spec.Value

// Twin gives the text of a spec file for a chip of which some values were
// measured. The others are those of the embedded SKU that is most like it: of its
// architecture, or else the newest older one, with the most similar number of SMs.
func Twin(name string, capability cuda.ComputeCapability, sms int, values []TwinValue) ([]byte, error) {
	specs, err := spec.Embedded()
	if err != nil {
		return nil, err
	}
	return nearest(specs, capability, sms).Derive(twinName(name), capability.String(), values)
}

// twinName is the name of a device without what says that it is virtual, and in
// the letters that a spec's name may have.
func twinName(device string) string {
	name := strings.TrimPrefix(strings.ToLower(device), "virtual ")
	name = strings.TrimPrefix(strings.TrimPrefix(name, "nvidia "), "twin of ")
	return "twin of " + name
}

// nearest is the spec that is most like a chip. Older architectures than any of
// them get the oldest.
func nearest(specs []*spec.Spec, capability cuda.ComputeCapability, sms int) *spec.Spec {
	age := func(s *spec.Spec) int { // how far its architecture is from that asked for
		if d := capability.Number() - s.Capability().Number(); d >= 0 {
			return d
		}
		const newer = 1000
		return newer + s.Capability().Number()
	}
	away := func(s *spec.Spec) int { return max(s.SMCount-sms, sms-s.SMCount) }
	best := specs[0]
	for _, s := range specs[1:] {
		if age(s) < age(best) || age(s) == age(best) && away(s) < away(best) {
			best = s
		}
	}
	return best
}
