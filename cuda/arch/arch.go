// Package arch is what an architecture has per SM: math rates per cycle and
// limits, by compute capability. Every value names its source, and a value that
// no source gives is absent with a reason: nothing is guessed.
//
// A compute capability decides, never the name of a GPU.
package arch

import (
	"fmt"
	"strings"
)

// Value is a number and where it is from. Missing says why there is none.
type Value struct {
	Number float64
	// Low is the lowest that a product of this compute capability has, where
	// Number is the highest; 0 where all have the same.
	Low     float64
	Source  string
	Missing string
}

// Depends tells whether the product line decides between Low and Number.
func (v Value) Depends() bool { return v.Low > 0 }

// Known tells whether there is a number.
func (v Value) Known() bool { return v.Missing == "" }

// Int is the number as a whole one; 0 where it is missing.
func (v Value) Int() int { return int(v.Number) }

// SM is a streaming multiprocessor of one compute capability.
type SM struct {
	Major, Minor int
	Name         string // the architecture, such as "Hopper"
	Rates        Rates
	Limits       Limits
}

// Rates are the most operations that one SM can finish in a cycle. An FMA is
// 2 FLOPs; an integer addition is 1 operation, a multiply-add 2.
type Rates struct {
	FP32, FP64, FP16x2 Value // FLOP per SM and cycle, outside of the tensor cores
	Late               Late
	Int32Add           Value // 32-bit additions per SM and cycle
	Int32Multiply      Value // 32-bit multiplications, or multiply-adds, per SM and cycle
	// Tensor is dense FLOP, or integer operations, per SM and cycle by math path,
	// such as "tc.fp16.fp32", by the fastest instruction that reaches it.
	Tensor map[string]Value
}

// Late are the vector paths that came late or that few sources tell of: FLOP, integer
// operations, or functions per SM and cycle. A product of bytes that is added up is 2
// operations; SFU are special functions, such as 2^x.
type Late struct{ FP32x2, BF16x2, DP4A, SFU Value }

// Int32 is the most 32-bit operations in a cycle: multiply-adds of 2 on one
// pipe, and additions on the other.
func (r Rates) Int32() Value {
	if !r.Int32Add.Known() {
		return r.Int32Add
	}
	if !r.Int32Multiply.Known() {
		return r.Int32Multiply
	}
	return of(2*r.Int32Multiply.Number+r.Int32Add.Number, "2 x multiply-adds ("+r.Int32Multiply.Source+") + additions ("+r.Int32Add.Source+")")
}

// Limits are what one SM and one block can hold.
type Limits struct {
	Schedulers              Value // sub-partitions, one warp scheduler each
	WarpThreads             Value
	MaxThreadsPerSM         Value
	MaxBlocksPerSM          Value
	MaxThreadsPerBlock      Value
	RegistersPerSM          Value // of 32 bits
	MaxRegistersPerThread   Value
	RegisterUnit            Value // registers, per warp
	SharedPerSM             Value // bytes
	SharedPerBlock          Value // bytes, without opting in
	SharedPerBlockOptIn     Value // bytes
	SharedReservedPerBlock  Value // bytes that the system takes from each block
	SharedUnit              Value // bytes, granularity of allocation
	UnifiedCacheBytes       Value // L1 and shared memory together
	SharedBytesPerCycle     Value
	L1BytesPerCycle         Value // loads
	SharedBanks, BankBytes  Value
	L1LineBytes, SectorSize Value
}

// Lookup gives what is known of a compute capability.
func Lookup(major, minor int) (SM, error) {
	for _, sm := range known() {
		if sm.Major == major && sm.Minor == minor {
			return sm, nil
		}
	}
	return SM{}, fmt.Errorf("compute capability %d.%d is not in the architecture tables", major, minor)
}

// Level is the most bytes that the SM can load from a memory level in a cycle:
// "l1" or "shared". What L2 gives depends on the product: it is missing.
func (s SM) Level(level string) Value {
	switch level {
	case "shared":
		return s.Limits.SharedBytesPerCycle
	case "l1":
		return s.Limits.L1BytesPerCycle
	}
	return missing("no rate of " + level + " follows from the compute capability: it depends on the product")
}

// Known lists the compute capabilities of the tables, rising.
func Known() []SM { return known() }

// PathRate is the most that one SM of a compute capability can finish in a
// cycle on a math path: "fp32", "fp64", "fp32x2", "fp16x2", "bf16x2", "int32", "dp4a",
// "sfu" or one of the tensor cores, such as "tc.fp16.fp32". It is missing, with a reason, where the tables
// have nothing. Where the product line decides, it is the highest, and Low says
// so: GeForce halves what pro parts reach with FP32 accumulators.
func PathRate(major, minor int, path string) Value {
	sm, err := Lookup(major, minor)
	if err != nil {
		return Value{Missing: err.Error()}
	}
	return sm.Path(path)
}

// Path is the rate of a math path, as in PathRate.
func (s SM) Path(path string) Value {
	switch path {
	case "fp32":
		return s.Rates.FP32
	case "fp64":
		return s.Rates.FP64
	case "fp16x2":
		return s.Rates.FP16x2
	case "int32":
		return s.Rates.Int32()
	case "fp32x2":
		return s.Rates.Late.FP32x2
	case "bf16x2":
		return s.Rates.Late.BF16x2
	case "dp4a":
		return s.Rates.Late.DP4A
	case "sfu":
		return s.Rates.Late.SFU
	}
	if v, ok := s.Rates.Tensor[path]; ok {
		return v
	}
	if strings.HasPrefix(path, "tc.") {
		return missing(fmt.Sprintf("compute capability %d.%d has no such tensor path, or no source read gives its rate", s.Major, s.Minor))
	}
	return Value{Missing: fmt.Sprintf("no rate of path %q is in the architecture tables", path)}
}
