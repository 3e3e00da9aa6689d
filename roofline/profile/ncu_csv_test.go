package profile

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	header15 = `"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"` + "\n"
	prefix15 = `"0","77","w","127.0.0.1","k","1","7","(256, 1, 1)","(128, 1, 1)","0","8.9","Command line profiler metrics",`
)

func row15(metric, unit, value string) string {
	return prefix15 + `"` + metric + `","` + unit + `","` + value + "\"\n"
}

const (
	metricDRAM = "dram__bytes.sum"
	metricSOL  = "sm__throughput.avg.pct_of_peak_sustained_elapsed"
)

func threeMetrics(time, bytes, percent string) string {
	return header15 + row15(metricTime, "ns", time) + row15(metricDRAM, "byte", bytes) + row15(metricSOL, "%", percent)
}

func readString(t *testing.T, text string) (*File, error) {
	t.Helper()
	return Read(strings.NewReader(text), Options{Name: "test"})
}

func readOne(t *testing.T, text string) Kernel {
	t.Helper()
	file, err := readString(t, text)
	require.NoError(t, err)
	require.Len(t, file.Kernels, 1)
	return file.Kernels[0]
}

func dramBytes(k Kernel) Number {
	for _, traffic := range k.Traffic {
		if traffic.Level == LevelDRAM {
			return traffic.Bytes
		}
	}
	return Missing("no row")
}

func TestN1NumbersOfLocales(t *testing.T) {
	for name, text := range map[string]string{
		"us":           threeMetrics("117,344", "27,595,520", "65.77"),
		"c":            threeMetrics("117344", "27595520", "65.77"),
		"de":           threeMetrics("117.344", "27.595.520", "65,77"),
		"fr narrow":    threeMetrics("117\u202f344", "27\u202f595\u202f520", "65,77"),
		"fr no-break":  threeMetrics("117\u00a0344", "27\u00a0595\u00a0520", "65,77"),
		"fr latin-1":   threeMetrics("117\xa0344", "27\xa0595\xa0520", "65,77"),
		"ch":           threeMetrics("117'344", "27'595'520", "65.77"),
		"late witness": threeMetrics("117.344", "27.595.520", "65"),
	} {
		t.Run(name, func(t *testing.T) {
			k := readOne(t, text)
			assert.InDelta(t, 117344e-9, k.TimeSeconds.Or(0), 1e-15)
			assert.Equal(t, 27595520.0, dramBytes(k).Or(0))
			if name != "late witness" {
				assert.Equal(t, 65.77, k.SpeedOfLight.SMPercent.Or(0))
			}
			assert.Equal(t, "235.2", fmt.Sprintf("%.1f", dramBytes(k).Or(0)/k.TimeSeconds.Or(1)/1e9))
			assert.Equal(t, &Dim3{128, 1, 1}, k.Launch.Grid)
			assert.Equal(t, &Dim3{256, 1, 1}, k.Launch.Block)
			assert.Equal(t, "8.9", k.Device.ComputeCapability)
		})
	}
}

func TestN1AmbiguousNumber(t *testing.T) {
	text := header15 + row15(metricTime, "ns", "117.344")
	_, err := readString(t, text)
	var ambiguous *AmbiguousNumberError
	require.ErrorAs(t, err, &ambiguous)
	assert.Equal(t, int64(2), ambiguous.Line)
	assert.Contains(t, err.Error(), "--decimal")
	for decimal, nanoseconds := range map[Decimal]float64{DecimalComma: 117344, DecimalPoint: 117.344} {
		file, err := Read(strings.NewReader(text), Options{Decimal: decimal})
		require.NoError(t, err)
		assert.InDelta(t, nanoseconds*1e-9, file.Kernels[0].TimeSeconds.Or(0), 1e-15)
	}
}

func TestNCUTwoLocalesInOneFile(t *testing.T) {
	_, err := readString(t, threeMetrics("117,344", "27,595,520", "65.77")+row15("lts__t_sector_hit_rate.pct", "%", "65,7"))
	var wrong *DecimalError
	require.ErrorAs(t, err, &wrong)
	assert.Equal(t, int64(5), wrong.Line)
}

const noiseKernel = `void gemm<(int)128, float, Layout<true, 2>>(const float *, float *, int)`

