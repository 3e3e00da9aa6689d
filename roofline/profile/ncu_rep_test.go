package profile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wire builds a message of a protocol buffer.
type wire []byte

func (w wire) tag(number int, kind wireKind) wire {
	return binary.AppendUvarint(w, uint64(number)<<3|uint64(kind))
}

func (w wire) varint(number int, value uint64) wire {
	return binary.AppendUvarint(w.tag(number, wireVarint), value)
}

func (w wire) bytes(number int, value []byte) wire {
	w = binary.AppendUvarint(w.tag(number, wireBytes), uint64(len(value)))
	return append(w, value...)
}

func (w wire) text(number int, value string) wire { return w.bytes(number, []byte(value)) }

func (w wire) double(number int, value float64) wire {
	return binary.LittleEndian.AppendUint64(w.tag(number, wireFixed64), math.Float64bits(value))
}

func (w wire) dim3(number int, d Dim3) wire {
	return w.bytes(number, wire(nil).varint(1, uint64(d.X)).varint(2, uint64(d.Y)).varint(3, uint64(d.Z)))
}

// sized puts the length before a message, as the container does.
func sized(message []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(message))), message...)
}

// repMetric is a metric for a report in a test: a float64, a uint64 or a string.
type repMetric struct {
	name  string
	value any
}

func repValue(value any) wire {
	switch v := value.(type) {
	case string:
		return wire(nil).text(1, v)
	case uint64:
		return wire(nil).varint(5, v)
	case float32:
		return wire(binary.LittleEndian.AppendUint32(wire(nil).tag(2, wireFixed32), math.Float32bits(v)))
	default:
		return wire(nil).double(3, value.(float64))
	}
}

// repBuilder writes .ncu-rep files as the layout in ncu_rep.go says.
type repBuilder struct {
	version uint64
	strings []string
	results [][]byte
}

func (b *repBuilder) id(name string) uint64 {
	for i, have := range b.strings {
		if have == name {
			return uint64(i)
		}
	}
	b.strings = append(b.strings, name)
	return uint64(len(b.strings) - 1)
}

func (b *repBuilder) launch(demangled string, metrics []repMetric) {
	result := wire(nil).varint(1, 9).text(resultMangled, "_Z1kPf").text(resultFunction, "k").text(resultDemangled, demangled).
		dim3(resultGrid, Dim3{128, 2, 1}).dim3(resultBlock, Dim3{256, 1, 1}).varint(resultContext, 1).varint(resultStream, 7)
	for _, m := range metrics {
		result = result.bytes(resultMetric, wire(nil).varint(1, b.id(m.name)).bytes(2, repValue(m.value)))
	}
	message := wire(nil).text(1, "The kernel waits.").varint(2, 4)
	body := wire(nil).bytes(1, wire(nil).bytes(1, message))
	result = result.bytes(resultRule, wire(nil).text(1, "CPIStall").text(2, "CPI Stall").bytes(3, body).text(4, "WarpStateStats"))
	b.results = append(b.results, result)
}

func (b *repBuilder) device() wire {
	d := wire(nil).varint(1, 0).text(2, "NVIDIA Test")
	for _, a := range []repMetric{
		{"display_name", "NVIDIA Test GPU"}, {"compute_capability_major", uint64(9)}, {"compute_capability_minor", uint64(0)},
		{"multiprocessor_count", uint64(132)}, {"clock_rate", uint64(1980000)},
	} {
		d = d.bytes(3, wire(nil).text(1, a.name).bytes(2, repValue(a.value)))
	}
	return d
}

func (b *repBuilder) build() []byte {
	session := wire(nil).varint(1, 77).bytes(6, b.device()).
		bytes(8, wire(nil).text(1, "Nsight Compute Target").text(2, "2024.1.1.0")).
		bytes(8, wire(nil).text(1, "Display Driver Version").text(2, "550.54"))
	var table wire
	for _, s := range b.strings {
		table = table.text(1, s)
	}
	payload := sized([]byte("\x7fELF machine code"))
	for _, result := range b.results {
		payload = append(payload, sized(result)...)
	}
	process := wire(nil).varint(1, 77).text(2, "127.0.0.1").text(3, "w")
	header := wire(nil).varint(blockSources, 1).varint(blockResults, uint64(len(b.results))).bytes(blockSession, session).
		bytes(blockStringTable, table).varint(blockPayload, uint64(len(payload))).bytes(blockProcess, process)
	file := append([]byte(repMagic), sized(wire(nil).varint(1, b.version))...)
	return append(append(file, sized(header)...), payload...)
}

