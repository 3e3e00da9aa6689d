package classify_test

import (
	"math"
	"strings"

	"ridgeline/cuda/virtual/spec"
	"ridgeline/results"
	"ridgeline/roofline/classify"
)

// truth is what limits a kernel by its construction: what it does, in which
// shape, and the spec of the virtual GPU. Nothing that was measured is in it,
// neither a time nor a ceiling.
type truth struct {
	class classify.Class
	// roof is the path or level; empty for latency.
	roof string
	// either is the runner-up where it would take nearly as long; then both names
	// are right.
	either classify.Class
}

// tooClose is how much the second limit may differ from the first for the kernel
// to be called bound by either.
const tooClose = 0.10

// need is the least time that one limit of the chip allows a launch.
type need struct {
	class   classify.Class
	roof    string
	seconds float64
}

// truthOf is the longest need of a record; ok is false where what the kernel
// needs does not follow from its formula.
func truthOf(s *spec.Spec, r *results.Record) (t truth, ok bool) {
	first, second := need{}, need{}
	for _, n := range needs(s, r) {
		switch {
		case n.seconds > first.seconds:
			if n.class != first.class {
				second = first
			}
			first = n
		case n.class != first.class && n.seconds > second.seconds:
			second = n
		}
	}
	if first.seconds == 0 || !followsFromFormula(r) {
		return truth{}, false
	}
	t = truth{class: first.class, roof: first.roof}
	if second.seconds >= (1-tooClose)*first.seconds {
		t.either = second.class
	}
	return t, true
}

// followsFromFormula tells the cases whose formulas hold all that they do. What a
// transpose without shared memory or a matrix product moves depends on what the
// caches keep, and so does what is spilled; how many bytes an asynchronous copy has
// in flight is not in its axes, and narrow loads of shared memory may be held by
// their instructions.
func followsFromFormula(r *results.Record) bool {
	switch family, name, _ := strings.Cut(r.Case, "/"); family {
	case "stride", "fma", "intensity", "chase", "tensor", "l1", "l2":
		return true
	case "stream":
		return name != "read_async" && name != "read_bulk"
	case "bank":
		return name == "read" || name == "transpose_shared" || name == "transpose_padded" || name == "transpose_swizzled"
	case "shared":
		return r.Axes["bits"] == 128
	case "spill":
		return r.Axes["live"] < r.Axes["regs"]
	}
	return false
}

// needs lists the limits: the rates of the paths and levels, and the wait of
// instructions for each other.
func needs(s *spec.Spec, r *results.Record) []need {
	list := []need{{classify.ClassLatency, "", waits(s, r)}}
	if r.Work.Operations > 0 {
		_, perCycle := pathPipe(s, r.Work.Path)
		list = append(list, need{classify.ClassCompute, r.Work.Path, r.Work.Operations / (perCycle * float64(s.SMCount) * s.ClockHz())})
	}
	rates, moved := s.SteadyState(), movedAt(r)
	for level, rate := range map[string]float64{
		"dram": rates.DRAMBytesPerSecond, "l2": rates.L2BytesPerSecond, "l1": rates.L1BytesPerSecond, "shared": rates.SharedBytesPerSecond,
	} {
		list = append(list, need{classify.ClassMemory, level, moved[level] / rate})
	}
	return list
}

// movedAt is the bytes of each level by the formula of the case; at shared memory
// those that the passes have room for, and at L1 those of the sectors.
func movedAt(r *results.Record) map[string]float64 {
	moved := map[string]float64{"dram": r.Work.Bytes["dram"], "l2": r.Work.Bytes["l2"], "l1": r.Work.Bytes["l1"]}
	switch moved["shared"] = r.Work.Bytes["shared"]; r.Case {
	case "bank/read":
		moved["shared"] *= conflictsOf(r.Axes)
	case "bank/transpose_shared": // of a store and a load of each word, the load takes 32 passes
		moved["shared"] *= (1 + 32) / 2.0
	}
	return moved
}

