package profile

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// endless makes the rows of a long table as they are read: three metrics a
// launch.
type endless struct {
	left   int64 // bytes still to make
	launch int
	text   string
}

func newEndless(size int64) *endless { return &endless{left: size, text: header15} }

func (e *endless) Read(into []byte) (int, error) {
	if e.text == "" {
		if e.left <= 0 {
			return 0, io.EOF
		}
		rows := row15(metricTime, "ns", "117,344") + row15(metricDRAM, "byte", "27,595,520") + row15(metricSOL, "%", "65.77")
		e.text = strings.ReplaceAll(rows, `"0","77"`, fmt.Sprintf(`"%d","77"`, e.launch))
		e.launch++
	}
	n := copy(into, e.text)
	e.text = e.text[n:]
	e.left -= int64(n)
	return n, nil
}

// A file is read without being kept: the heap after many launches is as after
// few.
func TestNCUStreams(t *testing.T) {
	const size = 20 << 20
	var most uint64
	count := 0
	file, err := Each(newEndless(size), Options{}, func(Kernel) error {
		if count++; count%4000 == 0 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
		return nil
	})
	require.NoError(t, err)
	assert.Equal(t, int64(count), file.Count)
	assert.Greater(t, count, 20000)
	assert.Less(t, most, uint64(size), "the head of 8 MiB is kept, and little else")
}

// 200 MB take 5 s of one core of a 2-core x86-64 host and 106 MB of memory,
// verdicts of 223,412 launches included.
func BenchmarkNCUCSV(b *testing.B) {
	const size = 200e6
	b.SetBytes(size)
	for b.Loop() {
		_, err := Each(newEndless(size), Options{}, func(Kernel) error { return nil })
		require.NoError(b, err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys)/1e6, "MB")
}
