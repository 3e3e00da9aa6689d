package profile

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// kernelOf derives a Kernel from metrics in base units.
func kernelOf(values map[string]float64) Kernel {
	m := newMetrics()
	for name, value := range values {
		m.set(name, value)
	}
	k := Kernel{Name: "k"}
	fillKernel(&k, m)
	return k
}

func traffic(k Kernel, level string) Traffic {
	for _, t := range k.Traffic {
		if t.Level == level {
			return t
		}
	}
	return Traffic{Bytes: Missing("no row of " + level)}
}

// The bytes of a level by every spelling that Nsight Compute had for them. The
// time is 1 ms.
func TestBytesBySpelling(t *testing.T) {
	for _, test := range []struct {
		level      string
		metrics    map[string]float64
		want       float64
		definition string
	}{
		{LevelDRAM, map[string]float64{"dram__bytes.sum": 5}, 5, "dram__bytes.sum"},
		{LevelDRAM, map[string]float64{"dram__bytes_read.sum": 3, "dram__bytes_write.sum": 4, "dram__bytes.sum.per_second": 1e9}, 7,
			"dram__bytes_read.sum + dram__bytes_write.sum"},
		{LevelDRAM, map[string]float64{"dram__bytes_op_read.sum": 3, "dram__bytes_op_write.sum": 5}, 8, "dram__bytes_op_read.sum + dram__bytes_op_write.sum"},
		{LevelDRAM, map[string]float64{"dram__sectors_read.sum": 1, "dram__sectors_write.sum": 2}, 96, "32 * (dram__sectors_read.sum + dram__sectors_write.sum)"},
		{LevelDRAM, map[string]float64{"dram__bytes.sum.per_second": 1e9}, 1e6, "dram__bytes.sum (per second, times the time)"},
		{LevelL2, map[string]float64{"lts__lts2xbar_cycles_active.sum": 10, "lts__t_bytes.sum": 999}, 320, "32 * lts__lts2xbar_cycles_active.sum"},
		{LevelL2, map[string]float64{"lts__t_bytes.sum": 999}, 999, "lts__t_bytes.sum"},
		{LevelL2, map[string]float64{"lts__t_sectors.sum": 2}, 64, "32 * lts__t_sectors.sum"},
		{LevelL1, map[string]float64{"l1tex__lsu_writeback_active_mem_lgds.sum": 2}, 256, "128 * l1tex__lsu_writeback_active_mem_lgds.sum (with shared memory)"},
		{LevelL1, map[string]float64{"l1tex__lsu_writeback_active_mem_lg.sum.per_second": 1e6}, 128000,
			"128 * l1tex__lsu_writeback_active_mem_lg.sum (per second, times the time)"},
		{LevelL1, map[string]float64{"l1tex__t_bytes.sum": 77}, 77, "l1tex__t_bytes.sum"},
		{LevelShared, map[string]float64{"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum": 3}, 384,
			"128 * l1tex__data_pipe_lsu_wavefronts_mem_shared.sum (with conflicts)"},
	} {
		test.metrics[metricTime] = 1e6
		got := traffic(kernelOf(test.metrics), test.level)
		assert.InDelta(t, test.want, got.Bytes.Or(-1), 1e-6, test.definition)
		assert.Equal(t, test.definition, got.Definition)
	}
}

func TestHalfOfTheTrafficIsNoTraffic(t *testing.T) {
	dram := traffic(kernelOf(map[string]float64{"dram__bytes_read.sum": 3}), LevelDRAM)
	assert.False(t, dram.Bytes.Known())
	assert.Equal(t, 3.0, dram.ReadBytes.Or(0))
}

