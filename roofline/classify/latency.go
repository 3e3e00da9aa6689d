package classify

import (
	"fmt"
	"math"
	"strings"

	"ridgeline/roofline/profile"
)

// latency is the verdict below every roof: a grid too small for the GPU, or what
// the warps wait for.
func latency(k *profile.Kernel, top *Use) Verdict {
	v := Verdict{Code: Latency, Class: ClassLatency, Roof: top.Name, Reason: percentOf(*top) + ", below every roof; "}
	if why := smallGrid(k); why != "" {
		v.Cause, v.Reason = "small_grid", v.Reason+why
		return v
	}
	worst, share := largestStall(k)
	cause := stallCause(worst)
	if worst == "" || share < dominantStall || cause == "" {
		v.Cause = "unknown"
		v.Reason += noCause(worst, share)
		return v
	}
	v.Cause = cause
	v.Reason += fmt.Sprintf("warps wait for %s in %.0f %% of their cycles", worst, 100*share)
	return v
}

func noCause(worst string, share float64) string {
	if worst == "" {
		return "cause unknown: the input does not tell why warps wait"
	}
	return fmt.Sprintf("cause unknown: no stall stands out, the largest is %s with %.0f %%", worst, 100*share)
}

// smallGrid says why a grid cannot fill the GPU; empty where it can or where that
// is not known.
func smallGrid(k *profile.Kernel) string {
	if waves, known := k.Launch.Waves.Get(); known && waves < 1 {
		return fmt.Sprintf("the grid is %.2g of a wave", waves)
	}
	sms, known := k.Device.SMs.Get()
	if k.Launch.Grid != nil && known && k.Launch.Grid.Count() < sms {
		return fmt.Sprintf("%.0f blocks for %.0f SMs", k.Launch.Grid.Count(), sms)
	}
	return ""
}

// largestStall is the reason for which warps wait most, and its share.
func largestStall(k *profile.Kernel) (reason string, share float64) {
	share = math.Inf(-1)
	for _, s := range k.Stalls {
		if of, known := s.Share.Get(); known && s.Waiting() && of > share {
			reason, share = s.Reason, of
		}
	}
	if reason == "" {
		return "", 0
	}
	return reason, share
}

// stallCause is the sub-cause of a stall reason; empty for a reason without one.
func stallCause(reason string) string {
	switch strings.TrimSuffix(reason, "_stall") {
	case "long_scoreboard":
		return "memory_latency"
	case "lg_throttle", "tex_throttle":
		return "lsu_queue"
	case "short_scoreboard", "mio_throttle":
		return "shared_or_mio"
	case "barrier", "membar":
		return "sync"
	case "wait":
		return "dependency"
	case "math_pipe_throttle", "dispatch":
		return "uncounted_pipe"
	case "no_instruction", "branch_resolving", "imc_miss":
		return "instruction_fetch"
	case "gmma":
		return "tensor_wait"
	case "drain":
		return "store_drain"
	}
	return ""
}
