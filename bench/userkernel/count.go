package userkernel

import (
	"fmt"

	"ridgeline/bench"
	"ridgeline/cuda"
	"ridgeline/results"
)

const (
	sectorBytes = 32
	passBytes   = 128 // that the banks of shared memory move at a time
)

// Counts describes a launch by what the device counted, and what its timing
// model says of the levels behind L1.
func (s *Session) Counts(report cuda.Report, w cuda.Window) (results.KernelCounts, error) {
	info, f := s.dev.Info(), s.launch.Function
	a, err := f.Attributes()
	if err != nil {
		return results.KernelCounts{}, err
	}
	resident, err := f.BlocksPerSM(s.launch.Block.Count(), s.launch.DynamicSharedBytes)
	if err != nil {
		return results.KernelCounts{}, err
	}
	warps := (s.launch.Block.Count() + info.WarpThreads - 1) / info.WarpThreads
	c := results.KernelCounts{
		Device: bench.DeviceFacts(info), Grid: extent(s.launch.Grid), Block: extent(s.launch.Block), Cluster: extent(s.launch.Cluster),
		StaticSharedBytes: a.StaticSharedBytes, DynamicSharedBytes: s.launch.DynamicSharedBytes, LocalBytes: a.LocalBytes,
		Registers: a.Registers, RegistersSource: a.RegistersSource,
		BlocksPerSM: resident, WarpsPerSM: resident * warps, MaxWarpsPerSM: info.MaxThreadsPerSM / info.WarpThreads,
		Blocks: s.launch.Grid.Count(), ExecutedBlocks: s.launch.Grid.Count(),
		Counters: *bench.CounterFacts(report.Counters), Levels: levels(report.Counters, w.Simulation),
		Lines: lines(s.request.File, report.Instructions),
	}
	if report.Sampled {
		c.ExecutedBlocks = len(report.ExecutedBlocks)
	}
	return c, nil
}

func extent(d cuda.Dim3) [3]int { return [3]int{d.X, d.Y, d.Z} }

// levels are the bytes that a launch moved. What warps ask of L1 and of shared
// memory is counted; what L1 asks of L2, and L2 of memory, depends on the caches,
// which only the timing model has; without it they are not there.
func levels(c *cuda.Counters, s *cuda.Simulation) []results.LevelBytes {
	sectors := c.GlobalLoad.Sectors + c.GlobalStore.Sectors + c.GlobalAtomic.Sectors + c.LocalLoad.Sectors + c.LocalStore.Sectors
	passes := c.SharedLoad.Passes + c.SharedStore.Passes + c.SharedAtomic.Passes
	list := []results.LevelBytes{}
	if s != nil {
		basis := fmt.Sprintf("by the caches of the timing model, of %d simulated blocks", s.SimulatedBlocks)
		dram := results.LevelBytes{Level: "dram", Bytes: s.DRAMBytes, Basis: basis}
		if s.DRAMBytes == 0 && s.L2Bytes > 0 {
			dram.Basis = "L2 holds all that the launch touches, as in every launch of a series but the first"
		}
		list = append(list, dram, results.LevelBytes{Level: "l2", Bytes: s.L2Bytes, Basis: basis})
	}
	return append(list, []results.LevelBytes{
		{Level: "l1", Bytes: float64(sectors * sectorBytes), Counted: true, Basis: "32 × sectors of global and local memory"},
		{Level: "shared", Bytes: float64(passes * passBytes), Counted: true, Basis: "128 × passes, with bank conflicts"},
	}...)
}