func TestWorkFormulas(t *testing.T) {
	const sass = "smsp__sass_thread_inst_executed_op_"
	for name, test := range map[string]struct {
		metrics map[string]float64
		path    string
		want    float64
	}{
		"sums":          {map[string]float64{sass + "fadd_pred_on.sum": 1, sass + "fmul_pred_on.sum": 10, sass + "ffma_pred_on.sum": 100}, "fp32", 211},
		"double":        {map[string]float64{sass + "dadd_pred_on.sum": 1, sass + "dmul_pred_on.sum": 10, sass + "dfma_pred_on.sum": 100}, "fp64", 211},
		"packed halves": {map[string]float64{sass + "hadd_pred_on.sum": 1, sass + "hmul_pred_on.sum": 10, sass + "hfma_pred_on.sum": 100}, "fp16x2", 422},
		"of sm": {map[string]float64{"sm__sass_thread_inst_executed_op_fadd_pred_on.sum": 1, "sm__sass_thread_inst_executed_op_fmul_pred_on.sum": 1,
			"sm__sass_thread_inst_executed_op_ffma_pred_on.sum": 1}, "fp32", 4},
		// 1 ms at 1 GHz is 1e6 cycles.
		"a cycle, as the roofline section has it": {map[string]float64{sass + "fadd_pred_on.sum.per_cycle_elapsed": 1, sass + "fmul_pred_on.sum.per_cycle_elapsed": 0,
			"derived__smsp__sass_thread_inst_executed_op_ffma_pred_on_x2": 6, "smsp__cycles_elapsed.avg.per_second": 1e9}, "fp32", 7e6},
		"integer": {map[string]float64{sass + "integer_pred_on.sum": 12}, "int32", 12},
	} {
		test.metrics[metricTime] = 1e6
		k := kernelOf(test.metrics)
		require.Len(t, k.Work, 1, name)
		assert.Equal(t, test.path, k.Work[0].Path, name)
		assert.InDelta(t, test.want, k.Work[0].Operations, 1e-6, name)
		assert.NotEmpty(t, k.Work[0].Definition)
	}
	assert.Empty(t, kernelOf(map[string]float64{sass + "ffma_pred_on.sum": 5}).Work, "adds and multiplies may be many")
}

func TestTensorPaths(t *testing.T) {
	for counter, want := range map[string]Work{
		"src_fp16_dst_fp32":                      {Path: "tc.fp16.fp32"},
		"src_fp16_dst_fp32_sparsity_on":          {Path: "tc.fp16.fp32", Sparse: true},
		"src_bf16_dst_fp32_sparsity_off":         {Path: "tc.bf16.fp32"},
		"src_tf32_dst_fp32":                      {Path: "tc.tf32.fp32"},
		"src_fp64":                               {Path: "tc.fp64"},
		"src_int8_sparsity_off":                  {Path: "tc.int8.int32"},
		"src_fp4_dst_fp32":                       {Path: "tc.e2m1.fp32"},
		"src_fp16":                               {Path: "tc.fp16", Paths: []string{"tc.fp16.fp16", "tc.fp16.fp32"}},
		"src_fp8_dst_fp32_sparsity_off":          {Path: "tc.fp8.fp32", Paths: []string{"tc.e4m3.fp32", "tc.e5m2.fp32"}},
		"src_fp16_bf16_tf32_dst_fp32":            {Path: "tc.fp16_bf16_tf32.fp32", Paths: []string{"tc.fp16.fp32", "tc.bf16.fp32", "tc.tf32.fp32"}},
		"src_fp4_fp6_fp8_dst_fp32":               {Path: "tc.fp4_fp6_fp8.fp32", Paths: []string{"tc.e2m1.fp32", "tc.e2m3.fp32", "tc.e3m2.fp32", "tc.e4m3.fp32", "tc.e5m2.fp32"}},
		"op_utcqmma_src_fp4_fp6_dst_fp16":        {Path: "tc.fp4_fp6.fp16", Paths: []string{"tc.e2m1.fp16", "tc.e2m3.fp16", "tc.e3m2.fp16"}},
		"op_hmma_src_bf16_dst_fp32":              {Path: "tc.bf16.fp32"},
		"op_hgmma_src_bf16_dst_fp32_sparsity_on": {Path: "tc.bf16.fp32", Sparse: true},
	} {
		k := kernelOf(map[string]float64{tensorOps + counter + ".sum": 8, tensorOps + counter + ".sum.per_second": 3, metricTime: 1})
		require.Len(t, k.Work, 1, counter)
		got := k.Work[0]
		assert.Equal(t, want.Path, got.Path, counter)
		assert.Equal(t, want.Paths, got.Paths, counter)
		assert.Equal(t, want.Sparse, got.Sparse, counter)
		assert.Equal(t, 8.0, got.Operations)
	}
}

// The counters by type and those by instruction count the same operations.
func TestTensorCountedOnce(t *testing.T) {
	k := kernelOf(map[string]float64{
		tensorOps + "src_bf16_dst_fp32.sum":            100,
		tensorOps + "op_hmma_src_bf16_dst_fp32.sum":    30,
		tensorOps + "op_utchmma_src_bf16_dst_fp32.sum": 70,
	})
	require.Len(t, k.Work, 1)
	assert.Equal(t, 100.0, k.Work[0].Operations)
	assert.Equal(t, 30.0, k.Tensor.LegacyOperations.Or(0))
	assert.Equal(t, 70.0, k.Tensor.NewOperations.Or(0))
}

