package profile

import (
	"slices"
	"strings"
)

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