// launchMetrics is one launch with something for every part of a Kernel, in
// NVIDIA's base units.
func launchMetrics() []repMetric {
	return []repMetric{
		{metricTime, uint64(117344)}, {metricDRAM, uint64(27595520)}, {metricSOL, 65.77},
		{"dram__bytes_read.sum", uint64(20000000)}, {"dram__bytes_write.sum", uint64(7595520)},
		{"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", 81.5},
		{"sm__cycles_elapsed.avg.per_second", 1.5e9}, {"dram__cycles_elapsed.avg.per_second", 2.6e9},
		{"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", uint64(1000)},
		{"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", uint64(2000)},
		{"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", uint64(30000)},
		{"sm__ops_path_tensor_src_fp16_dst_fp32_sparsity_off.sum", uint64(4096000)},
		{"sm__ops_path_tensor_op_hgmma_src_fp16_dst_fp32_sparsity_off.sum", uint64(4096000)},
		{"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active", 33.5},
		{"sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active", 12.25},
		{"lts__t_sectors.sum", uint64(1000000)}, {"lts__t_sector_hit_rate.pct", 55.5},
		{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", uint64(123)},
		{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", uint64(4000)}, {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", uint64(1000)},
		{"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio", 31.5},
		{"smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio", 6.0},
		{"smsp__average_warps_issue_stalled_selected_per_issue_active.ratio", 1.0},
		{"smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", 3.0},
		{"launch__registers_per_thread", uint64(40)}, {"launch__waves_per_multiprocessor", 1.25},
		{"launch__occupancy_limit_registers", uint64(6)}, {"launch__occupancy_limit_warps", uint64(8)},
		{"sm__warps_active.avg.pct_of_peak_sustained_active", 71.25},
		{"launch__device_id", uint64(0)}, {"dram__absent.sum", "n/a"},
	}
}

func testReport() []byte {
	b := &repBuilder{version: repVersion}
	b.launch("k(float *)", launchMetrics())
	return b.build()
}

// withDevice adds the attributes of the device, as the raw page has them.
func withDevice(metrics []repMetric) []repMetric {
	return append(metrics,
		repMetric{"device__attribute_display_name", "NVIDIA Test GPU"}, repMetric{"device__attribute_multiprocessor_count", uint64(132)},
		repMetric{"device__attribute_clock_rate", uint64(1980000)})
}

// testWide is the same report as the raw page in CSV, with the attributes of the
// device among the metrics.
func testWide() string {
	metrics := withDevice(launchMetrics())
	names := `"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC"`
	units := `"","","","","","","","","","",""`
	values := `"0","77","w","127.0.0.1","k(float *)","1","7","(256, 1, 1)","(128, 2, 1)","0","9.0"`
	for _, m := range metrics {
		names += `,"` + m.name + `"`
		unit := ""
		switch {
		case m.name == metricTime:
			unit = "ns"
		case strings.Contains(m.name, "per_second"):
			unit = "hz"
		case strings.Contains(m.name, "pct"):
			unit = "%"
		case strings.HasPrefix(m.name, "dram__bytes"):
			unit = "byte"
		}
		units += `,"` + unit + `"`
		values += fmt.Sprintf(`,"%v"`, m.value)
	}
	return names + "\n" + units + "\n" + values + "\n"
}

func TestNCUReport(t *testing.T) {
	file, err := Read(bytes.NewReader(testReport()), Options{Name: "r.ncu-rep"})
	require.NoError(t, err)
	assert.Equal(t, FormatNCUReport, file.Format)
	require.Len(t, file.Kernels, 1)
	k := file.Kernels[0]
	assert.Equal(t, "k(float *)", k.Name)
	assert.Equal(t, "_Z1kPf", k.Mangled)
	assert.Equal(t, Source{"r.ncu-rep", FormatNCUReport, "2024.1.1.0", 1, false}, k.Source)
	assert.Equal(t, Process{"77", "w", "127.0.0.1"}, k.Process)
	assert.Equal(t, "NVIDIA Test GPU", k.Device.Name)
	assert.Equal(t, "9.0", k.Device.ComputeCapability)
	assert.Equal(t, 132.0, k.Device.SMs.Or(0))
	assert.Equal(t, 1.98e9, k.Device.MaxSMHertz.Or(0))
	assert.Equal(t, "550.54", k.Device.Driver)
	assert.Equal(t, &Dim3{128, 2, 1}, k.Launch.Grid)
	assert.Equal(t, 40.0, k.Launch.RegistersPerThread.Or(0))
	assert.InDelta(t, 117344e-9, k.TimeSeconds.Or(0), 1e-15)
	assert.Equal(t, 1.5e9, k.Clocks.SMHertz.Or(0))
	assert.Equal(t, TierStalls, k.Tier)
	assert.Equal(t, []string{"registers"}, k.Occupancy.Limiter())
	require.Len(t, k.Stalls, 3)
	assert.Equal(t, "long_scoreboard", k.Stalls[0].Reason)
	assert.InDelta(t, 0.6, k.Stalls[0].Share.Or(0), 1e-12)
	assert.Equal(t, []Rule{{"WarpStateStats", "CPIStall", RuleOptimization, "The kernel waits.", k.Rules[0].SpeedupPercent, ""}}, k.Rules)
	require.Len(t, k.Work, 2)
	assert.Equal(t, "fp32", k.Work[0].Path)
	assert.Equal(t, 63000.0, k.Work[0].Operations)
	assert.Equal(t, "tc.fp16.fp32", k.Work[1].Path)
	assert.Equal(t, 4096000.0, k.Work[1].Operations)
	assert.Equal(t, 4096000.0, k.Tensor.NewOperations.Or(0))
	assert.False(t, k.Tensor.LegacyOperations.Known())
	assert.Equal(t, 4.0, k.Accesses[0].SectorsPerRequest().Or(0))
}

// The same report must give the same Kernel, whichever file it comes in.
func TestNCUReportAndCSVAgree(t *testing.T) {
	file, err := Read(bytes.NewReader(testReport()), Options{})
	require.NoError(t, err)
	fromReport, fromCSV := file.Kernels[0], readOne(t, testWide())
	// What only the report holds, and where each was read.
	fromReport.Mangled, fromReport.Function, fromReport.Rules, fromReport.Device.Driver = "", "", nil, ""
	fromReport.Source, fromCSV.Source = Source{}, Source{}
	assert.Equal(t, fromReport, fromCSV)
}

func TestNCUReportNameless(t *testing.T) {
	b := &repBuilder{version: repVersion}
	b.launch("", launchMetrics())
	file, err := Read(bytes.NewReader(b.build()), Options{})
	require.NoError(t, err)
	assert.Equal(t, "k", file.Kernels[0].Name)
}

func TestNCUReportOtherVersion(t *testing.T) {
	b := &repBuilder{version: 8}
	_, err := Read(bytes.NewReader(b.build()), Options{})
	var unreadable *UnreadableError
	require.ErrorAs(t, err, &unreadable)
	assert.Contains(t, err.Error(), "version 8")
	assert.Contains(t, err.Error(), "ncu --import")
}

// A report that is cut anywhere after its first result still gives that result.
func TestNCUReportCut(t *testing.T) {
	b := &repBuilder{version: repVersion}
	b.launch("first", launchMetrics())
	one := len(b.build())
	b.launch("second", launchMetrics())
	whole := b.build()
	for cut := range whole {
		file, err := Read(bytes.NewReader(whole[:cut]), Options{})
		require.Error(t, err, "cut at %d of %d", cut, len(whole))
		if cut > one+8 {
			var cutError *CutError
			require.ErrorAs(t, err, &cutError)
			assert.Len(t, file.Kernels, 1)
		}
	}
}

// Lengths that lie allocate nothing.
func TestNCUReportHostileLengths(t *testing.T) {
	report := testReport()
	for place := range report {
		broken := bytes.Clone(report)
		for i := place; i < min(place+4, len(broken)); i++ {
			broken[i] = 0xff
		}
		_, _ = Read(bytes.NewReader(broken), Options{})
	}
	huge := append([]byte(repMagic), 0xff, 0xff, 0xff, 0x7f)
	_, err := Read(bytes.NewReader(huge), Options{})
	var limit *LimitError
	assert.ErrorAs(t, err, &limit)
}
