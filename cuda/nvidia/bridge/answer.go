//go:build cuda && linux

package bridge

// #include "bridge.h"
import "C"

import (
	"encoding/json"
	"fmt"
	"strings"
	"unsafe"

	"ridgeline/cuda"
)

// What the driver API has no place for. See ridgeline_abi_ask.
//
//export bridge_ridgeline_fake_answer
func bridge_ridgeline_fake_answer(question, answer *C.char, room C.size_t) C.size_t {
	if plugged.options.Mute {
		return 0
	}
	value := reply(C.GoString(question))
	if value == nil {
		return 0
	}
	text, err := json.Marshal(value)
	if err != nil {
		return 0
	}
	if len(text) < int(room) {
		to := unsafe.Slice((*byte)(unsafe.Pointer(answer)), len(text)+1)
		to[copy(to, text)] = 0
	}
	return C.size_t(len(text))
}

// reply is the answer to a question; nil where there is none.
func reply(question string) any {
	about, of, _ := strings.Cut(question, " ")
	if about == "facts" {
		return facts(of)
	}
	c, code := current()
	if code != C.CUDA_SUCCESS {
		return nil
	}
	switch about {
	case "report":
		return c.report
	case "window":
		return c.window
	case "telemetry":
		if t, ok := c.device.(cuda.Telemeter); ok {
			reading, err := t.Telemetry()
			if err == nil {
				return reading
			}
		}
	case "path":
		if l, ok := c.device.(cuda.PathLimiter); ok {
			return limit(l.PathLimit(of))
		}
	case "level":
		if l, ok := c.device.(cuda.LevelLimiter); ok {
			return limit(l.LevelLimit(of))
		}
	case "attributes":
		return origin(of)
	}
	return nil
}

// facts of a device that the driver API has in another form, or not at all.
func facts(ordinal string) any {
	var index int
	if _, err := fmt.Sscan(ordinal, &index); err != nil || index < 0 || index >= len(plugged.devices) {
		return nil
	}
	i := plugged.devices[index]
	return map[string]any{
		"UUID": i.UUID, "Model": i.Model, "SpecName": i.SpecName, "SpecSHA256": i.SpecSHA256,
		"TransfersPerClock": i.TransfersPerClock, "DriverVersion": i.DriverVersion, "ECC": i.ECC,
	}
}

func limit(perSMCycle float64, source string, known bool) any {
	if !known {
		return nil
	}
	return map[string]any{"PerSMCycle": perSMCycle, "Source": source}
}

// origin says where the registers of a function are from, and its spills.
func origin(function string) any {
	var number uintptr
	if _, err := fmt.Sscanf(function, "%v", &number); err != nil {
		return nil
	}
	f, ok := object[*entry](handle(number))
	if !ok {
		return nil
	}
	a, err := f.function.Attributes()
	if err != nil {
		return nil
	}
	return map[string]any{
		"RegistersSource": a.RegistersSource,
		"SpillStoreBytes": a.SpillStoreBytes, "SpillLoadBytes": a.SpillLoadBytes,
	}
}
