package profile

import (
	"slices"
	"strings"
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
	k.Launches = 1
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

func fillDevice(d *Device, m *metrics) {
	if d.Name == "" {
		d.Name = m.texts["device__attribute_display_name"]
	}
	major, okMajor := m.values["device__attribute_compute_capability_major"]
	minor, okMinor := m.values["device__attribute_compute_capability_minor"]
	if d.ComputeCapability == "" && okMajor && okMinor {
		d.ComputeCapability = itoa(int64(major)) + "." + itoa(int64(minor))
	}
	if index, have := m.values["launch__device_id"]; d.Index == "" && have {
		d.Index = itoa(int64(index))
	}
	const hertzPerKHz = 1e3
	d.SMs = m.number("device__attribute_multiprocessor_count", "launch__sm_count")
	d.L2Bytes = m.number("device__attribute_l2_cache_size")
	d.MemoryBytes = m.number("device__attribute_total_memory")
	d.BusWidthBits = m.number("device__attribute_global_memory_bus_width", "device__attribute_fbp_bus_width")
	d.MaxSMHertz = m.number("device__attribute_clock_rate", "device__attribute_max_gpu_frequency_khz").Times(hertzPerKHz)
	d.MaxMemoryHertz = m.number("device__attribute_memory_clock_rate", "device__attribute_max_mem_frequency_khz").Times(hertzPerKHz)
	d.MaxWarpsPerSM = m.number("device__attribute_max_warps_per_multiprocessor")
}

func fillLaunch(l *Launch, m *metrics) {
	if l.Grid == nil {
		l.Grid = dim3Of(m, "launch__grid_dim_")
	}
	if l.Block == nil {
		l.Block = dim3Of(m, "launch__block_dim_")
	}
	l.Cluster = dim3Of(m, "launch__cluster_dim_")
	l.RegistersPerThread = m.number("launch__registers_per_thread")
	l.StaticSharedBytes = m.number("launch__shared_mem_per_block_static")
	l.DynamicSharedBytes = m.number("launch__shared_mem_per_block_dynamic")
	l.DriverSharedBytes = m.number("launch__shared_mem_per_block_driver")
	l.SharedBytes = m.number("launch__shared_mem_per_block")
	if parts := m.sum("launch__shared_mem_per_block_static", "launch__shared_mem_per_block_dynamic"); !l.SharedBytes.Known() && parts.Known() {
		l.SharedBytes = Known(parts.Or(0) + l.DriverSharedBytes.Or(0))
	}
	l.LocalBytesPerThread = m.number("launch__local_mem_per_thread")
	l.Waves = m.number("launch__waves_per_multiprocessor")
}

func dim3Of(m *metrics, prefix string) *Dim3 {
	if !m.speaksOf("launch") {
		return nil
	}
	x, okX := m.values[prefix+"x"]
	y, okY := m.values[prefix+"y"]
	z, okZ := m.values[prefix+"z"]
	if !okX || !okY || !okZ || x < 1 || y < 1 || z < 1 {
		return nil
	}
	return &Dim3{int64(x), int64(y), int64(z)}
}

func clocksOf(m *metrics) Clocks {
	clocks := Clocks{
		SMHertz:   m.number("sm__cycles_elapsed.avg.per_second", "smsp__cycles_elapsed.avg.per_second", "gpc__cycles_elapsed.avg.per_second"),
		DRAMHertz: m.number("dram__cycles_elapsed.avg.per_second"),
		L2Hertz:   m.number("lts__cycles_elapsed.avg.per_second", "l2s__cycles_elapsed.avg.per_second"),
		SMCycles:  m.number(metricSMCycles, "smsp__cycles_elapsed.avg", "sm__cycles_elapsed.max", "gpc__cycles_elapsed.max"),
	}
	if seconds := m.number(metricTime).Times(1 / nanosecondsPerSecond); !clocks.SMHertz.Known() {
		if measured := ratio(clocks.SMCycles, seconds); measured.Known() {
			clocks.SMHertz = measured
		}
	}
	return clocks
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

func occupancyOf(m *metrics) Occupancy {
	o := Occupancy{
		TheoreticalPercent: m.number("sm__maximum_warps_per_active_cycle_pct", "sm__maximum_warps_avg_per_active_cycle_pct"),
		AchievedPercent:    m.number("sm__warps_active.avg.pct_of_peak_sustained_active"),
		ActiveWarpsPerSM:   m.number("sm__warps_active.avg.per_cycle_active"),
		ClusterPercent:     m.number("launch__occupancy_cluster_pct"),
	}
	if !m.speaksOf("launch") {
		return o
	}
	for _, resource := range []struct{ name, metric string }{
		{"barriers", "barriers"}, {"blocks", "blocks"}, {"registers", "registers"}, {"shared", "shared_mem"}, {"warps", "warps"},
	} {
		if blocks, known := m.number("launch__occupancy_limit_" + resource.metric).Get(); known {
			o.Limits = append(o.Limits, OccupancyLimit{resource.name, blocks})
		}
	}
	slices.SortStableFunc(o.Limits, func(a, b OccupancyLimit) int { return compare(a.Blocks, b.Blocks) })
	return o
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

func schedulerOf(m *metrics) Scheduler {
	s := Scheduler{
		ActiveWarps:        m.number("smsp__warps_active.avg.per_cycle_active"),
		EligibleWarps:      m.number("smsp__warps_eligible.avg.per_cycle_active"),
		IssuedPerCycle:     m.number("smsp__issue_active.avg.per_cycle_active", "smsp__inst_issued.avg.per_cycle_active"),
		NoEligiblePercent:  m.number("smsp__issue_inst0.avg.pct_of_peak_sustained_active"),
		WarpCyclesPerIssue: m.number("smsp__average_warp_latency_per_inst_issued.ratio", "smsp__average_warps_active_per_issue_active.ratio"),
		Instructions:       m.number("smsp__inst_executed.sum", "sm__inst_executed.sum"),
		IssueOfPeakPercent: m.number("sm__inst_issued.avg.pct_of_peak_sustained_elapsed", "sm__instruction_throughput.avg.pct_of_peak_sustained_elapsed",
			"sm__inst_executed.avg.pct_of_peak_sustained_elapsed"),
		IPCActive:  m.number("sm__inst_executed.avg.per_cycle_active"),
		IPCElapsed: m.number("sm__inst_executed.avg.per_cycle_elapsed"),
	}
	return s
}

// stallsOf reads why warps waited: cycles per issue, or else percentages of the
// warps' time.
func stallsOf(m *metrics) []Stall {
	var stalls []Stall
	total := 0.0
	for name, value := range m.values {
		rest, ours := strings.CutPrefix(name, stallPrefix)
		reason, whole := strings.CutSuffix(rest, stallSuffix)
		if ours && whole {
			stalls = append(stalls, Stall{Reason: reason, CyclesPerIssue: Known(value)})
			total += value
		}
	}
	for i := range stalls {
		stalls[i].Share = ratio(stalls[i].CyclesPerIssue, Known(total))
	}
	if len(stalls) == 0 {
		stalls = stallShares(m)
	}
	slices.SortFunc(stalls, func(a, b Stall) int {
		if order := compare(b.Share.Or(0), a.Share.Or(0)); order != 0 {
			return order
		}
		return strings.Compare(a.Reason, b.Reason)
	})
	return stalls
}

// stallShares reads the other family of stall metrics.
func stallShares(m *metrics) []Stall {
	var stalls []Stall
	for name, value := range m.values {
		for _, prefix := range []string{"smsp__warp_issue_stalled_", "smsp__warps_issue_stalled_"} {
			rest, ours := strings.CutPrefix(name, prefix)
			reason, whole := strings.CutSuffix(rest, "_per_warp_active.pct")
			if ours && whole {
				stalls = append(stalls, Stall{Reason: reason, CyclesPerIssue: Missing("the report gives percentages"), Share: Known(value / 100)})
			}
		}
	}
	return stalls
}

// pipesOf reads how busy the execution pipes were.
func pipesOf(m *metrics) []Pipe {
	var pipes []Pipe
	for name, value := range m.values {
		rest, ours := strings.CutPrefix(name, "sm__")
		body, peak := strings.CutSuffix(rest, ".avg.pct_of_peak_sustained_active")
		if !peak {
			body, peak = strings.CutSuffix(rest, ".avg.pct_of_peak_sustained_elapsed")
		}
		if pipe, found := pipeName(body); ours && peak && found {
			pipes = append(pipes, Pipe{pipe, value, name})
		}
	}
	slices.SortFunc(pipes, func(a, b Pipe) int {
		if order := strings.Compare(a.Name, b.Name); order != 0 {
			return order
		}
		return strings.Compare(a.Definition, b.Definition)
	})
	return pipes
}

// pipeName is "alu" of "inst_executed_pipe_alu" and "fma" of
// "pipe_fma_cycles_active".
func pipeName(body string) (string, bool) {
	if pipe, found := strings.CutPrefix(body, "inst_executed_pipe_"); found {
		return pipe, true
	}
	rest, found := strings.CutPrefix(body, "pipe_")
	if !found {
		return "", false
	}
	return strings.CutSuffix(strings.TrimSuffix(rest, "_v2"), "_cycles_active")
}