func noisy() string {
	rows := strings.ReplaceAll(threeMetrics("117,344", "27,595,520", "65.77"), `"k"`, `"`+noiseKernel+`"`)
	rows = strings.ReplaceAll(rows, `"w"`, `"say ""w"""`)
	return "==PROF== Connected to process 77 (/w)\n" +
		"==WARNING== Unable to access the following section files\n" +
		"2208 2048 5608 0 358.1 141.6\n" +
		"\"quoted\",\"but\",\"not a header\"\n" +
		rows +
		"==PROF== Disconnected from process 77\n" +
		"done, 3 errors\n"
}

func TestN2NoiseAroundTheTable(t *testing.T) {
	pack := func(text string) string {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = w.Write([]byte(text))
		_ = w.Close()
		return packed.String()
	}
	want := readOne(t, noisy())
	assert.Equal(t, noiseKernel, want.Name)
	assert.Equal(t, `say "w"`, want.Process.Name)
	assert.InDelta(t, 117344e-9, want.TimeSeconds.Or(0), 1e-15)
	split := strings.Index(noisy(), `"0","77"`)
	for name, text := range map[string]string{
		"crlf":       strings.ReplaceAll(noisy(), "\n", "\r\n"),
		"bom":        "\ufeff" + noisy(),
		"gzip":       pack(noisy()),
		"between":    strings.Replace(noisy(), "27,595,520\"\n", "27,595,520\"\nstep 3, loss \"0.1\n==PROF== Profiling\n", 1),
		"odd quote":  noisy()[:split] + "\"an open quote\n" + noisy()[split:],
		"no new end": strings.TrimSuffix(noisy(), "\n"),
	} {
		t.Run(name, func(t *testing.T) {
			got := readOne(t, text)
			got.Source.Row = want.Source.Row
			assert.Equal(t, want, got)
		})
	}
}

func TestN2CutFile(t *testing.T) {
	whole := threeMetrics("117,344", "27,595,520", "65.77")
	last := strings.LastIndex(strings.TrimSuffix(whole, "\n"), "\n") + 1
	for cut := last + 5; cut < len(whole)-2; cut++ {
		file, err := readString(t, whole[:cut])
		var cutError *CutError
		require.ErrorAs(t, err, &cutError, "cut at %d: %q", cut, whole[last:cut])
		assert.Equal(t, int64(4), cutError.Line)
		require.Len(t, file.Kernels, 1)
		assert.Equal(t, 27595520.0, dramBytes(file.Kernels[0]).Or(0))
		assert.False(t, file.Kernels[0].SpeedOfLight.SMPercent.Known())
	}
}

func TestN2FileWithoutATable(t *testing.T) {
	for text, want := range map[string]string{
		"==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n": "NVreg_RestrictProfilingToAdminUsers",
		"==PROF== Connected\n==WARNING== No kernels were profiled.\n":      "no kernels were profiled",
		"==ERROR== The application returned an error code (1).\n":          "returned an error code (1)",
		"==PROF== Connected to process 1\nhello\n":                         "only the log lines",
		header15: "has no rows",
		"  k (1, 1, 1)x(32, 1, 1), Context 1\n    Section: GPU Speed Of Light\n": "console text of Nsight Compute",
		"| NVIDIA-SMI 550.54 |\n":                "nvidia-smi",
		"timestamp, name, utilization.gpu [%]\n": "nvidia-smi",
		"":                                       "empty",
		"a,b\n1,2\n":                             `begins with "a,b"`,
		"\x00\x01":                               "binary file",
		"NVIDIA Tegra Profiler Report 0123":      "nsys export",
		"\x28\xb5\x2f\xfd....":                   ".ncu-repz",
	} {
		_, err := readString(t, text)
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), want)
		assert.NotContains(t, err.Error(), "\n")
	}
}

