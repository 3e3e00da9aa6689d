package roofline

import (
	"fmt"
	"iter"
	"strings"
)

// Events is a mask of reasons why a device holds its clocks back, with the bits of
// NVML's nvmlClocksEventReasons.
type Events uint64

const (
	idleEvent         Events = 0x1
	applicationEvent  Events = 0x2
	softwarePower     Events = 0x4
	hardwareSlowdown  Events = 0x8
	syncBoostEvent    Events = 0x10
	softwareThermal   Events = 0x20
	hardwareThermal   Events = 0x40
	powerBrake        Events = 0x80
	displayClockEvent Events = 0x100

	// settingEvents are what somebody set, and say nothing of the load.
	settingEvents = applicationEvent | displayClockEvent
	// limitEvents are the driver's limits of power and heat, and what a group of
	// GPUs agreed on.
	limitEvents = softwarePower | softwareThermal | syncBoostEvent
	// hardwareEvents are what the board itself does to save itself.
	hardwareEvents = hardwareSlowdown | hardwareThermal | powerBrake
)

// each gives the bits of a mask, each as a mask of its own, from the lowest.
func (e Events) each() iter.Seq[Events] {
	return func(yield func(Events) bool) {
		for left := e; left != 0; left &= left - 1 {
			if !yield(left & -left) {
				return
			}
		}
	}
}

// String names every bit; one that is not known stands in hex. None is "none".
func (e Events) String() string {
	names := map[Events]string{
		idleEvent: "idle", applicationEvent: "application clocks", softwarePower: "software power cap",
		hardwareSlowdown: "hardware slowdown", syncBoostEvent: "sync boost", softwareThermal: "software thermal slowdown",
		hardwareThermal: "hardware thermal slowdown", powerBrake: "hardware power brake", displayClockEvent: "display clocks",
	}
	var parts []string
	for bit := range e.each() {
		name, known := names[bit]
		if !known {
			name = fmt.Sprintf("unknown reason %#x", uint64(bit))
		}
		parts = append(parts, name)
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ", ")
}
