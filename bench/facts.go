package bench

import (
	"ridgeline/cuda"
	"ridgeline/results"
)

// DeviceFacts gives the facts of a device as a document holds them.
func DeviceFacts(info cuda.Info) results.Device {
	d := results.Device{
		Name:              info.Name,
		UUID:              info.UUID,
		PCIBusID:          info.PCIBusID,
		ComputeCapability: info.ComputeCapability.String(),
		SMCount:           info.SMCount,
		L2Bytes:           info.L2Bytes,
		MemoryBytes:       info.MemoryBytes,
		SMClockMHz:        info.SMClockMHz,
		MemoryClockMHz:    info.MemoryClockMHz,
		BusWidthBits:      info.BusWidthBits,
		ECC:               info.ECC,
		Driver:            info.DriverVersion,
	}
	if rate := info.BusBytesPerSecond(); rate > 0 {
		d.BusBytesPerSecond = &rate
	}
	if info.Model != "" {
		d.Model = &results.Model{Version: info.Model, Spec: info.SpecName, SpecSHA256: info.SpecSHA256}
	}
	return d
}

// CounterFacts gives counters as a document holds them; nil where the device
// counts nothing.
func CounterFacts(c *cuda.Counters) *results.Counters {
	if c == nil {
		return nil
	}
	traffic := map[string]results.Traffic{}
	for kind, t := range map[string]cuda.Traffic{
		"global_load": c.GlobalLoad, "global_store": c.GlobalStore, "global_atomic": c.GlobalAtomic,
		"shared_load": c.SharedLoad, "shared_store": c.SharedStore, "shared_atomic": c.SharedAtomic,
		"local_load": c.LocalLoad, "local_store": c.LocalStore, "const_load": c.ConstLoad,
		"spill_load": c.SpillLoad, "spill_store": c.SpillStore,
	} {
		if t != (cuda.Traffic{}) {
			traffic[kind] = results.Traffic(t)
		}
	}
	return &results.Counters{
		WarpInstructions:   c.WarpInstructions,
		ThreadInstructions: c.ThreadInstructions,
		Branches:           c.Branches,
		DivergentBranches:  c.DivergentBranches,
		Barriers:           c.Barriers,
		Operations:         c.Operations,
		Pipes:              c.Pipes,
		Traffic:            traffic,
		SpillSource:        string(c.SpillSource),
	}
}