// The same launch in every layout of columns.
func TestN3ColumnSets(t *testing.T) {
	const metric = `"gpu__time_duration.sum"`
	layouts := map[string]string{
		"12 columns": `"ID","Process ID","Process Name","Host Name","Kernel Name","Kernel Time","Context","Stream","Section Name","Metric Name","Metric Unit","Metric Value"` + "\n" +
			`"3","77","w","h","k","2020-Jan-01 00:00:00","1","7","Command line profiler metrics",` + metric + `,"nsecond","40,000"` + "\n" +
			`"3","77","w","h","k","2020-Jan-01 00:00:00","1","7","Command line profiler metrics","dram__bytes.sum","byte","10,240,000"` + "\n",
		"15 columns": header15 + strings.ReplaceAll(row15(metricTime, "usecond", "40.00")+row15(metricDRAM, "Mbyte", "10.24"), `"0","77"`, `"3","77"`),
		"20 columns": strings.TrimSuffix(header15, "\n") + `,"Rule Name","Rule Type","Rule Description","Estimated Speedup Type","Estimated Speedup"` + "\n" +
			`"3","77","w","h","k","1","7","(256, 1, 1)","(128, 1, 1)","0","8.9","Sol","gpu__time_duration.sum","msecond","0.04",` + "\n" +
			`"3","77","w","h","k","1","7","(256, 1, 1)","(128, 1, 1)","0","8.9","SpeedOfLight","","","","SOLBottleneck","OPT","It is, ""so""` + "\n" + `and so","global","41.81"` + "\n" +
			`"3","77","w","h","k","1","7","(256, 1, 1)","(128, 1, 1)","0","8.9","Mem","dram__bytes.sum","byte","10240000",` + "\n",
		"wide": `"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","dram__bytes.sum","dram__sectors_write.sum","gpu__time_duration.sum"` + "\n" +
			`"","","","","","","","","","","","byte","sector","second"` + "\n" +
			`"3","77","w","h","k","1","7","(256, 1, 1)","(128, 1, 1)","0","8.9","10,240,000","2,048","4.0e-05"` + "\n",
		"wide unquoted": "ID,Process ID,Process Name,Host Name,Kernel Name,Context,Stream,Block Size,Grid Size,Device,CC,dram__bytes.sum,gpu__time_duration.sum\n" +
			",,,,,,,,,,,byte,s\n3,77,w,h,k,1,7,\"(256, 1, 1)\",\"(128, 1, 1)\",0,8.9,10240000,4.0e-05\n",
		"5 columns": "ID,Kernel Name,Metric Name,Metric Unit,Metric Value\n3,k,gpu__time_duration.sum,us,40\n3,k,dram__bytes.sum,Kbyte,\"10,240.00\"\n",
	}
	for name, text := range layouts {
		t.Run(name, func(t *testing.T) {
			k := readOne(t, text)
			assert.Equal(t, "k", k.Name)
			assert.Equal(t, "3", k.LaunchID)
			assert.InDelta(t, 4e-5, k.TimeSeconds.Or(0), 1e-15)
			assert.Equal(t, 10240000.0, dramBytes(k).Or(0))
			if name == "20 columns" {
				require.Len(t, k.Rules, 1)
				assert.Equal(t, Rule{"SpeedOfLight", "SOLBottleneck", RuleOptimization, "It is, \"so\"\nand so", Known(41.81), "global"}, k.Rules[0])
			}
		})
	}
}

func TestN3NotAvailable(t *testing.T) {
	one := row15(metricTime, "ns", "1,117,344") + row15("dram__bytes.sum", "", "n/a")
	text := header15
	for i := range 3 {
		text += strings.ReplaceAll(one, `"0","77"`, fmt.Sprintf(`"%d","77"`, i))
	}
	file, err := readString(t, text)
	require.NoError(t, err)
	require.Len(t, file.Kernels, 3)
	for i, k := range file.Kernels {
		assert.Equal(t, fmt.Sprint(i), k.LaunchID)
		assert.False(t, dramBytes(k).Known())
		assert.Contains(t, dramBytes(k).Why(), "n/a for dram__bytes.sum")
	}
}

// Two processes of one run write side by side.
func TestNCUProcessesSideBySide(t *testing.T) {
	a, b := row15(metricTime, "ns", "117,344"), strings.ReplaceAll(row15(metricTime, "ns", "234,688"), `"77"`, `"78"`)
	c, d := row15(metricDRAM, "byte", "1,000,000"), strings.ReplaceAll(row15(metricDRAM, "byte", "2,000,000"), `"77"`, `"78"`)
	file, err := readString(t, header15+a+b+c+d)
	require.NoError(t, err)
	require.Len(t, file.Kernels, 2)
	assert.Equal(t, 1e6, dramBytes(file.Kernels[0]).Or(0))
	assert.Equal(t, 2e6, dramBytes(file.Kernels[1]).Or(0))
}

