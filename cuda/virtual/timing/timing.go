// Package timing says how many SM cycles a launch takes on a virtual GPU.
//
// It simulates one SM in detail, the busiest, and event by event: its resident
// blocks, warps that issue in order behind a scoreboard, sub-cores that issue
// one instruction a cycle, pipes with an initiation interval, one load-store
// unit, real L1 and L2 tags, and L2 and memory as servers of bytes. Each warp
// executes its instruction when it issues it, as far as its course and its
// accesses depend on it.
//
// There is no formula of a roofline in it: that a kernel cannot be faster than
// the pipes, the bytes or the bytes in flight allow must come out of the
// servers. All times are whole cycles or fixed-point fractions of them, so that
// a result is the same on every machine.
package timing

import (
	"context"

	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/spec"
)

// Model is the version of the model. It changes with every change that can
// move a simulated time.
const Model = "ridgeline-vgpu/5"

// Warp is a warp that the model steps; *exec.Warp is one.
type Warp interface {
	Status() exec.Status
	Peek() *exec.Meta
	Step(*exec.Step) error
}

// Program makes the blocks of a launch.
type Program interface {
	// NewBlock makes a block ready to run and gives its warps in order.
	NewBlock(index int, h exec.Hooks) ([]Warp, error)
}

// Launch is what to time.
type Launch struct {
	Program Program
	Blocks  int // of the grid
	// Resident is the number of blocks that an SM holds at a time.
	Resident int
	// SharedBytes is what one block takes of the memory that L1 and shared
	// memory have together.
	SharedBytes int64
	Slots       int // of the scoreboard of a warp
	// FootprintBytes is what the whole grid touches of the device memory; 0 is
	// not known. Where L2 holds it, the launch finds it there, as every launch
	// of a series but the first does.
	FootprintBytes int64
	// Sharing is how many SMs fetch each line of the device memory, on average,
	// where L2 does not hold all of it. One of them waits for the memory bus, and
	// L2 keeps the line once for all. Less than 1 is 1.
	Sharing float64
	// LocalSectors is the local memory that a warp declares, in sectors. Its
	// blocks take it over from each other.
	LocalSectors uint64
	Spill        Spill
	// StartNanoseconds is what %globaltimer says at cycle 0.
	StartNanoseconds uint64
	// BudgetInstructions ends the simulation with a LaunchTimeout error after so
	// many warp instructions; 0 is none.
	BudgetInstructions uint64
	// ExactInstructions is the number of warp instructions up to which every
	// block of the SM is simulated; beyond, the time of whole waves may be
	// extrapolated. 0 is a million.
	ExactInstructions uint64
}

// Result is what a launch takes.
type Result struct {
	Cycles float64
	// Blocks of the busiest SM, and how many of them were simulated; the time of
	// the others is extrapolated.
	Blocks, SimulatedBlocks int
	// WarpInstructions that the simulated blocks issued, those without a machine
	// instruction not counted.
	WarpInstructions uint64
	// RequestedSectors of global and local memory that the warps asked for.
	RequestedSectors uint64
	// L2Bytes and DRAMBytes moved for the simulated blocks.
	L2Bytes, DRAMBytes uint64
	// Stalls is where the warp cycles of the simulated SM went.
	Stalls Stalls
	// Lines of 128 bytes, each counted once, that the simulated blocks fetched
	// or wrote and did not find in L2.
	Lines uint64
}

// Simulate times a launch.
func Simulate(ctx context.Context, s *spec.Spec, l Launch) (Result, error) {
	m := newSM(s, l)
	if err := m.run(ctx); err != nil {
		return Result{}, err
	}
	return m.result(), nil
}

// Seconds is the time of one kernel: its cycles and the overhead of a launch.
func (r Result) Seconds(s *spec.Spec) float64 {
	return r.Cycles/s.ClockHz() + s.Launch.OverheadSeconds
}

// WindowSeconds is the time of so many launches back to back.
func (r Result) WindowSeconds(s *spec.Spec, launches int) float64 {
	return float64(launches) * (r.Seconds(s) + s.Launch.GapSeconds)
}
