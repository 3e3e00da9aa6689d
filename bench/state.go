package bench

import (
	"maps"
	"time"

	"ridgeline/cuda"
	"ridgeline/results"
)

// DeviceState asks a device how it is set up, for the environment of a document;
// nil where the device is of a kind that has no such state. A device that is
// lost leaves the reason in place of what it does not tell.
func DeviceState(dev cuda.Device) *results.DeviceState {
	stater, ok := dev.(cuda.Stater)
	if !ok {
		return nil
	}
	state, err := stater.State()
	facts := stateFacts(state)
	if err != nil {
		facts.Missing[cuda.AllFields] = err.Error()
	}
	facts.At = time.Now().UTC()
	return facts
}

func stateFacts(s cuda.State) *results.DeviceState {
	facts := &results.DeviceState{
		Name: s.Name, DriverVersion: s.DriverVersion, CUDADriverVersion: s.CUDADriverVersion, VBIOSVersion: s.VBIOSVersion,
		SMClockMHz: s.SMClockMHz, MemoryClockMHz: s.MemoryClockMHz, MaxSMClockMHz: s.MaxSMClockMHz, MaxMemoryClockMHz: s.MaxMemoryClockMHz,
		EventReasons: s.EventReasons, PState: s.PState, TemperatureC: s.TemperatureC,
		PowerWatts: s.PowerWatts, PowerLimitWatts: s.PowerLimitWatts,
		EnforcedPowerLimitWatts: s.EnforcedPowerLimitWatts, DefaultPowerLimitWatts: s.DefaultPowerLimitWatts,
		ECC: s.ECC, MIG: s.MIG, Persistence: s.Persistence, ComputeMode: s.ComputeMode,
		PCIeGeneration: s.PCIeGeneration, PCIeLanes: s.PCIeLanes,
		MaxPCIeGeneration: s.MaxPCIeGeneration, MaxPCIeLanes: s.MaxPCIeLanes,
		UtilizationPercent: s.UtilizationPercent, Missing: map[string]string{},
	}
	maps.Copy(facts.Missing, s.Missing)
	if s.Processes != nil {
		facts.Processes = []results.Process{}
	}
	for _, p := range s.Processes {
		facts.Processes = append(facts.Processes, results.Process(p))
	}
	return facts
}
