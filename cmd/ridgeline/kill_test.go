package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/results"
)

// quickKills is how many times the quick test kills; the long one has its own.
const quickKills = 4

// A run that is killed at any moment leaves a valid document, and --resume makes
// of it what an undisturbed run would have given.
func TestKilledRunLosesNothing(t *testing.T) { killed(t, quickKills) }

func killed(t *testing.T, kills int) {
	ridgeline := filepath.Join(t.TempDir(), "ridgeline")
	build, err := exec.Command("go", "build", "-o", ridgeline, ".").CombinedOutput()
	require.NoError(t, err, "%s", build)
	run := func(path string, more ...string) *exec.Cmd {
		return exec.Command(ridgeline, append([]string{"run", "--device", "virtual:testdata/tiny.json", "-q", "--out", path, "--preset", "full",
			"stream/copy", "stream/read", "stride/read"}, more...)...)
	}
	undisturbed := filepath.Join(t.TempDir(), "doc.json")
	began := time.Now()
	require.NoError(t, run(undisturbed).Run())
	length := time.Since(began)
	want, err := results.Read(undisturbed)
	require.NoError(t, err)

	rng := rand.New(rand.NewPCG(1, 2))
	for hit := 0; hit < kills; {
		path := filepath.Join(t.TempDir(), "doc.json")
		for range 3 {
			if killAfter(t, run(path, "--resume"), time.Duration(rng.Float64()*float64(length))) {
				hit++
			}
			valid(t, path)
		}
		out, err := run(path, "--resume").CombinedOutput()
		require.NoError(t, err, "%s", out)
		got, err := results.Read(path)
		require.NoError(t, err)
		assert.Equal(t, withoutStamps(t, want.Records), withoutStamps(t, got.Records), "after %d kills: no sample is lost or doubled", hit)
		assert.NotNil(t, got.Run.FinishedAt)
		assert.NoFileExists(t, results.PartialPath(path))
	}
}

// withoutStamps leaves out what follows from stamps of the clock: where between two steps of
// the timer a window begins depends on what ran before it.
func withoutStamps(t *testing.T, records []results.Record) (plain any) {
	t.Helper()
	text, err := json.Marshal(records)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &plain))
	var strip func(any)
	strip = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				strip(e)
			}
		case map[string]any:
			for _, key := range []string{"sm_clock_mhz", "sm_clock_stamped", "clock", "per_sm_cycle"} {
				delete(v, key)
			}
			for _, e := range v {
				strip(e)
			}
		}
	}
	strip(plain)
	return plain
}

// killAfter starts a run and kills it after a time. It tells whether the run was
// killed: it may have ended before.
func killAfter(t *testing.T, c *exec.Cmd, after time.Duration) (hit bool) {
	t.Helper()
	require.NoError(t, c.Start())
	kill := time.AfterFunc(after, func() { _ = c.Process.Kill() })
	_ = c.Wait()
	kill.Stop()
	return !c.ProcessState.Success()
}

// valid reads what a killed run left, if it left anything yet.
func valid(t *testing.T, path string) {
	t.Helper()
	_, err := results.Read(path)
	if !errors.Is(err, fs.ErrNotExist) {
		assert.NoError(t, err)
	}
	if _, err := os.Stat(results.PartialPath(path)); err == nil {
		_, err := results.Read(results.PartialPath(path))
		assert.NoError(t, err)
	}
}
