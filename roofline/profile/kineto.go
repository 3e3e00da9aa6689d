package profile

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// kinetoEvent is what is read of an event of a PyTorch trace.
type kinetoEvent struct {
	Phase    string     `json:"ph"`
	Category string     `json:"cat"`
	Name     string     `json:"name"`
	Start    any        `json:"ts"`  // µs
	Duration any        `json:"dur"` // µs
	Process  any        `json:"pid"` // of a kernel, the device
	Thread   any        `json:"tid"`
	Args     kinetoArgs `json:"args"`
}

// kinetoArgs is what is read of an event's arguments. They are loosely typed:
// the profilers of other vendors put other things there.
type kinetoArgs struct {
	Device    any `json:"device"`
	Grid      any `json:"grid"`
	Block     any `json:"block"`
	Registers any `json:"registers per thread"`
	Shared    any `json:"shared memory"`
	// Correlation joins a launch and its kernel.
	Correlation any `json:"correlation"`
	// Dims and Types are of the inputs of an operator, where shapes were recorded.
	Dims  json.RawMessage `json:"Input Dims"`
	Types []any           `json:"Input type"`
}

// kinetoDevice is a GPU of a trace.
type kinetoDevice struct {
	ID           json.Number `json:"id"`
	Name         string      `json:"name"`
	Memory       json.Number `json:"totalGlobalMem"`
	ComputeMajor json.Number `json:"computeMajor"`
	ComputeMinor json.Number `json:"computeMinor"`
	SMs          json.Number `json:"numSms"`
}

// readKineto reads a trace of the PyTorch profiler: an object whose key
// traceEvents has the events, or a bare list of them.
func readKineto(r *jsonReader, out *output) error {
	builder, work := newTimelineBuilder(), newKinetoWork()
	first, err := r.Token()
	if err != nil {
		return err
	}
	if first == json.Delim('[') {
		err = readKinetoEvents(r, builder, work)
	} else {
		err = readKinetoObject(r, builder, work, out)
	}
	work.assign(builder)
	if finished := builder.finish(out); err == nil {
		return finished
	}
	return err
}

func readKinetoObject(r *jsonReader, builder *timelineBuilder, work *kinetoWork, out *output) error {
	for r.More() {
		r.budget.left = maxJSONValue
		key, err := r.Token()
		if err != nil {
			return err
		}
		switch key {
		case "traceEvents":
			err = readKinetoList(r, builder, work)
		case "deviceProperties":
			err = readKinetoDevices(r, builder, out)
		default:
			err = r.skip()
		}
		if err != nil {
			return err
		}
	}
	_, err := r.Token()
	return err
}

func readKinetoList(r *jsonReader, builder *timelineBuilder, work *kinetoWork) error {
	if _, err := r.Token(); err != nil {
		return err
	}
	return readKinetoEvents(r, builder, work)
}

func readKinetoEvents(r *jsonReader, builder *timelineBuilder, work *kinetoWork) error {
	for r.More() {
		var event kinetoEvent
		if err := r.value(&event); errors.As(err, new(*json.UnmarshalTypeError)) {
			builder.skipped++ // the decoder has read past the event
			continue
		} else if err != nil {
			return err
		}
		kind, ours := kinetoKind(event.Category)
		if !ours || event.Phase != "X" && event.Phase != "" {
			work.host(&event)
			continue
		}
		start, okStart := microseconds(anyText(event.Start))
		duration, okDuration := microseconds(anyText(event.Duration))
		if !okStart || !okDuration {
			builder.skipped++
			continue
		}
		span := spanEvent{
			device: firstWord(anyText(event.Args.Device), anyText(event.Process)), name: event.Name, kind: kind,
			start: start, end: start + duration, launch: event.Args.launch(),
		}
		if err := builder.add(span); err != nil {
			return err
		}
		if kind == SpanKernel && duration >= 0 {
			work.kernels = append(work.kernels, kinetoKernel{anyText(event.Args.Correlation), keyOf(span)})
		}
	}
	_, err := r.Token()
	return err
}

// kinetoKind tells the events of a GPU; the categories were capitalised before
// PyTorch 1.11.
func kinetoKind(category string) (SpanKind, bool) {
	switch strings.ToLower(category) {
	case "kernel":
		return SpanKernel, true
	case "gpu_memcpy", "memcpy":
		return SpanCopy, true
	case "gpu_memset", "memset":
		return SpanSet, true
	}
	return 0, false
}

func (a kinetoArgs) launch() Launch {
	l := Launch{Grid: anyDim3(a.Grid), Block: anyDim3(a.Block)}
	l.RegistersPerThread = anyNumber(a.Registers, "registers per thread")
	l.SharedBytes = anyNumber(a.Shared, "shared memory")
	return l
}

func anyText(value any) string {
	switch v := value.(type) {
	case json.Number:
		return v.String()
	case string:
		return v
	}
	return ""
}

func anyNumber(value any, what string) Number {
	if number, err := strconv.ParseFloat(anyText(value), 64); err == nil {
		return Known(number)
	}
	return Missing("the trace has no " + what)
}

func anyDim3(value any) *Dim3 {
	if text, ok := value.(string); ok {
		return parseDim3([]byte(text))
	}
	list, ok := value.([]any)
	if !ok || len(list) != 3 {
		return nil
	}
	var size [3]int64
	for i, part := range list {
		n, err := strconv.ParseInt(anyText(part), 10, 64)
		if err != nil || n < 1 {
			return nil
		}
		size[i] = n
	}
	return &Dim3{size[0], size[1], size[2]}
}

func readKinetoDevices(r *jsonReader, builder *timelineBuilder, out *output) error {
	var raw json.RawMessage
	if err := r.value(&raw); err != nil {
		return err
	}
	var devices []kinetoDevice
	if err := json.Unmarshal(raw, &devices); err != nil {
		out.warn(0, "the trace's deviceProperties are not read: "+err.Error())
		return nil
	}
	for _, d := range devices {
		device := Device{
			Name:        d.Name,
			SMs:         anyNumber(d.SMs, "number of SMs"),
			MemoryBytes: anyNumber(d.Memory, "size of the memory"),
		}
		if d.ComputeMajor != "" && d.ComputeMinor != "" {
			device.ComputeCapability = d.ComputeMajor.String() + "." + d.ComputeMinor.String()
		}
		builder.facts[d.ID.String()] = device
	}
	return nil
}

// microseconds reads a decimal number of microseconds as whole nanoseconds. The
// times of a trace have more digits than a float64 holds.
func microseconds(text string) (ns int64, ok bool) {
	whole, fraction, _ := strings.Cut(text, ".")
	if strings.ContainsAny(text, "eE") {
		value, err := strconv.ParseFloat(text, 64)
		const most = 9e15
		return int64(value * 1e3), err == nil && value > -most && value < most
	}
	micros, err := strconv.ParseInt(whole, 10, 64)
	const most = int64(9e15)
	if err != nil || micros > most || micros < -most {
		return 0, false
	}
	digits := (fraction + "000")[:3]
	nanos, err := strconv.ParseInt(digits, 10, 64)
	if strings.HasPrefix(whole, "-") {
		nanos = -nanos
	}
	return micros*1e3 + nanos, err == nil
}
