package profile

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fuzzRead reads an input that may be anything: it must end, without a panic, in
// a File that JSON can hold.
func fuzzRead(t *testing.T, input []byte) {
	file, err := Read(bytes.NewReader(input), Options{Name: "fuzz"})
	require.NotNil(t, file)
	_, encoded := json.Marshal(file)
	require.NoError(t, encoded)
	_, encoded = json.Marshal(NewTriage(file.Timeline, file.Kernels))
	require.NoError(t, encoded)
	if err != nil {
		require.NotContains(t, err.Error(), "\n", "an error is one line")
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
	for _, seed := range []string{kinetoTrace, protonFile, `[{"name":"k","time_s":1,"bytes":5,"level":"l2"}]`} {
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
