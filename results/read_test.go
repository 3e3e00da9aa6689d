package results

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSampleIsFresh(t *testing.T) {
	doc := sampleDocument()
	var text bytes.Buffer
	require.NoError(t, Encode(&text, &doc))
	golden(t, samplePath, text.Bytes())
}

func TestReadReturnsWhatWasWritten(t *testing.T) {
	doc, err := Read(samplePath)
	require.NoError(t, err)
	want := normal(sampleDocument())
	assert.Equal(t, &want, doc)

	var again bytes.Buffer
	require.NoError(t, Encode(&again, doc))
	assert.Equal(t, string(sampleText(t)), again.String())
}

func TestDecodeRefuses(t *testing.T) {
	for name, test := range map[string]struct{ old, replacement, want string }{
		"other program":      {`"schema": "ridgeline/1.2"`, `"schema": "nvbench/1"`, `x.json: schema "nvbench/1" is not Ridgeline's`},
		"major version":      {`"schema": "ridgeline/1.2"`, `"schema": "ridgeline/2"`, "reads version 1 only"},
		"no version":         {`"schema": "ridgeline/1.2"`, `"schema": "ridgeline/x"`, "no version number"},
		"schema not a text":  {`"schema": "ridgeline/1.2"`, `"schema": 1`, "names no schema"},
		"unknown key":        {`"seed": 42`, `"sead": 1, "seed": 42`, `x.json: line 13, byte 240: unknown key "sead" in run`},
		"repeated key":       {`"seed": 42`, `"seed": 41, "seed": 42`, `key "seed" stands twice in run`},
		"key of other case":  {`"seed": 42`, `"Seed": 42`, `unknown key "Seed" in run`},
		"missing key":        {`"sm_count": 132,`, ``, `key "sm_count" is missing in device`},
		"wrong type":         {`"sm_count": 132`, `"sm_count": "many"`, "device.sm_count cannot be a JSON string"},
		"not a number":       {`"seed": 42`, `"seed": NaN`, "not JSON"},
		"too large a number": {`"precision": 0.005`, `"precision": 1e999`, "run.precision cannot be a JSON number"},
		"provenance":         {`"simulated"`, `"guessed"`, `provenance: "guessed"`},
		"model lost":         {`"simulated"`, `"measured"`, "a measured document cannot have a model"},
		"precision":          {`"precision": 0.005`, `"precision": -1`, "run.precision: -1"},
		"finished first":     {`"2026-01-02T15:04:14Z"`, `"2025-01-02T15:04:14Z"`, "is before started_at"},
		"case":               {`"case": "stream/read"`, `"case": "read"`, "records[0] (read): case: must be family/name"},
		"outcome":            {`"outcome": "ok"`, `"outcome": "fine"`, `outcome: "fine" is unknown`},
		"no reason":          {`"reason": "needs compute capability 10.0 or later"`, `"reason": ""`, `reason: missing for outcome "unsupported"`},
		"number of a failed": {`"outcome": "ok"`, `"outcome": "failed", "reason": "wrong"`, "can have none"},
		"failed check":       {`"passed": true`, `"passed": false`, "verification: an ok outcome needs one that passed"},
		"nothing checked":    {`"checked": 270336`, `"checked": 0`, "passed without checking"},
		"method":             {`"method": "exact"`, `"method": "trust"`, "neither exact nor bounded"},
		"launches":           {`"launches": 50`, `"launches": 0`, "samples[0]: launches: 0"},
		"host seconds":       {`"replayed": 49`, `"replayed": 49, "host_seconds": -1`, "samples[0]: host_seconds: -1 is negative"},
		"launches per graph": {`"replayed": 49`, `"replayed": 49, "launches_per_graph": -1`, "samples[0]: launches_per_graph: -1 is negative"},
		"replayed":           {`"replayed": 49`, `"replayed": 51`, "samples[0]: replayed: 51 of 50"},
		"clock":              {`"sm_clock_mhz": 1980`, `"sm_clock_mhz": -1`, "device.sm_clock_mhz: -1"},
		"confidence":         {`"confidence": 0.9922`, `"confidence": 95`, "estimate.confidence: 95"},
		"sample count":       {`"samples": 8`, `"samples": 9`, "estimate.samples: 9, but the record has 8"},
		"measures":           {`"level:dram"`, `"dram"`, `work.measures: "dram"`},
		"bytes":              {`"dram": 1073741824`, `"dram": -4`, "work.bytes.dram: -4"},
		"loads":              {`"footprint_bytes": 1073741824`, `"dependent_loads": -1, "footprint_bytes": 1073741824`, "work.dependent_loads: -1"},
		"grid":               {`"block": [`, `"block": [0, `, "block [0 256 1] must be at least 1"},
		"limit":              {`"source": "bus width x memory clock, as the device says"`, `"source": ""`, "limit.source"},
		"rest":               {`"sm_count": 132`, `"sm_count": 132}}`, "x.json: line 22"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Decode(bytes.NewReader(replaceOnce(t, sampleText(t), test.old, test.replacement)), "x.json")
			require.ErrorContains(t, err, test.want)
			assert.True(t, strings.HasPrefix(err.Error(), "x.json: "), err)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestDecodeRefusesAnIntervalOutOfOrder(t *testing.T) {
	doc := sampleDocument()
	doc.Records[0].Estimate.SecondsLow = 2 * doc.Records[0].Estimate.SecondsMedian
	assert.ErrorContains(t, Validate(&doc), "are out of order")
	doc.Records[0].Estimate.SecondsLow = -1
	assert.ErrorContains(t, Validate(&doc), "estimate.seconds_low: -1 is not positive")
}

func TestDecodeSaysThatTheFileIsTruncated(t *testing.T) {
	text := bytes.TrimSpace(sampleText(t))
	for end := 1; end < len(text); end += 997 {
		_, err := Decode(bytes.NewReader(text[:end]), "x.json")
		require.ErrorContains(t, err, "the file is truncated", "at byte %d", end)
	}
	_, err := Decode(bytes.NewReader(text[:len(text)-1]), "x.json")
	require.ErrorContains(t, err, "the file is truncated")
}

func TestDecodeRefusesWhatIsNoDocument(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "the file is empty",
		" \n":                        "the file is empty",
		"null":                       "names no schema",
		"[]":                         "names no schema",
		"{}":                         "names no schema",
		"hello":                      "not JSON",
		"{\"a\": 1}":                 "names no schema",
		string(sampleText(t)) + "{}": "there is more after the end of the document",
	} {
		_, err := Decode(strings.NewReader(text), "x.json")
		assert.ErrorContains(t, err, want, "%.20q", text)
	}
}

func TestDecodePassesOverWhatANewerMinorVersionAdded(t *testing.T) {
	text := replaceOnce(t, sampleText(t), `"schema": "ridgeline/1.2"`, `"schema": "ridgeline/1.7", "weather": {"sun": [1, {}]}`)
	doc, err := Decode(bytes.NewReader(text), "x.json")
	require.NoError(t, err)
	assert.Equal(t, []string{`written as ridgeline/1.7, newer than ridgeline/1.2: unknown key "weather" in the document was passed over`}, doc.Warnings)
}

func TestReadNamesAFileThatIsNotThere(t *testing.T) {
	_, err := Read(filepath.Join(t.TempDir(), "none.json"))
	require.ErrorIs(t, err, os.ErrNotExist)
	assert.ErrorContains(t, err, "none.json")
	_, err = Read(t.TempDir())
	assert.Error(t, err)
}

func FuzzDecode(f *testing.F) {
	small := sampleDocument()
	small.Records = []Record{small.Records[3], small.Records[len(small.Records)-1]}
	small.Records[0].Samples = small.Records[0].Samples[:1]
	small.Records[0].Estimate.Samples = 1
	var text bytes.Buffer
	require.NoError(f, Encode(&text, &small))
	f.Add(text.Bytes())
	f.Add(partialText(f, 1))
	f.Add([]byte(`{"schema":"ridgeline/1","records":[{}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := Decode(bytes.NewReader(text), "fuzz.json")
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "fuzz.json: "), "%v", err)
			return
		}
		var again bytes.Buffer
		require.NoError(t, Encode(&again, doc))
		require.True(t, json.Valid(again.Bytes()))
		_, err = Decode(&again, "again.json")
		require.NoError(t, err)
	})
}

// A text of 64 kB that only opens brackets took a minute and 12 GB.
func TestReadStopsAtDepth(t *testing.T) {
	_, err := Decode(strings.NewReader(`{"schema":"ridgeline/1.2","records":`+strings.Repeat("[", 1<<16)), "deep.json")
	require.EqualError(t, err, "deep.json: line 1, byte 135: nested more than 100 deep, as no document is")
}