// conflictsOf is how many times the least passes a load of bank/read takes: of
// lanes whose elements of w words lie stride elements apart, 32/w read at a time.
func conflictsOf(axes map[string]int64) float64 {
	words := axes["bits"] / 32
	lanes := 32 / words
	worst := map[int64]int64{}
	most := int64(0)
	for lane := range lanes {
		for word := range words {
			bank := (lane*axes["stride"]*words + word) % 32
			worst[bank]++
			most = max(most, worst[bank])
		}
	}
	return float64(most)
}

// waits is the least time in which a launch can run for what its instructions
// wait for each other: a warp has but so many chains, an SM but so many warps. It
// is 0 where they are enough to fill the pipe of every sub-core.
func waits(s *spec.Spec, r *results.Record) float64 {
	if hops := r.Work.DependentLoads; hops > 0 {
		return hops * float64(s.L1.LatencyCycles) / s.ClockHz()
	}
	if r.Case == "stream/shape" { // Little's law
		inFlight := float64(r.Launch.BlocksPerSM*r.Launch.Block[0]) * float64(r.Axes["loads"]*r.Axes["bytes_per_lane"])
		return r.Work.Bytes["dram"] / (inFlight * float64(s.SMCount)) * float64(s.Memory.LatencyCycles) / s.ClockHz()
	}
	chains, hasChains := r.Axes["chains"]
	if !hasChains || r.Launch == nil {
		return 0
	}
	latency, rate := pathPipe(s, r.Work.Path)
	warps := float64(r.Launch.BlocksPerSM*r.Launch.Block[0]) / spec.WarpThreads
	perWarp := r.Work.Operations / (float64(r.Launch.Grid[0]*r.Launch.Block[0]) / spec.WarpThreads)
	operations := stepOperations(r)
	steps := perWarp / operations / float64(chains) // one after the other
	// busy is how long a step of all chains keeps the pipe of the fullest sub-core.
	busy := math.Ceil(warps/float64(s.SM.Schedulers)) * float64(chains) * operations / (rate / float64(s.SM.Schedulers))
	if busy >= latency && warps >= float64(s.SM.Schedulers) {
		return 0
	}
	waves := math.Ceil(float64(r.Launch.Grid[0]) / float64(r.Launch.BlocksPerSM*s.SMCount))
	return waves * steps * max(latency, busy) / s.ClockHz()
}

// pathPipe is the latency of an instruction of a path in cycles, and the
// operations that an SM does on it in a cycle.
func pathPipe(s *spec.Spec, path string) (latency, rate float64) {
	rates := s.SteadyState()
	switch path {
	case "fp32":
		return float64(s.Pipes.FMA.LatencyCycles), rates.FP32FLOPPerSMCycle
	case "int32":
		return float64(s.Pipes.FMA.LatencyCycles), rates.Int32MultiplyAddOpsPerSMCycle
	case "fp64":
		return float64(s.Pipes.FP64.LatencyCycles), rates.FP64FLOPPerSMCycle
	case "fp16x2":
		return float64(s.Pipes.FP16.LatencyCycles), rates.FP16x2FLOPPerSMCycle
	}
	return float64(s.Tensor.LatencyCycles), s.Tensor.Rate(path, "mma.sync")
}

// stepOperations is what one instruction of a warp does in the chains of a case.
func stepOperations(r *results.Record) float64 {
	switch r.Work.Path {
	case "fp32", "fp64", "int32":
		return 2 * spec.WarpThreads
	case "fp16x2":
		return 4 * spec.WarpThreads
	case "tc.fp64":
		return 2 * 8 * 8 * 4
	case "tc.tf32.fp32":
		return 2 * 16 * 8 * 8
	}
	switch {
	case strings.HasSuffix(r.Case, "_wmma"):
		return 2 * 16 * 16 * 16
	case strings.HasSuffix(r.Case, "_k8"):
		return 2 * 16 * 8 * 8
	}
	return 2 * 16 * 8 * 16
}
