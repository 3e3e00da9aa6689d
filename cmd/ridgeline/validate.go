package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"ridgeline/bench"
	"ridgeline/cuda"
	"ridgeline/kernels"
	"ridgeline/results"
	"ridgeline/roofline/validate"
)

// validateCommand says whether the tensor cores are used, type by type.
type validateCommand struct {
	Doc    string         `arg:"" optional:"" help:"A results document; - is stdin."`
	Device string         `placeholder:"DEVICE" help:"Measure this device, as run names it, instead of reading a document."`
	Budget *time.Duration `placeholder:"TIME" help:"How long to measure at most (default: 30s on a GPU, no bound on a virtual one)."`
	Quiet  bool           `short:"q" help:"No progress on stderr."`
}

// Help says what is looked at.
func (validateCommand) Help() string {
	return "For each type of the tensor cores: used, used through an older path, not used, unsupported, or cannot tell. Used " +
		"means that the machine code has the instruction, that the kernel rounds as the tensor cores of the architecture do, " +
		"and that its rate reaches 90 % of the architecture's, where that is known, or else 1.1 times that of the same type on " +
		"the vector units. Exit code 0: all that the architecture has is used; 1: a type is not used, or too slow; 5: a type " +
		"that it has could not be judged."
}

// Validate wants one of the two.
func (v *validateCommand) Validate() error {
	switch {
	case (v.Doc == "") == (v.Device == ""):
		return errors.New("validate takes a document, or --device")
	case v.Device == "all":
		return errors.New("validate takes one device at a time")
	case v.Budget != nil && *v.Budget <= 0:
		return fmt.Errorf("--budget %v is not positive", *v.Budget)
	}
	return nil
}

// Run judges, prints, and ends with the exit code of the judgement.
func (v *validateCommand) Run(a *app, g *grammar) error {
	doc, err := v.document(a)
	if err != nil {
		return err
	}
	report := validate.Judge(doc)
	if g.JSON {
		err = a.printJSON(report)
	} else {
		printValidation(a, report)
	}
	if err != nil {
		return err
	}
	return validationError(report)
}

// document is the one that is named, or one that is measured for the purpose.
func (v *validateCommand) document(a *app) (*results.Document, error) {
	if v.Device == "" {
		return a.readDocument(v.Doc)
	}
	folder, err := os.MkdirTemp("", "ridgeline-validate-")
	if err != nil {
		return nil, failf(exitUsage, "%w", err)
	}
	defer os.RemoveAll(folder)
	lib, err := kernels.Load()
	if err != nil {
		return nil, err
	}
	cases, err := bench.Select([]string{"tensor", "fma"})
	if err != nil {
		return nil, err
	}
	targets, because, err := a.targets(v.Device)
	if err != nil {
		return nil, err
	}
	runtime.LockOSThread() // a GPU's context stays on one thread
	defer runtime.UnlockOSThread()
	device, err := targets[0].driver.Open(targets[0].index)
	if err != nil {
		return nil, unopened(err)
	}
	defer device.Close() //nolint:errcheck // the process ends
	run := runCommand{
		Device: v.Device, Preset: string(bench.Quick), Seed: 1, Precision: 0.01, Budget: v.budget(device),
		Case: time.Second, Quiet: v.Quiet, Out: filepath.Join(folder, "validate.json"),
	}
	return run.measure(a, device, because, lib, cases)
}

// budget is what the user said, or else what an operator waits for a GPU. A virtual
// one takes as long as the host needs to simulate it.
func (v *validateCommand) budget(device cuda.Device) *time.Duration {
	if v.Budget != nil || device.Info().Provenance == cuda.Simulated {
		return v.Budget
	}
	budget := gpuBudget
	return &budget
}

const gpuBudget = 30 * time.Second

// validationError is the exit code of a report.
func validationError(r validate.Report) error {
	var failed, open []string
	for _, t := range r.Types {
		switch {
		case !t.Passed:
			failed = append(failed, t.Path)
		case t.Status == validate.CannotTell:
			open = append(open, t.Path)
		}
	}
	switch {
	case !r.Passed:
		return failf(exitUnexpected, "validation failed: %s", strings.Join(failed, ", "))
	case len(r.Types) == 0:
		return failf(exitIncomplete, "the document has no record of the tensor family that can be judged: measure with ridgeline run tensor fma")
	case r.Incomplete:
		return failf(exitIncomplete, "could not be judged: %s", strings.Join(open, ", "))
	}
	return nil
}

// printValidation prints a line for each type, and the verdict.
func printValidation(a *app, r validate.Report) {
	fmt.Fprintf(a.stdout, "%s, %s\n\n", r.Device.Name, strings.ToUpper(string(r.Provenance)))
	t := newTable("TYPE", "STATUS", "WAY", "PER SM AND CYCLE", "OPCODES", "PROBE", "WHY")
	for _, entry := range r.Types {
		row := table.Row{strings.TrimPrefix(entry.Path, "tc."), string(entry.Status), "", "", "", "", entry.Reason}
		if e := entry.Evidence; e.PerSMCycle != nil {
			opcodes, _, _ := strings.Cut(e.Opcodes, ",")
			probe, _, _ := strings.Cut(e.Probe, ":")
			row = table.Row{row[0], row[1], entry.Way, fmt.Sprintf("%.0f", *e.PerSMCycle), opcodes, probe, entry.Reason}
		}
		t.AppendRow(row)
	}
	fmt.Fprintln(a.stdout, t.Render())
	verdict := "passed"
	switch {
	case !r.Passed:
		verdict = "failed"
	case r.Incomplete:
		verdict = "incomplete"
	}
	fmt.Fprintf(a.stdout, "\nvalidation: %s\n", verdict)
}
