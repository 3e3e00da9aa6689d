package profile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The run of every timeline here, in µs from its start, on GPU 0:
//
//	gemm    0–40       nccl 30–60       copy 70–80       gemm 90–130 (another shape)
const kinetoTrace = `{
  "schemaVersion": 1,
  "deviceProperties": [{"id": 0, "name": "NVIDIA A100", "totalGlobalMem": 85899345920, "computeMajor": 8, "computeMinor": 0, "numSms": 108}],
  "other": [{"nested": [1, 2, {"a": null}]}],
  "traceEvents": [
    {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 1, "dur": 5, "args": {"External id": 3}},
    {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 1700000000000000.000, "dur": 40.000,
     "args": {"device": 0, "stream": 7, "registers per thread": 96, "shared memory": 1024, "grid": [4, 2, 1], "block": [256, 1, 1], "est. achieved occupancy %": 0}},
    {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_f16", "pid": 0, "tid": 9, "ts": 1700000000000030.000, "dur": 30, "args": {"device": 0}},
    {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD", "ts": 1700000000000070, "dur": 10, "args": {"device": 0, "bytes": 4096}},
    {"ph": "X", "cat": "kernel", "name": "gemm", "ts": 1700000000000090.000, "dur": 40.000, "args": {"device": 0, "grid": [8, 1, 1], "block": [128, 1, 1]}},
    {"ph": "M", "name": "process_name", "pid": 0, "args": {"name": "python"}}
  ]
}`

const nsysTrace = `Processing [r.sqlite] with [cuda_gpu_trace.py]...
Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,Strm,Name
1000,40000,1,4,2,1,256,1,1,96,0.000,0.001,,,,,NVIDIA A100 (0),1,7,gemm
31000,30000,2,8,1,1,512,1,1,32,0,0,,,,,NVIDIA A100 (0),1,9,ncclDevKernel_AllReduce_Sum_f16
71000,10000,3,,,,,,,,,,0.004,409.600,Pageable,Device,NVIDIA A100 (0),1,7,[CUDA memcpy Host-to-Device]
91000,40000,4,8,1,1,128,1,1,96,0,0,,,,,NVIDIA A100 (0),1,7,gemm
`

// nsysExport writes the same run as nsys export does; old gives it the columns
// and the name of the table of versions that exports of 2023 had.
func nsysExport(t *testing.T, old bool) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "r.sqlite")
	db, err := sqlite3.Open(path)
	require.NoError(t, err)
	meta, extra := "META_DATA_EXPORT", ", localMemoryPerThread INTEGER"
	if old {
		meta, extra = "EXPORT_META_DATA", ""
	}
	require.NoError(t, db.Exec(`
		CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT NOT NULL);
		INSERT INTO StringIds VALUES (1, 'gemm'), (2, 'ncclDevKernel_AllReduce_Sum_f16');
		CREATE TABLE `+meta+` (name TEXT, value TEXT);
		INSERT INTO `+meta+` VALUES ('EXPORT_SCHEMA_VERSION', '3.20.2'), ('EXPORT_PRODUCT_VERSION', '2025.3.1');
		CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT, smCount INTEGER, computeMajor INTEGER, computeMinor INTEGER);
		INSERT INTO TARGET_INFO_GPU VALUES (0, 'NVIDIA A100', 108, 8, 0);
		CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, "end" INTEGER, deviceId INTEGER, bytes INTEGER, copyKind INTEGER);
		INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (71000, 81000, 0, 4096, 1);
		CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, "end" INTEGER, deviceId INTEGER, demangledName INTEGER, shortName INTEGER,
			gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER, registersPerThread INTEGER`+extra+`);
		INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, "end", deviceId, demangledName, gridX, gridY, gridZ, blockX, blockY, blockZ, registersPerThread) VALUES
			(1000, 41000, 0, 1, 4, 2, 1, 256, 1, 1, 96), (31000, 61000, 0, 2, 8, 1, 1, 512, 1, 1, 32), (91000, 131000, 0, 1, 8, 1, 1, 128, 1, 1, 96);`))
	require.NoError(t, db.Close())
	return path
}

