package results

import (
	"fmt"
	"reflect"
)

func validateEnvironment(e *Environment) error {
	if e == nil {
		return nil
	}
	return first(validateState("environment.start", e.Start), validateState("environment.end", e.End))
}

func validateState(place string, s *DeviceState) error {
	if s == nil {
		return nil
	}
	err := first(
		check(!s.At.IsZero(), "at: the time is missing"),
		validateMissing(s),
		positive("sm_clock_mhz", s.SMClockMHz),
		positive("memory_clock_mhz", s.MemoryClockMHz),
		positive("max_sm_clock_mhz", s.MaxSMClockMHz),
		positive("max_memory_clock_mhz", s.MaxMemoryClockMHz),
		positive("power_limit_watts", s.PowerLimitWatts),
		positive("enforced_power_limit_watts", s.EnforcedPowerLimitWatts),
		positive("default_power_limit_watts", s.DefaultPowerLimitWatts),
	)
	if err != nil {
		return fmt.Errorf("%s.%w", place, err)
	}
	return nil
}

// validateMissing checks that a field is null exactly where a reason says why. A
// reason for a field that is not known here is one of a newer minor version.
func validateMissing(s *DeviceState) error {
	state := reflect.ValueOf(*s)
	_, all := s.Missing[AllFields]
	for _, key := range keysOf(state.Type()) {
		field := state.Field(key.field)
		if field.Kind() != reflect.Pointer && field.Kind() != reflect.Slice {
			continue
		}
		reason, has := s.Missing[key.name]
		switch {
		case field.IsNil() && !has && !all:
			return fmt.Errorf("%s: is null, and missing says no reason", key.name)
		case has && !field.IsNil():
			return fmt.Errorf("missing.%s: the field is not missing", key.name)
		case has && reason == "":
			return fmt.Errorf("missing.%s: the reason is empty", key.name)
		}
	}
	return nil
}
