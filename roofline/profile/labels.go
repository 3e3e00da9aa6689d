package profile

import "strings"

// labelledMetric is the metric behind a label of the details page, or "" for a
// label that the readers have no use for. The details page shows labels, not
// names, and one label may stand for two metrics: "Memory Throughput" is a
// percentage in one section and bytes a second in another, so that the
// dimension of the unit is part of the key.
//
// The labels are those of Nsight Compute 2020.1 to 2025.4; older spellings such
// as "SOL DRAM" and "Memory [%]" among them.
func labelledMetric(label string, of dimension) string {
	label = strings.ToLower(strings.TrimSpace(label))
	if reason, found := strings.CutPrefix(label, "stall "); found && of != dimensionPercent {
		return stallPrefix + strings.ReplaceAll(reason, " ", "_") + stallSuffix
	}
	switch of {
	case dimensionPercent:
		return percentLabel(label)
	case dimensionRate:
		if label == "memory throughput" {
			return "dram__bytes.sum.per_second"
		}
	case dimensionHertz:
		return clockLabel(label)
	case dimensionTime:
		if label == "duration" {
			return metricTime
		}
	case dimensionBytes:
		return bytesLabel(label)
	case dimensionOther:
		return countLabel(label)
	}
	return ""
}

func percentLabel(label string) string {
	switch label {
	case "compute (sm) throughput", "compute (sm) [%]", "sm [%]", "sol sm":
		return "sm__throughput.avg.pct_of_peak_sustained_elapsed"
	case "memory throughput", "memory [%]", "sol memory":
		return "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"
	case "dram throughput", "sol dram", "sol fb": // the frame buffer
		return "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"
	case "l1/tex cache throughput", "sol l1/tex cache", "sol tex":
		return "l1tex__throughput.avg.pct_of_peak_sustained_active"
	case "l2 cache throughput", "sol l2 cache", "sol l2":
		return "lts__throughput.avg.pct_of_peak_sustained_elapsed"
	case "l1/tex hit rate":
		return "l1tex__t_sector_hit_rate.pct"
	case "l2 hit rate":
		return "lts__t_sector_hit_rate.pct"
	case "theoretical occupancy":
		return "sm__maximum_warps_per_active_cycle_pct"
	case "achieved occupancy":
		return "sm__warps_active.avg.pct_of_peak_sustained_active"
	case "cluster occupancy":
		return "launch__occupancy_cluster_pct"
	case "no eligible":
		return "smsp__issue_inst0.avg.pct_of_peak_sustained_active"
	case "issue slots busy":
		return "sm__inst_issued.avg.pct_of_peak_sustained_active"
	}
	return ""
}

func clockLabel(label string) string {
	switch label {
	case "sm frequency":
		return "smsp__cycles_elapsed.avg.per_second"
	case "dram frequency", "memory frequency":
		return "dram__cycles_elapsed.avg.per_second"
	}
	return ""
}

func bytesLabel(label string) string {
	switch label {
	case "static shared memory per block":
		return "launch__shared_mem_per_block_static"
	case "dynamic shared memory per block":
		return "launch__shared_mem_per_block_dynamic"
	case "driver shared memory per block":
		return "launch__shared_mem_per_block_driver"
	}
	return ""
}

func countLabel(label string) string {
	switch label {
	case "elapsed cycles":
		return "gpc__cycles_elapsed.max"
	case "block size":
		return "launch__block_size"
	case "grid size":
		return "launch__grid_size"
	case "cluster size":
		return "launch__cluster_size"
	case "registers per thread":
		return "launch__registers_per_thread"
	case "waves per sm":
		return "launch__waves_per_multiprocessor"
	case "# sms", "sms":
		return "device__attribute_multiprocessor_count"
	case "block limit sm":
		return "launch__occupancy_limit_blocks"
	case "block limit registers":
		return "launch__occupancy_limit_registers"
	case "block limit shared mem":
		return "launch__occupancy_limit_shared_mem"
	case "block limit warps":
		return "launch__occupancy_limit_warps"
	case "block limit barriers":
		return "launch__occupancy_limit_barriers"
	case "achieved active warps per sm":
		return "sm__warps_active.avg.per_cycle_active"
	}
	return schedulerLabel(label)
}

func schedulerLabel(label string) string {
	switch label {
	case "executed ipc active":
		return "sm__inst_executed.avg.per_cycle_active"
	case "executed ipc elapsed":
		return "sm__inst_executed.avg.per_cycle_elapsed"
	case "active warps per scheduler":
		return "smsp__warps_active.avg.per_cycle_active"
	case "eligible warps per scheduler":
		return "smsp__warps_eligible.avg.per_cycle_active"
	case "issued warp per scheduler":
		return "smsp__issue_active.avg.per_cycle_active"
	case "warp cycles per issued instruction":
		return "smsp__average_warp_latency_per_inst_issued.ratio"
	case "avg. active threads per warp":
		return "smsp__thread_inst_executed_per_inst_executed.ratio"
	case "avg. not predicated off threads per warp":
		return "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"
	case "local memory spilling requests":
		return "derived__local_spilling_requests"
	case "executed instructions":
		return "smsp__inst_executed.sum"
	}
	return ""
}