func TestTimelines(t *testing.T) {
	write := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	for name, path := range map[string]string{
		"kineto":          write("t.json", kinetoTrace),
		"kineto list":     write("t.json", "["+strings.SplitN(strings.SplitN(kinetoTrace, "\"traceEvents\": [", 2)[1], "\n  ]\n}", 2)[0]+"]"),
		"nsys trace":      write("t.csv", nsysTrace),
		"nsys sqlite":     nsysExport(t, false),
		"nsys sqlite old": nsysExport(t, true),
	} {
		t.Run(name, func(t *testing.T) {
			file, err := Open(path, Options{})
			require.NoError(t, err)
			require.Len(t, file.Kernels, 3)
			gemm := file.Kernels[0]
			assert.Equal(t, "gemm", gemm.Name)
			assert.Equal(t, TierTriage, gemm.Tier)
			assert.InDelta(t, 40e-6, gemm.TimeSeconds.Or(0), 1e-12)
			assert.Equal(t, &Dim3{4, 2, 1}, gemm.Launch.Grid)
			assert.Equal(t, 96.0, gemm.Launch.RegistersPerThread.Or(0))
			if name != "kineto list" {
				assert.Equal(t, "NVIDIA A100", gemm.Device.Name)
			}
			checkTriage(t, NewTriage(file.Timeline, file.Kernels))
		})
	}
}

// The figures are worked out by hand from the run above: a span of 130 µs, with
// idle 60–70 and 80–90.
func checkTriage(t *testing.T, triage Triage) {
	t.Helper()
	require.Len(t, triage.Devices, 1)
	d := triage.Devices[0]
	assert.InDelta(t, 130e-6, d.SpanSeconds.Or(0), 1e-12)
	assert.InDelta(t, 20.0/130, d.IdleShare.Or(0), 1e-9)
	assert.InDelta(t, 110.0/130, d.BusyShare.Or(0), 1e-9)
	assert.InDelta(t, 80.0/130, d.ComputeShare.Or(0), 1e-9)
	assert.InDelta(t, 10.0/130, d.CopyShare.Or(0), 1e-9)
	assert.InDelta(t, 30.0/130, d.CommunicationShare.Or(0), 1e-9)
	assert.InDelta(t, 10.0/30, d.CommunicationOverlap.Or(0), 1e-9)
	assert.InDelta(t, 20.0/130, d.ExposedShare.Or(0), 1e-9)
	assert.InDelta(t, 10e-6, d.LargestGapSeconds.Or(0), 1e-12)
	assert.InDelta(t, 40e-6, d.MedianKernelSeconds.Or(0), 1e-12)
	assert.False(t, d.LaunchBound)
	require.Len(t, d.Kernels, 2)
	assert.Equal(t, "gemm", d.Kernels[0].Name)
	assert.Equal(t, int64(2), d.Kernels[0].Launches)
	assert.InDelta(t, 80.0/130, d.Kernels[0].ShareOfSpan.Or(0), 1e-9)
	assert.InDelta(t, 130.0/50, d.Kernels[0].AmdahlBound.Or(0), 1e-9)
	assert.InDelta(t, 80.0/110, d.Kernels[0].ShareOfKernels, 1e-9)
	assert.True(t, d.Kernels[1].Communication)
	counted := int64(0)
	for _, bin := range d.Gaps {
		counted += bin.Count
	}
	assert.Equal(t, int64(2), counted)
}

func TestLaunchBound(t *testing.T) {
	d := DeviceTimeline{Names: []string{"tiny"}}
	for i := range int64(20) {
		d.Spans = append(d.Spans, Span{StartNs: i * 10000, EndNs: i*10000 + 2000})
	}
	judged := NewTriage(&Timeline{Devices: []DeviceTimeline{d}}, nil).Devices[0]
	assert.True(t, judged.LaunchBound)
	assert.Contains(t, judged.Why, "the median gap is 8 µs and the median kernel 2 µs")
	assert.Equal(t, int64(19), judged.Gaps[1].Count, "8 µs lie between 1 and 10")
}

func TestAmdahl(t *testing.T) {
	assert.InDelta(t, 1/(0.5+0.5/2), Amdahl(0.5, 2), 1e-12)
	assert.Equal(t, 1.0, Amdahl(0, 100))
}

