//go:build long

package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda/cudatest"
	"ridgeline/results"
	"ridgeline/roofline"
)

// TestProof runs the engine against the virtual GPU under every kind of noise and
// every lie, and holds what it says against the truth. With -update it writes
// docs/proof.md (make proof).
func TestProof(t *testing.T) {
	p := newProof(t, "stream/read")
	text := strings.Join([]string{
		"# Proof of the engine\n\nWhat the engine says of the virtual T4, spoilt on purpose, held against the truth: the time of the same launch " +
			"without noise. `make proof` runs it and writes this page. The kernel is stream/read, the windows take 10 ms, the precision asked for is ±0.5 %.\n",
		noiseSection(t, p, 1000), driftSection(t, p, 100), lieSection(t), cleanSection(t, p, 500),
	}, "\n")
	path := filepath.Join("..", "docs", "proof.md")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	have, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(have), text, "stale: make proof")
}

func noiseSection(t *testing.T, p *proof, runs int) string {
	w := table.NewWriter()
	w.AppendHeader(table.Row{"noise", "truth held", "bias", "width", "samples", "error", "invalid", "flagged", "samples of the other rule", "its error"})
	for _, k := range noiseKinds() {
		r := p.noise(k, runs)
		w.AppendRow(table.Row{
			k.name, percent(r.held, runs), fmt.Sprintf("%+.3f %%", 100*r.bias), fmt.Sprintf("%.2f", r.width), fmt.Sprintf("%.0f", r.samples),
			fmt.Sprintf("%.2f %%", 100*r.error95), r.invalid, percent(r.flagged, runs),
			fmt.Sprintf("%.0f", r.spreadSamples), fmt.Sprintf("%.2f %%", 100*r.spreadError95),
		})
		assert.GreaterOrEqual(t, r.held, runs*93/100, k.name)
		assert.LessOrEqual(t, r.width, 1.25, k.name)
		assert.LessOrEqual(t, r.flagged, runs*2/100, k.name)
	}
	return fmt.Sprintf("## Noise\n\n%d runs of each kind. *Truth held*: runs whose interval holds the truth. *Width*: of the interval, over that of one who knows "+
		"the noise and took as many samples. *Error*: what 95 %% of the medians are within. *Invalid*: windows that the timer made nothing of. *Flagged*: runs "+
		"with a warning, or suspect. *The other rule* stops by the spread of the samples, as nvbench does by default, and gives their mean."+
		" Of independent Gaussian samples a mean says 1.57 times as much as a median, so that rule may need fewer of them for an error; it misses the error asked for where samples are correlated or windows invalid.\n\n%s\n", runs, w.RenderMarkdown())
}

func driftSection(t *testing.T, p *proof, runs int) string {
	w := table.NewWriter()
	w.AppendHeader(table.Row{"device", "burst flagged", "burst near the first speed", "flagged under load", "called steady wrongly", "load"})
	for _, k := range driftKinds() {
		r := p.drift(k, runs)
		w.AppendRow(table.Row{k.name, percent(r.burst, runs), percent(r.near, runs), percent(r.flagged, runs), percent(r.wrong, runs), fmt.Sprintf("%.0f s", r.loadSeconds)})
		assert.Zero(t, r.wrong, k.name)
		if k.name != "none" {
			assert.GreaterOrEqual(t, r.flagged, runs*99/100, k.name)
		}
	}
	return fmt.Sprintf("## Drift\n\n%d runs of each kind, with independent noise of 0.4 %%. A burst takes under a second and cannot see what is slower; it is called a "+
		"burst and no more, and is then *near the first speed* of the device, within 1 %%. Under load (preset full) the device is at work until it is steady: a run is "+
		"*flagged* if its burst is, if the load never gets steady, or if the load is more than 1 %% slower than the burst.\n\n%s\n", runs, w.RenderMarkdown())
}

func lieSection(t *testing.T) string {
	w := table.NewWriter()
	w.AppendHeader(table.Row{"lie", "case", "caught by"})
	for _, l := range lies() {
		told := l.told(t)
		assert.Contains(t, told, l.caught, l.name)
		w.AppendRow(table.Row{l.name, l.of, strings.Join(told, ", ")})
	}
	return "## Lies\n\nEach is told once, with nothing else wrong; the checks are those that did not pass.\n\n" + w.RenderMarkdown() + "\n"
}

// cleanSection measures a path and a level with nothing wrong but noise.
func cleanSection(t *testing.T, stream *proof, runs int) string {
	fma := newProof(t, "fma/fp32")
	refused, suspect, warned := 0, 0, 0
	for i := range runs {
		faults := cudatest.Faults{Seed: uint64(i), TimeNoise: 0.004}
		one, err := stream.run(faults)
		require.NoError(t, err)
		two, err := fma.run(faults)
		require.NoError(t, err)
		d := stream.judged(one, two)
		for _, f := range d.Flagged {
			if f.Status == roofline.Refused {
				refused++
			} else {
				suspect++
			}
		}
		if len(d.Warnings)+len(d.Flagged) > 0 {
			warned++
		}
		require.Equal(t, results.OutcomeOK, one.Outcome)
	}
	assert.Zero(t, refused)
	assert.LessOrEqual(t, warned, runs*2/100)
	return fmt.Sprintf("## Nothing wrong\n\n%d runs of a math path and of DRAM under independent noise of 0.4 %%: %d ceilings refused, %d suspect, %d runs with a warning.\n",
		runs, refused, suspect, warned)
}

func percent(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of)) }
