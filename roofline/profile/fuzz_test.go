package profile

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fuzzRead reads an input that may be anything: it must end, without a panic, in
// a File that JSON can hold.
//
// It must allocate no more than its own size is worth, whatever it promises.
func fuzzRead(t *testing.T, input []byte) {
	var file *File
	var err error
	spent := allocated(func() { file, err = Read(bytes.NewReader(input), Options{Name: "fuzz"}) })
	require.LessOrEqual(t, spent, uint64(allocationBase+allocationPerByte*len(input)), "%d bytes", len(input))
	require.NotNil(t, file)
	_, encoded := json.Marshal(file)
	require.NoError(t, encoded)
	_, encoded = json.Marshal(NewTriage(file.Timeline, file.Kernels))
	require.NoError(t, encoded)
	if err != nil {
		require.NotContains(t, err.Error(), "\n", "an error is one line")
	}
}

// A reader may allocate so much for its buffers and, over the time of its work,
// so many times the size of its input.
const (
	allocationBase    = 48 << 20
	allocationPerByte = 1 << 10
)

// allocated is the bytes that a function allocates.
func allocated(work func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Inputs that promise much and hold little, one of each format, allocate little.
func TestHostileSizesAllocateLittle(t *testing.T) {
	var bomb bytes.Buffer
	w := gzip.NewWriter(&bomb)
	_, _ = w.Write(bytes.Repeat([]byte{'a'}, 300<<20)) // one line of 300 MB in 300 kB
	_ = w.Close()
	sqlite := make([]byte, 100)
	copy(sqlite, sqliteMagic)
	copy(sqlite[16:], []byte{0x10, 0x00})             // pages of 4 KiB,
	copy(sqlite[28:], []byte{0x7f, 0xff, 0xff, 0xff}) // two thousand million of them
	block := func(header wire) []byte {               // of a report
		return append(append([]byte(repMagic), sized(wire(nil).varint(1, repVersion))...), sized(header)...)
	}
	for name, input := range map[string][]byte{
		"ncu-rep message of 2 GB":  append([]byte(repMagic), 0xff, 0xff, 0xff, 0x7f),
		"ncu-rep block of 4e18":    block(wire(nil).varint(blockResults, 1<<60).varint(blockPayload, 1<<61)),
		"ncu-rep sources of 1e18":  block(wire(nil).varint(blockSources, 1<<60).varint(blockPayload, 1<<61)),
		"ncu-rep a string of 1e18": block(wire(nil).tag(blockStringTable, wireBytes)),
		"gzip bomb":                bomb.Bytes(),
		"sqlite":                   sqlite,
		"deep JSON":                []byte(`{"traceEvents":` + strings.Repeat("[", 1<<16)),
		"deep Proton":              []byte(`[{"frame":{"name":"x"},"children":` + strings.Repeat(`[{"frame":{},"children":`, 1<<12)),
		"results":                  []byte(`{"schema":"ridgeline/1.2","records":` + strings.Repeat("[", 1<<16)),
		"columns":                  []byte(strings.Repeat(`"0",`, 1<<18)),
		"open quotes":              []byte(header15 + strings.Repeat("\"0\",\"open\n", 1<<14)),
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			spent := allocated(func() { _, err = Read(bytes.NewReader(input), Options{}) })
			require.Error(t, err)
			require.LessOrEqual(t, spent, uint64(allocationBase+allocationPerByte*len(input)), err.Error())
		})
	}
}

func FuzzNCUReport(f *testing.F) {
	f.Add(testReport())
	f.Add([]byte(repMagic))
	f.Fuzz(fuzzRead)
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{
		noisy(), testWide(), threeMetrics("117.344", "27.595.520", "65,77"), nsysTrace,
		"Time (%),Total Time (ns),Instances,Name\n60,1200,2,k\n", "name,time_s,flops,path,bytes,level\nk,1,1,fp32,,\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(fuzzRead)
}

func FuzzJSON(f *testing.F) {
	for _, seed := range []string{kinetoTrace, protonFile, `{"schema":"ridgeline/1.2","records":[]}`, `{"schema":"ridgeline-kernel/1"}`, `[{"name":"k","time_s":1,"bytes":5,"level":"l2"}]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(fuzzRead)
}

func FuzzSQLite(f *testing.F) {
	f.Add([]byte(sqliteMagic + strings.Repeat("\x00", 100)))
	f.Fuzz(func(t *testing.T, input []byte) { fuzzRead(t, append([]byte(sqliteMagic), input...)) })
}

func FuzzGzip(f *testing.F) {
	f.Add([]byte("\x1f\x8b\x08"))
	f.Fuzz(fuzzRead)
}

// An error quotes the file, and must stay one line whatever the file holds.
func TestErrorsAreOneLine(t *testing.T) {
	for _, text := range []string{"\"0\n0\"", "==ERROR== \"a\nb\"\n", "name,time_s,flops,path,bytes,level\n\"a\nb\",0,1,fp32,,\n"} {
		_, err := readString(t, text)
		require.Error(t, err)
		require.NotContains(t, err.Error(), "\n")
	}
}
