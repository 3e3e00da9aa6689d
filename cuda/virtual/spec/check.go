package spec

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ridgeline/cuda"
)

// check holds the fields against each other.
func (s *Spec) check() error {
	for _, check := range []func() *Error{
		s.checkTexts, s.checkPipes, s.checkTensor, s.checkLatencies, s.checkLimits, s.checkMemories, s.checkSources,
	} {
		if e := check(); e != nil {
			e.File = s.file
			return e
		}
	}
	return nil
}

func quoted(text string) string { return strconv.Quote(shorten(text)) }

func bad(field string, value any, want string, args ...any) *Error {
	return &Error{Field: field, Value: fmt.Sprint(value), Want: fmt.Sprintf(want, args...)}
}

func (s *Spec) checkTexts() *Error {
	if !isPlain(s.Name) {
		return bad("name", quoted(s.Name), "1 to 64 printable characters")
	}
	if !isPlain(s.Memory.Type) {
		return bad("memory.type", quoted(s.Memory.Type), "1 to 64 printable characters")
	}
	if _, err := parseCapability(s.ComputeCapability); err != nil {
		return bad("compute_capability", quoted(s.ComputeCapability), "a text such as \"9.0\", at least \"7.0\"")
	}
	return nil
}

func isPlain(s string) bool {
	odd := func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }
	return strings.TrimSpace(s) != "" && len(s) <= 64 && !strings.ContainsFunc(s, odd)
}

var capability = regexp.MustCompile(`^([1-9][0-9]?)\.([0-9])$`)

// parseCapability reads "9.0". The virtual GPU runs the architectures with
// independent thread scheduling, which begin at 7.0.
func parseCapability(text string) (cuda.ComputeCapability, error) {
	m := capability.FindStringSubmatch(text)
	if m == nil {
		return cuda.ComputeCapability{}, fmt.Errorf("%q is no compute capability", text)
	}
	major, _ := strconv.Atoi(m[1])
	minor, _ := strconv.Atoi(m[2])
	if major < 7 {
		return cuda.ComputeCapability{}, fmt.Errorf("compute capability %s is older than 7.0", text)
	}
	return cuda.ComputeCapability{Major: major, Minor: minor}, nil
}

// checkPipes wants lanes that the sub-cores can share evenly.
func (s *Spec) checkPipes() *Error {
	subcores := s.SM.Schedulers
	pipes := reflect.ValueOf(s.Pipes)
	for i := range pipes.NumField() {
		name := pipes.Type().Field(i).Tag.Get("json")
		lanes := int(pipes.Field(i).FieldByName("Lanes").Int())
		if name != "lsu" && lanes%subcores != 0 && subcores%lanes != 0 {
			return bad("pipes."+name+".lanes", lanes, "a multiple or a divisor of sm.schedulers, which is %d", subcores)
		}
	}
	if lanes := s.Pipes.FMA.IntegerLanes; lanes%subcores != 0 && subcores%lanes != 0 {
		return bad("pipes.fma.integer_lanes", lanes, "a multiple or a divisor of sm.schedulers, which is %d", subcores)
	}
	return nil
}

// checkLatencies: an access that goes further cannot come back earlier.
func (s *Spec) checkLatencies() *Error {
	if s.L2.LatencyCycles < s.L1.LatencyCycles {
		return bad("l2.latency_cycles", s.L2.LatencyCycles, "at least l1.latency_cycles, which is %d", s.L1.LatencyCycles)
	}
	if s.Memory.LatencyCycles < s.L2.LatencyCycles {
		return bad("memory.latency_cycles", s.Memory.LatencyCycles, "at least l2.latency_cycles, which is %d", s.L2.LatencyCycles)
	}
	return nil
}

func (s *Spec) checkLimits() *Error {
	l := s.Limits
	switch {
	case l.ThreadsPerSM%WarpThreads != 0:
		return bad("limits.threads_per_sm", l.ThreadsPerSM, "a multiple of %d", WarpThreads)
	case l.ThreadsPerSM/WarpThreads%s.SM.Schedulers != 0:
		return bad("sm.schedulers", s.SM.Schedulers,
			"a divisor of the warps of an SM (limits.threads_per_sm / %d), which are %d", WarpThreads, l.ThreadsPerSM/WarpThreads)
	case l.ThreadsPerBlock%WarpThreads != 0 || l.ThreadsPerBlock > l.ThreadsPerSM:
		return bad("limits.threads_per_block", l.ThreadsPerBlock,
			"a multiple of %d, at most limits.threads_per_sm, which is %d", WarpThreads, l.ThreadsPerSM)
	case l.SharedPerSMBytes > s.L1.UnifiedBytes:
		return bad("limits.shared_per_sm_bytes", l.SharedPerSMBytes, "at most l1.unified_bytes, which is %d", s.L1.UnifiedBytes)
	case l.SharedPerBlockOptInBytes > l.SharedPerSMBytes:
		return bad("limits.shared_per_block_opt_in_bytes", l.SharedPerBlockOptInBytes,
			"at most limits.shared_per_sm_bytes, which is %d", l.SharedPerSMBytes)
	case l.SharedPerBlockBytes > l.SharedPerBlockOptInBytes:
		return bad("limits.shared_per_block_bytes", l.SharedPerBlockBytes,
			"at most limits.shared_per_block_opt_in_bytes, which is %d", l.SharedPerBlockOptInBytes)
	}
	return nil
}

// leastBusBytesPerSecond is a thousandth of what the slowest GPU's memory does.
// Below it a launch that is long enough to measure would not end in a lifetime.
const leastBusBytesPerSecond = 1e8

func (s *Spec) checkMemories() *Error {
	if rate := s.Memory.BusBytesPerSecond(); rate < leastBusBytesPerSecond {
		return bad("memory.clock_mhz", s.Memory.ClockMHz,
			"a clock at which the bus moves at least %g bytes a second; it moves %g", leastBusBytesPerSecond, rate)
	}
	if s.Memory.Bytes < s.L2.Bytes {
		return bad("memory.bytes", s.Memory.Bytes, "at least l2.bytes, which is %d", s.L2.Bytes)
	}
	return nil
}

// checkSources wants sources only of fields that exist.
func (s *Spec) checkSources() *Error {
	fields := s.Fields()
	keys := make([]string, 0, len(s.Sources))
	for key := range s.Sources {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		if !slices.Contains(fields, key) {
			return &Error{Field: "sources[" + quoted(key) + "]", Want: "names no field; want one such as \"memory.clock_mhz\""}
		}
	}
	return nil
}

// Fields lists the paths of all values that the spec has, besides the format
// and the sources: those of the tensor cores last.
func (s *Spec) Fields() []string {
	return append(fieldsOf(reflect.TypeFor[Spec](), ""), s.Tensor.fields()...)
}

func fieldsOf(t reflect.Type, path string) []string {
	var paths []string
	for _, field := range reflect.VisibleFields(t) {
		name := field.Tag.Get("json")
		switch {
		case name == "" || name == "format" || field.Type.Kind() == reflect.Map, field.Type.Kind() == reflect.Pointer:
		case field.Type.Kind() == reflect.Struct:
			paths = append(paths, fieldsOf(field.Type, join(path, name))...)
		default:
			paths = append(paths, join(path, name))
		}
	}
	return paths
}
