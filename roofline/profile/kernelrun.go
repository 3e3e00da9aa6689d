package profile

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"ridgeline/results"
)

// readKernelRun reads what `ridgeline kernel --json` printed.
func readKernelRun(r *jsonReader, out *output) error {
	var run results.KernelRun
	if err := r.value(&run); err != nil {
		return err
	}
	if run.Schema != results.KernelSchema {
		return &CorruptError{What: fmt.Sprintf("schema %q: this program reads %s only", run.Schema, results.KernelSchema)}
	}
	k := OfKernelRun(&run)
	k.Source.Row = 1
	return out.kernel(k)
}

// OfKernelRun is a launch whose work and bytes a virtual GPU counted, and whose
// time is from there or from a GPU. The bytes behind L1 are those of the virtual
// GPU's caches, which Definition says.
func OfKernelRun(run *results.KernelRun) Kernel {
	c := &run.Counted
	k := Kernel{
		Name: run.Kernel, Function: run.Kernel, Launches: 1, Tier: TierCounters,
		Source:      Source{File: run.File, Format: FormatKernelRun},
		TimeSeconds: Missing("the launch was not timed"),
		Launch:      launchOfRun(c), Occupancy: occupancyOfRun(c),
		Work: workOfRun(c), Traffic: trafficOfRun(c),
		Warnings: slices.Clone(run.Warnings),
	}
	addRecordCounters(&k, &c.Counters)
	if c.ExecutedBlocks < c.Blocks {
		k.Warnings = append(k.Warnings, fmt.Sprintf("counted in %d of %d blocks, and scaled", c.ExecutedBlocks, c.Blocks))
	}
	if run.Time != nil {
		timeOfRun(&k, run.Time)
	}
	return k
}

// timeOfRun takes the time, and the device that gave it.
func timeOfRun(k *Kernel, t *results.KernelTime) {
	d := t.Device
	k.TimeSeconds = Known(t.Seconds.Median)
	k.Device = Device{Name: d.Name, ComputeCapability: d.ComputeCapability, L2Bytes: Known(float64(d.L2Bytes)), MemoryBytes: Known(float64(d.MemoryBytes))}
	if d.SMCount > 0 {
		k.Device.SMs = Known(float64(d.SMCount))
	}
	if t.SMClockMHz != nil {
		k.Clocks.SMHertz = Known(*t.SMClockMHz * hertzPerMegahertz)
	}
	if t.Provenance == results.Simulated {
		k.Clocks.DRAMHertz = Known(d.MemoryClockMHz * hertzPerMegahertz) // no clock of a virtual GPU ever changes
	}
	if t.Cycles != nil {
		k.Clocks.SMCycles = Known(*t.Cycles)
	}
	if t.Waves != nil {
		k.Launch.Waves = Known(*t.Waves)
	}
	for _, s := range t.Stalls {
		k.Tier = TierStalls
		k.Stalls = append(k.Stalls, Stall{Reason: s.Reason, Share: Known(s.Share), CyclesPerIssue: Missing("the shares alone are known")})
	}
}

const hertzPerMegahertz = 1e6

func launchOfRun(c *results.KernelCounts) Launch {
	l := Launch{
		Grid: extentOfRun(c.Grid), Block: extentOfRun(c.Block), Cluster: extentOfRun(c.Cluster),
		RegistersPerThread:  Known(float64(c.Registers)),
		SharedBytes:         Known(float64(c.StaticSharedBytes + c.DynamicSharedBytes)),
		StaticSharedBytes:   Known(float64(c.StaticSharedBytes)),
		DynamicSharedBytes:  Known(float64(c.DynamicSharedBytes)),
		LocalBytesPerThread: Known(float64(c.LocalBytes)),
	}
	if c.RegistersSource == "estimate" {
		l.RegistersPerThread = Missing("the registers are an estimate: the assembler did not report them")
	}
	return l
}

// extentOfRun is an extent; nil where it has none.
func extentOfRun(d [3]int) *Dim3 {
	if d == [3]int{} {
		return nil
	}
	return &Dim3{int64(d[0]), int64(d[1]), int64(d[2])}
}

func occupancyOfRun(c *results.KernelCounts) Occupancy {
	const percent = 100
	o := Occupancy{
		AchievedPercent: Missing("the virtual GPU does not count it"), ActiveWarpsPerSM: Missing("the virtual GPU does not count it"),
		TheoreticalPercent: ratio(Known(percent*float64(c.WarpsPerSM)), Known(float64(c.MaxWarpsPerSM))),
	}
	return o
}

// workOfRun is the operations by path, in the order of their names.
func workOfRun(c *results.KernelCounts) []Work {
	uncounted := Missing("the operations alone were counted")
	var list []Work
	for _, path := range slices.Sorted(maps.Keys(c.Counters.Operations)) {
		list = append(list, Work{Path: path, Operations: float64(c.Counters.Operations[path]), Adds: uncounted, Multiplies: uncounted, FMAs: uncounted,
			Definition: "operations counted by the virtual GPU"})
	}
	return list
}

func trafficOfRun(c *results.KernelCounts) []Traffic {
	const apart = "loads and stores were not told apart"
	var list []Traffic
	for _, l := range c.Levels {
		if !isLevel(l.Level) || l.Bytes < 0 || math.IsNaN(l.Bytes) {
			continue
		}
		list = append(list, Traffic{Level: l.Level, Bytes: Known(l.Bytes), ReadBytes: Missing(apart), WriteBytes: Missing(apart), Definition: l.Basis})
	}
	return list
}