func TestTensorPipes(t *testing.T) {
	k := kernelOf(map[string]float64{
		"sm__pipe_tc_cycles_active.avg.pct_of_peak_sustained_active": 70, "sm__pipe_tensor_cycles_active_v2.avg.pct_of_peak_sustained_active": 2,
		"sm__pipe_shared_cycles_active.avg.pct_of_peak_sustained_active": 9, "sm__inst_executed_pipe_fp64.avg.pct_of_peak_sustained_active": 4,
	})
	assert.Equal(t, 70.0, k.Tensor.NewActivePercent.Or(0))
	assert.Equal(t, 2.0, k.Tensor.LegacyActivePercent.Or(0))
	var names []string
	for _, pipe := range k.Pipes {
		names = append(names, pipe.Name)
	}
	assert.Equal(t, []string{"fp64", "shared", "tc", "tensor"}, names)
}

func TestStallPercentages(t *testing.T) {
	k := kernelOf(map[string]float64{"smsp__warp_issue_stalled_barrier_per_warp_active.pct": 40, "smsp__warp_issue_stalled_wait_per_warp_active.pct": 10})
	require.Len(t, k.Stalls, 2)
	assert.Equal(t, "barrier", k.Stalls[0].Reason)
	assert.InDelta(t, 0.4, k.Stalls[0].Share.Or(0), 1e-12)
	assert.False(t, k.Stalls[0].CyclesPerIssue.Known())
}

// The details page shows labels; those of 2020 and of 2025.
func TestDetailsLabels(t *testing.T) {
	const row = `"0","77","w","h","k","1","7","(256, 1, 1)","(128, 1, 1)","0","8.0",`
	head := header15[:len(header15)-1] + `,"Rule Name","Rule Type","Rule Description","Estimated Speedup Type","Estimated Speedup"` + "\n"
	for name, rows := range map[string]string{
		"2025": row + `"GPU Speed Of Light Throughput","DRAM Frequency","hz","2600000000.00",` + "\n" +
			row + `"GPU Speed Of Light Throughput","SM Frequency","hz","1100000000.00",` + "\n" +
			row + `"GPU Speed Of Light Throughput","Memory Throughput","%","81.5",` + "\n" +
			row + `"GPU Speed Of Light Throughput","DRAM Throughput","%","80.5",` + "\n" +
			row + `"GPU Speed Of Light Throughput","Duration","us","100.00",` + "\n" +
			row + `"GPU Speed Of Light Throughput","Compute (SM) Throughput","%","20.25",` + "\n" +
			row + `"Memory Workload Analysis","Memory Throughput","Gbyte/s","1.25",` + "\n",
		"2020": row + `"GPU Speed Of Light","DRAM Frequency","cycle/nsecond","2.60"` + "\n" +
			row + `"GPU Speed Of Light","SM Frequency","cycle/nsecond","1.10"` + "\n" +
			row + `"GPU Speed Of Light","Memory [%]","%","81.5"` + "\n" +
			row + `"GPU Speed Of Light","SOL DRAM","%","80.5"` + "\n" +
			row + `"GPU Speed Of Light","Duration","usecond","100.00"` + "\n" +
			row + `"GPU Speed Of Light","SM [%]","%","20.25"` + "\n" +
			row + `"Memory Workload Analysis","Memory Throughput","Gbyte/second","1.25"` + "\n",
	} {
		rows += row + `"Launch Statistics","Registers Per Thread","register/thread","168",` + "\n" +
			row + `"Launch Statistics","Driver Shared Memory Per Block","Kbyte/block","1.02",` + "\n" +
			row + `"Launch Statistics","Stack Size","","1024",` + "\n" +
			row + `"Launch Statistics","Function Cache Configuration","","CachePreferNone",` + "\n" +
			row + `"Occupancy","Block Limit Registers","block","1",` + "\n" +
			row + `"Occupancy","Block Limit Warps","block","5",` + "\n"
		k := readOne(t, head+rows)
		assert.InDelta(t, 2.6e9, k.Clocks.DRAMHertz.Or(0), 1, name)
		assert.InDelta(t, 1.1e9, k.Clocks.SMHertz.Or(0), 1, name)
		assert.Equal(t, 81.5, k.SpeedOfLight.MemoryPercent.Or(0), name)
		assert.Equal(t, 80.5, k.SpeedOfLight.DRAMPercent.Or(0), name)
		assert.Equal(t, 20.25, k.SpeedOfLight.SMPercent.Or(0), name)
		assert.InDelta(t, 1e-4, k.TimeSeconds.Or(0), 1e-12, name)
		assert.InDelta(t, 125000, dramBytes(k).Or(0), 1e-3, name)
		assert.Equal(t, 168.0, k.Launch.RegistersPerThread.Or(0), name)
		assert.False(t, k.Launch.LocalBytesPerThread.Known(), "the stack size is a limit of the context")
		assert.Equal(t, []string{"registers"}, k.Occupancy.Limiter(), name)
		assert.Equal(t, TierSOL, k.Tier, name)
	}
}
