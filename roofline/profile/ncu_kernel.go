package profile

import (
	"slices"
)

// The metrics that more than one part reads.
const (
	metricTime     = "gpu__time_duration.sum"
	metricSMCycles = "sm__cycles_elapsed.avg"
	stallPrefix    = "smsp__average_warps_issue_stalled_"
	stallSuffix    = "_per_issue_active.ratio"
)

// fillKernel derives what a Kernel holds from the metrics of a launch of Nsight
// Compute. Names, shape and device may be there already: what the file itself
// says of them wins.
func fillKernel(k *Kernel, m *metrics) {
	k.Launches = max(k.Launches, 1)
	k.TimeSeconds = m.number(metricTime, "gpu__time_duration.avg", "gpu__time_duration.max", "gpu__time_active.sum").
		Times(1 / nanosecondsPerSecond)
	fillDevice(&k.Device, m)
	fillLaunch(&k.Launch, m)
	k.Clocks = clocksOf(m)
	k.Work = workOf(m, k.TimeSeconds)
	k.Traffic = trafficOf(m, k.TimeSeconds)
	k.Accesses = accessesOf(m)
	k.Local = localOf(m)
	k.Occupancy = occupancyOf(m)
	k.Scheduler = schedulerOf(m)
	k.Stalls = stallsOf(m)
	k.Pipes = pipesOf(m)
	k.Tensor = tensorOf(m)
	k.SpeedOfLight = speedOfLightOf(m)
	k.Divergence = Divergence{
		ThreadsPerInstruction: m.number("smsp__thread_inst_executed_per_inst_executed.ratio"),
		NotPredicatedOff:      m.number("smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"),
	}
	k.Tier = tierOf(k, m.labelled)
	warnOdd(k)
}

// tierOf judges how much a launch tells.
func tierOf(k *Kernel, labelled bool) Tier {
	counted := len(k.Work) > 0 || slices.ContainsFunc(k.Traffic, func(t Traffic) bool { return t.Bytes.Known() })
	sol := k.SpeedOfLight
	switch {
	case counted && !labelled && len(k.Stalls) > 0:
		return TierStalls
	case counted && !labelled:
		return TierCounters
	case counted || sol.SMPercent.Known() || sol.MemoryPercent.Known() || sol.DRAMPercent.Known():
		return TierSOL
	}
	return TierTriage
}

// warnOdd says what cannot be so, without mending it.
func warnOdd(k *Kernel) {
	if k.Name == "" {
		k.Warnings = append(k.Warnings, "the input does not name the kernel")
	}
	for _, traffic := range k.Traffic {
		if traffic.HitPercent.Or(0) > 100 {
			k.Warnings = append(k.Warnings, "the hit rate of "+traffic.Level+" is above 100 %: its counters are of several passes")
		}
	}
	if seconds, known := k.TimeSeconds.Get(); known && seconds <= 0 {
		k.Warnings = append(k.Warnings, "the time is not above 0")
	}
}

func speedOfLightOf(m *metrics) SpeedOfLight {
	return SpeedOfLight{
		SMPercent: m.number("sm__throughput.avg.pct_of_peak_sustained_elapsed"),
		MemoryPercent: m.number("gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
			"gpu__compute_memory_access_throughput.avg.pct_of_peak_sustained_elapsed"),
		DRAMPercent: m.number("gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", "dram__throughput.avg.pct_of_peak_sustained_elapsed"),
		L2Percent:   m.number("lts__throughput.avg.pct_of_peak_sustained_elapsed"),
		L1Percent:   m.number("l1tex__throughput.avg.pct_of_peak_sustained_active", "l1tex__throughput.avg.pct_of_peak_sustained_elapsed"),
	}
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
