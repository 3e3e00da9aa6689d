package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"ridgeline/bench"
	"ridgeline/results"
	"ridgeline/roofline"
)

// progress tells on stderr how a run goes: one line a finished point and, on a
// terminal, one more that says what is being done and is then written over.
type progress struct {
	out      io.Writer
	terminal bool
	quiet    bool
}

func newProgress(out io.Writer, quiet bool) *progress {
	return &progress{out, isTerminal(out), quiet}
}

// isTerminal tells whether a person may be looking: a character device. The
// null device is one too, and does not mind.
func isTerminal(out io.Writer) bool {
	file, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// eraseLine goes to the start of the terminal's line and clears it.
const eraseLine = "\r\x1b[K"

// show takes a step of the run.
func (p *progress) show(e bench.Event) {
	if p.quiet {
		return
	}
	point := fmt.Sprintf("[%*d/%d] %s", len(fmt.Sprint(e.Total)), e.Index+1, e.Total, roofline.Label(e.Case, e.Axes))
	switch {
	case e.Record != nil:
		fmt.Fprintf(p.out, "%s%s: %s\n", p.erase(), point, outcome(e.Record))
	case p.terminal:
		fmt.Fprintf(p.out, "%s%s: %s", eraseLine, point, e.Phase)
	}
}

// end parts the progress from what follows it on a terminal.
func (p *progress) end() {
	if p.terminal && !p.quiet {
		fmt.Fprintln(p.out)
	}
}

func (p *progress) erase() string {
	if p.terminal {
		return eraseLine
	}
	return ""
}

// outcome is the rate of a record with the half width of its interval, or why
// there is none.
func outcome(r *results.Record) string {
	if r.Outcome != results.OutcomeOK {
		return strings.TrimSuffix(fmt.Sprintf("%s: %s", r.Outcome, r.Reason), ": ")
	}
	achieved, _ := roofline.Achieved(r)
	rate := roofline.Readable(achieved.Median, achieved.Unit)
	if half := (r.Estimate.SecondsHigh - r.Estimate.SecondsLow) / 2 / r.Estimate.SecondsMedian; half > 0 {
		rate += fmt.Sprintf(" ±%.2g %%", 100*half)
	}
	return rate
}
