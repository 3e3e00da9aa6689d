package spec

// Rates are the steady-state limits of a virtual SKU: what a kernel reaches at
// most once it runs long at full occupancy. They serve documents and tests. The
// timing model knows none of them; they must emerge from it.
type Rates struct {
	FP32FLOPPerSMCycle   float64 // 2 FLOPs a lane and cycle
	FP64FLOPPerSMCycle   float64 // 2 FLOPs a lane and cycle
	FP16x2FLOPPerSMCycle float64 // 4 FLOPs a lane and cycle: an FMA of two halves
	// Int32OpsPerSMCycle is for multiply-adds of 2 operations on the fma pipe,
	// with additions on the alu pipe in the issue slots that are left.
	// Int32MultiplyAddOpsPerSMCycle is for multiply-adds alone.
	Int32OpsPerSMCycle            float64
	Int32MultiplyAddOpsPerSMCycle float64
	// The packed singles of compute capability 10.0 and the packed bfloats of 8.0 on
	// are 0 before.
	FP32x2FLOPPerSMCycle float64
	BF16x2FLOPPerSMCycle float64
	DP4AOpsPerSMCycle    float64 // 8 operations a lane that multiplies integers
	SFUOpsPerSMCycle     float64 // functions

	FP32FLOPPerSecond   float64
	FP64FLOPPerSecond   float64
	FP16x2FLOPPerSecond float64
	Int32OpsPerSecond   float64

	DRAMBytesPerSMCycle   float64
	L2BytesPerSMCycle     float64
	L1BytesPerSMCycle     float64
	SharedBytesPerSMCycle float64

	DRAMBytesPerSecond   float64
	L2BytesPerSecond     float64
	L1BytesPerSecond     float64
	SharedBytesPerSecond float64
}

// SteadyState computes the limits:
//
//	lanes of a pipe     = min(lanes, 32 x schedulers)
//	FLOP/s              = FLOP per SM and cycle x SMs x SM clock
//	L2 bytes/cycle      = min(L2 rate, SMs x min(L2 rate of one SM, L1 rate))
//	DRAM bytes/s        = min(memory clock x transfers x width / 8 x efficiency,
//	                          L2 bytes/cycle x SM clock)
//	L1, shared bytes/s  = bytes per cycle x SMs x SM clock
func (s *Spec) SteadyState() Rates {
	slots := WarpThreads * s.SM.Schedulers
	lanes := func(p Pipe) float64 { return float64(min(p.Lanes, slots)) }
	sms, clock := float64(s.SMCount), s.ClockHz()
	multiplies := lanes(s.Pipes.FMA.Multiplies())
	r := Rates{
		FP32FLOPPerSMCycle:            2 * lanes(s.Pipes.FMA.Floats()),
		FP64FLOPPerSMCycle:            2 * lanes(s.Pipes.FP64),
		FP16x2FLOPPerSMCycle:          4 * lanes(s.Pipes.FP16),
		Int32OpsPerSMCycle:            2*multiplies + min(lanes(s.Pipes.ALU), float64(slots)-multiplies),
		Int32MultiplyAddOpsPerSMCycle: 2 * multiplies,
		DP4AOpsPerSMCycle:             8 * multiplies,
		SFUOpsPerSMCycle:              lanes(s.Pipes.XU),
		L1BytesPerSMCycle:             float64(s.L1.BytesPerCycle),
		SharedBytesPerSMCycle:         float64(s.Shared.BytesPerCycle),
	}
	if s.Capability().Number() >= 80 {
		r.BF16x2FLOPPerSMCycle = r.FP16x2FLOPPerSMCycle
	}
	if s.Capability().Number() >= 100 {
		r.FP32x2FLOPPerSMCycle = r.FP32FLOPPerSMCycle
	}
	r.FP32FLOPPerSecond = r.FP32FLOPPerSMCycle * sms * clock
	r.FP64FLOPPerSecond = r.FP64FLOPPerSMCycle * sms * clock
	r.FP16x2FLOPPerSecond = r.FP16x2FLOPPerSMCycle * sms * clock
	r.Int32OpsPerSecond = r.Int32OpsPerSMCycle * sms * clock
	r.L1BytesPerSecond = r.L1BytesPerSMCycle * sms * clock
	r.SharedBytesPerSecond = r.SharedBytesPerSMCycle * sms * clock
	r.L2BytesPerSMCycle = min(s.L2.BytesPerCycle/sms, s.L2.BytesPerCyclePerSM, r.L1BytesPerSMCycle)
	r.L2BytesPerSecond = r.L2BytesPerSMCycle * sms * clock
	r.DRAMBytesPerSecond = min(s.Memory.BusBytesPerSecond()*s.Memory.Efficiency, r.L2BytesPerSecond)
	r.DRAMBytesPerSMCycle = r.DRAMBytesPerSecond / sms / clock
	return r
}

// Path is the rate of a math path outside of the tensor cores, in operations of an SM and
// cycle; 0 where the chip does not have it, and for what is no such path.
func (r Rates) Path(path string) (opsPerSMCycle float64) {
	return map[string]float64{
		"fp32": r.FP32FLOPPerSMCycle, "fp64": r.FP64FLOPPerSMCycle, "fp32x2": r.FP32x2FLOPPerSMCycle,
		"fp16x2": r.FP16x2FLOPPerSMCycle, "bf16x2": r.BF16x2FLOPPerSMCycle, "int32": r.Int32OpsPerSMCycle,
		"dp4a": r.DP4AOpsPerSMCycle, "sfu": r.SFUOpsPerSMCycle,
	}[path]
}