func TestNCUTwoTables(t *testing.T) {
	wide := `"ID","Process ID","Kernel Name","gpu__time_duration.sum"` + "\n" + `"","","","us"` + "\n" + `"0","9","other","2.5"` + "\n"
	file, err := readString(t, threeMetrics("117,344", "27,595,520", "65.77")+"some text\n"+wide)
	require.NoError(t, err)
	require.Len(t, file.Kernels, 2)
	assert.Equal(t, "other", file.Kernels[1].Name)
	assert.InDelta(t, 2.5e-6, file.Kernels[1].TimeSeconds.Or(0), 1e-18)
}

func TestNCUVisitStops(t *testing.T) {
	stop := errors.New("stop")
	_, err := Each(strings.NewReader(threeMetrics("1", "2", "3")), Options{}, func(Kernel) error { return stop })
	assert.ErrorIs(t, err, stop)
}

func TestNCUSummary(t *testing.T) {
	head := `"Process ID","Kernel Name","Block Size","Grid Size","Device","CC","Invocations","Section Name","Metric Name","Metric Unit","Minimum","Maximum","Average"` + "\n"
	row := func(grid, section, metric, unit, average string) string {
		return `"1","k","(256, 1, 1)","` + grid + `","0","9.0","14","` + section + `","` + metric + `","` + unit + `","0","9","` + average + "\"\n"
	}
	text := head
	for _, grid := range []string{"(1, 1, 1)", "(2, 1, 1)"} {
		text += row(grid, "GPU Speed Of Light Throughput", "Memory Throughput", "%", "30.50") +
			row(grid, "GPU Speed Of Light Throughput", "Duration", "us", "2.50") +
			row(grid, "Memory Workload Analysis", "Memory Throughput", "Gbyte/s", "10.00")
	}
	file, err := readString(t, text)
	require.NoError(t, err)
	require.Len(t, file.Kernels, 2)
	for i, k := range file.Kernels {
		assert.Equal(t, int64(14), k.Launches)
		assert.Equal(t, int64(i+1), k.Launch.Grid.X)
		assert.InDelta(t, 2.5e-6, k.TimeSeconds.Or(0), 1e-15)
		assert.InDelta(t, 25000, dramBytes(k).Or(0), 1e-6)
		assert.Equal(t, 30.5, k.SpeedOfLight.MemoryPercent.Or(0))
	}
}

// Without ids, a metric that comes again begins another launch.
func TestNCUWithoutIDs(t *testing.T) {
	file, err := readString(t, `"Kernel Name","Metric Name","Metric Unit","Metric Value"`+"\n"+
		`"k","gpu__time_duration.sum","us","1.5"`+"\n"+`"k","dram__bytes.sum","Mbyte","2.5"`+"\n"+
		`"k","gpu__time_duration.sum","us","3.5"`+"\n"+`"other","gpu__time_duration.sum","us","4.5"`+"\n")
	require.NoError(t, err)
	require.Len(t, file.Kernels, 3)
	assert.Equal(t, 2.5e6, dramBytes(file.Kernels[0]).Or(0))
	assert.InDelta(t, 3.5e-6, file.Kernels[1].TimeSeconds.Or(0), 1e-15)
}

func TestNCUInUTF16(t *testing.T) {
	text := "\ufeff" + strings.ReplaceAll(threeMetrics("117\u202f344", "27\u202f595\u202f520", "65,77"), "\n", "\r\n") + "# \U0001F600\r\n"
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		var packed []byte
		for _, unit := range utf16.Encode([]rune(text)) {
			packed = order.AppendUint16(packed, unit)
		}
		k := readOne(t, string(packed))
		assert.Equal(t, 27595520.0, dramBytes(k).Or(0))
	}
}

func TestNCUGzipCut(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	for i := range 200 {
		_, _ = w.Write([]byte(header15 + strings.ReplaceAll(row15(metricTime, "us", fmt.Sprintf("%d.5", i*7919%1000)), `"0","77"`, fmt.Sprintf(`"%d","77"`, i))))
	}
	_ = w.Close()
	file, err := Read(bytes.NewReader(packed.Bytes()[:packed.Len()/2]), Options{})
	var cut *CutError
	require.ErrorAs(t, err, &cut)
	assert.Greater(t, len(file.Kernels), 10)
}
