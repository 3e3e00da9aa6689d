package profile_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
	"ridgeline/roofline"
	"ridgeline/roofline/classify"
	"ridgeline/roofline/profile"
)

// spelling is how a CSV writes the numbers of a report.
type spelling struct {
	decimal, group string
	// time, bytes and clock are the units, and how many digits the point moves left
	// in them.
	time, bytes, clock    string
	timeBy, bytesBy, hzBy int
}

// long is the report as a table with a row for each metric, in any order.
func (s spelling) long(metrics []profile.SampleMetric, order []int) string {
	const fixed = `"0","77","w","127.0.0.1","k(float *)","1","7","(256, 1, 1)","(128, 2, 1)","0","9.0","Command line profiler metrics",`
	text := `"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC",` +
		`"Section Name","Metric Name","Metric Unit","Metric Value"` + "\n"
	for _, i := range order {
		unit, value := s.cell(metrics[i])
		text += fixed + fmt.Sprintf("%q,%q,\"%s\"\n", metrics[i].Name, unit, value)
	}
	return text
}

func (s spelling) cell(m profile.SampleMetric) (unit, value string) {
	digits := ""
	switch v := m.Value.(type) {
	case string:
		return "", v
	case uint64:
		digits = strconv.FormatUint(v, 10)
	case float64:
		digits = strconv.FormatFloat(v, 'f', -1, 64)
	}
	by := 0
	switch {
	case m.Name == "gpu__time_duration.sum":
		unit, by = s.time, s.timeBy
	case strings.HasPrefix(m.Name, "dram__bytes"):
		unit, by = s.bytes, s.bytesBy
	case strings.HasSuffix(m.Name, "cycles_elapsed.avg.per_second"):
		unit, by = s.clock, s.hzBy
	case strings.Contains(m.Name, "pct"):
		unit = "%"
	}
	return unit, s.mark(pointLeft(digits, by))
}

// pointLeft divides a decimal number by a power of ten.
func pointLeft(digits string, by int) string {
	whole, fraction, _ := strings.Cut(digits, ".")
	whole = strings.Repeat("0", max(0, by+1-len(whole))) + whole
	cut := len(whole) - by
	return strings.TrimSuffix(strings.TrimRight(whole[:cut]+"."+whole[cut:]+fraction, "0"), ".")
}

// mark writes the marks of a locale.
func (s spelling) mark(number string) string {
	whole, fraction, broken := strings.Cut(number, ".")
	for at := len(whole) - 3; at > 0 && s.group != ""; at -= 3 {
		whole = whole[:at] + s.group + whole[at:]
	}
	if broken {
		return whole + s.decimal + fraction
	}
	return whole
}

// testRoofs is of the GPU of the report.
func testRoofs() *classify.Ceilings {
	roof := func(kind roofline.Kind, name string, rate float64) classify.Roof {
		return classify.Roof{Kind: kind, Name: name, PerSecond: roofline.Quantity{Median: rate, Low: rate, High: rate}, Status: roofline.OK,
			SMHertz: profile.Known(1.9e9), MemoryHertz: profile.Known(2.6e9), Variation: profile.Known(0)}
	}
	return &classify.Ceilings{
		Provenance: results.Measured, Device: results.Device{Name: "NVIDIA Test GPU", ComputeCapability: "9.0", SMCount: 132},
		Roofs: []classify.Roof{roof(roofline.KindLevel, "dram", 2.6e11), roof(roofline.KindPath, "fp32", 6e13), roof(roofline.KindPath, "tc.fp16.fp32", 9e14),
			roof(roofline.KindLevel, "l2", 5e12)},
	}
}

// verdict is all that is said of the launches of a file.
func verdict(t *testing.T, file []byte) string {
	t.Helper()
	read, err := profile.Read(bytes.NewReader(file), profile.Options{})
	require.NoError(t, err)
	said, err := json.Marshal(classify.Groups(read.Kernels, testRoofs()))
	require.NoError(t, err)
	return string(said)
}

func packed(t *testing.T, text []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.Bytes()
}

// The same report gives the same verdict to the byte, whatever file it comes in:
// .ncu-rep or CSV of any layout, units, locale, order of rows and packing.
func TestSameReportSameVerdict(t *testing.T) {
	report, wide, metrics := profile.SampleReport()
	order := rand.New(rand.NewPCG(1, 2)).Perm(len(metrics))
	straight := make([]int, len(metrics))
	for i := range straight {
		straight[i] = i
	}
	base := spelling{decimal: ".", time: "ns", bytes: "byte", clock: "hz"}
	en := spelling{decimal: ".", group: ",", time: "us", bytes: "Mbyte", clock: "Ghz", timeBy: 3, bytesBy: 6, hzBy: 9}
	files := map[string][]byte{
		"wide":       []byte(wide),
		"long":       []byte(base.long(metrics, straight)),
		"shuffled":   []byte(base.long(metrics, order)),
		"old units":  []byte(spelling{decimal: ".", time: "nsecond", bytes: "byte", clock: "cycle/second"}.long(metrics, order)),
		"scaled":     []byte(spelling{decimal: ".", time: "msecond", bytes: "Kbyte", clock: "cycle/nsecond", timeBy: 6, bytesBy: 3, hzBy: 9}.long(metrics, order)),
		"en":         []byte(en.long(metrics, straight)),
		"de":         []byte(spelling{decimal: ",", group: ".", time: "ns", bytes: "byte", clock: "Mhz", hzBy: 6}.long(metrics, straight)),
		"fr":         []byte(spelling{decimal: ",", group: "\u202f", time: "us", bytes: "byte", clock: "hz", timeBy: 3}.long(metrics, order)),
		"gzip":       packed(t, report),
		"gzip of en": packed(t, []byte(en.long(metrics, order))),
		"crlf, bom":  []byte("\ufeff" + strings.ReplaceAll(en.long(metrics, order), "\n", "\r\n")),
		"noise":      []byte("==PROF== Connected to process 77\n1,2,\"3\n" + en.long(metrics, order) + "==PROF== Disconnected\n"),
	}
	want := verdict(t, report)
	assert.Contains(t, want, `"code":"BOUND"`)
	for name, file := range files {
		assert.Equal(t, want, verdict(t, file), name)
	}
}