func TestNsysSummary(t *testing.T) {
	for name, text := range map[string]string{
		"2023": "\n ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\nTime (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n" +
			"60.0,1200,2,600.0,600.0,500,700,100.0,\"void k<int, float>(int *)\"\n40.0,800,4,200,200,200,200,0,ncclKernel\n",
		"old":   "Time(%),Total Time,Instances,Average,Minimum,Maximum,Name\n60.0,1200,2,600,500,700,\"void k<int, float>(int *)\"\n40.0,800,4,200,200,200,ncclKernel\n",
		"us":    "Time (%),Total Time (us),Instances,Name\n60,1.2,2,\"void k<int, float>(int *)\"\n40,0.8,4,ncclKernel\n",
		"grids": "Time (%),Total Time (ns),Instances,GridXYZ,BlockXYZ,Name\n60,1200,2,   4    2    1,256 1 1,\"void k<int, float>(int *)\"\n40,800,4,1 1 1,1 1 1,ncclKernel\n",
	} {
		t.Run(name, func(t *testing.T) {
			file, err := readString(t, text)
			require.NoError(t, err)
			assert.Equal(t, FormatNsysCSV, file.Format)
			require.Len(t, file.Kernels, 2)
			k := file.Kernels[0]
			assert.Equal(t, "void k<int, float>(int *)", k.Name)
			assert.Equal(t, int64(2), k.Launches)
			assert.InDelta(t, 600e-9, k.TimeSeconds.Or(0), 1e-15)
			if name == "grids" {
				assert.Equal(t, &Dim3{4, 2, 1}, k.Launch.Grid)
			}
			triage := NewTriage(file.Timeline, file.Kernels)
			assert.InDelta(t, 0.6, triage.Devices[0].Kernels[0].ShareOfKernels, 1e-12)
			assert.False(t, triage.Devices[0].IdleShare.Known())
			assert.NotEmpty(t, triage.Note)
		})
	}
}

// One file may hold every report of nsys stats; only kernels are of use.
func TestNsysManyTables(t *testing.T) {
	file, err := readString(t, "Time (%),Total Time (ns),Num Calls,Avg (ns),Name\n90,900,3,300,cudaLaunchKernel\n\n"+
		"Time (%),Total Time (ns),Instances,Avg (ns),Name\n100.0,1200,2,600,gemm\n\n"+
		"Time (%),Total Time (ns),Count,Avg (ns),Operation\n100.0,700,7,100,[CUDA memcpy Host-to-Device]\n\n"+
		"Start (ns),Duration (ns),Name,Result,CorrID,Pid,Tid\n5,6,cudaLaunchKernel,0,1,2,3\n")
	require.NoError(t, err)
	require.Len(t, file.Kernels, 1)
	assert.Equal(t, "gemm", file.Kernels[0].Name)
	assert.Nil(t, file.Timeline)
}

func TestTimelinesWithoutKernels(t *testing.T) {
	for name, text := range map[string]string{
		"kineto":       `{"traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "a", "ts": 1, "dur": 2}]}`,
		"nsys summary": "Time (%),Total Time (ns),Instances,Name\n",
		"nsys calls":   "Time (%),Total Time (ns),Num Calls,Name\n100,5,1,cudaLaunchKernel\n",
	} {
		_, err := readString(t, text)
		assert.Error(t, err, name)
	}
	path := filepath.Join(t.TempDir(), "empty.sqlite")
	db, err := sqlite3.Open(path)
	require.NoError(t, err)
	require.NoError(t, db.Exec("CREATE TABLE StringIds (id INTEGER, value TEXT)"))
	require.NoError(t, db.Close())
	_, err = Open(path, Options{})
	assert.ErrorContains(t, err, "nsys recorded no kernel")
}

func TestMicroseconds(t *testing.T) {
	for text, want := range map[string]int64{"1": 1000, "1.5": 1500, "1700000000000000.123": 1700000000000000123, "-2.25": -2250, "1e3": 1000000, "0.0019": 1} {
		got, ok := microseconds(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "x", "99999999999999999999", "1.x"} {
		_, ok := microseconds(text)
		assert.False(t, ok, text)
	}
}

// Traces written by other tools are loose; an event that cannot be read costs
// that event and a warning.
func TestKinetoLooseEvents(t *testing.T) {
	file, err := readString(t, `{"traceEvents": [
		{"cat": "kernel", "name": "a", "ts": 1, "dur": "notnum"}, {"cat": "kernel", "name": "b", "ts": 1, "dur": -5},
		{"cat": "kernel", "name": "c", "ts": 1, "dur": 2, "args": "none"}, {"cat": 7, "name": "d"},
		{"cat": "kernel", "name": "good", "pid": 3, "ts": "10", "dur": 20}]}`)
	require.NoError(t, err)
	require.Len(t, file.Kernels, 1)
	assert.Equal(t, "good", file.Kernels[0].Name)
	assert.Equal(t, "3", file.Kernels[0].Device.Index)
	assert.Equal(t, []Warning{{0, "4 events without a right time were skipped"}}, file.Warnings)
}

func TestKinetoCut(t *testing.T) {
	file, err := readString(t, kinetoTrace[:strings.Index(kinetoTrace, `"Memcpy HtoD"`)])
	var cut *CutError
	require.ErrorAs(t, err, &cut)
	assert.Len(t, file.Kernels, 2)
}
