package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"ridgeline/bench"
	"ridgeline/cuda"
	"ridgeline/kernels"
	"ridgeline/results"
	"ridgeline/roofline"
)

// runCommand measures cases on one device and writes one document.
type runCommand struct {
	Cases     []string       `arg:"" optional:"" name:"case" help:"Cases (stream/copy), families (stream) or globs ('*/fp32'); none is all of the preset."`
	Device    string         `default:"gpu" placeholder:"DEVICE" help:"gpu, auto, all, virtual:SKU, virtual:FILE.json, a UUID or number (default ${default})."`
	Preset    string         `placeholder:"NAME" help:"How much to measure: quick, standard or full (default: quick, or standard where cases are named)."`
	Roofs     bool           `help:"Measure the ceilings as well, as quick does, so that the named cases are placed under them."`
	Seed      uint64         `default:"1" placeholder:"N" help:"Seed of the random input data (default ${default})."`
	Precision float64        `default:"0.005" placeholder:"P" help:"Relative half width of the 95 % interval at which to stop (default ${default})."`
	Budget    *time.Duration `placeholder:"TIME" help:"Stop after so long, such as 30s; what is left is skipped (default: no bound)."`
	Case      time.Duration  `name:"case-budget" default:"3s" placeholder:"TIME" help:"The most that the samples of one point may take (default ${default})."`
	Resume    bool           `help:"Go on with the run that left --out or its partial file unfinished."`
	Out       string         `placeholder:"FILE" help:"The document (default: a name made of device and time, in the current folder)."`
	Quiet     bool           `short:"q" help:"No progress on stderr."`
}

// Help says more of the devices.
func (runCommand) Help() string {
	return "The presets: quick measures the ceilings and ridge points that matter, standard every path and level, full every " +
		"case on every value of its axes.\n\n" +
		"A GPU is measured, or nothing: without a usable GPU the run fails with exit code 3. A virtual GPU simulates, and " +
		"everything it gives says so; it must be asked for by name, or with --device auto, which takes a GPU if one is usable " +
		"and virtual:" + fallbackSKU + " otherwise. --device all measures one GPU after the other and writes a document for each, " +
		"to --out with its UUID in the name. See ridgeline devices."
}

// Validate checks what the types of the flags cannot.
func (r *runCommand) Validate() error {
	if r.Preset == "" {
		r.Preset = string(r.defaultPreset())
	}
	if _, err := bench.ParsePreset(r.Preset); err != nil {
		return fmt.Errorf("--preset: %w", err)
	}
	if !(r.Precision > 0 && r.Precision < 1) {
		return fmt.Errorf("--precision %v is not a part between 0 and 1, such as 0.005", r.Precision)
	}
	if r.Budget != nil && *r.Budget <= 0 {
		return fmt.Errorf("--budget %v is not positive; leave it out for no bound", *r.Budget)
	}
	if r.Case <= 0 {
		return fmt.Errorf("--case-budget %v is not positive", r.Case)
	}
	if r.Resume && r.Out == "" {
		return errors.New("--resume needs --out, the document to go on with")
	}
	if r.Out == "-" {
		return errors.New("--out takes a file, because finished records are kept beside it; --json prints what follows from them")
	}
	return nil
}

// defaultPreset is short for who asks for all and thorough for who asks for a
// few cases.
func (r *runCommand) defaultPreset() bench.Preset {
	if len(r.Cases) == 0 {
		return bench.Quick
	}
	return bench.Standard
}

// Run measures, writes the document and prints the report.
func (r *runCommand) Run(a *app, g *grammar) error {
	cases, err := r.named()
	if err != nil {
		return unknownCase(err)
	}
	lib, err := kernels.Load()
	if err != nil {
		return err
	}
	targets, because, err := a.targets(r.Device)
	if err != nil {
		return err
	}
	runtime.LockOSThread() // a GPU's context stays on one thread
	defer runtime.UnlockOSThread()
	var faults []error // a GPU that fails does not keep the next from its turn
	for _, t := range targets {
		err := r.runOn(a, g, t, because, lib, cases)
		if err != nil && len(targets) > 1 {
			err = fmt.Errorf("GPU %d: %w", t.index, err)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// runOn measures one device.
func (r *runCommand) runOn(a *app, g *grammar, t target, because string, lib *kernels.Library, cases []bench.Case) error {
	device, err := t.driver.Open(t.index)
	if err != nil && r.Device == "auto" && because == "" {
		return r.runInstead(a, g, err, lib, cases)
	}
	if err != nil {
		return unopened(err)
	}
	defer device.Close() //nolint:errcheck // the process ends
	doc, err := r.measure(a, device, because, lib, cases)
	if err != nil {
		return err
	}
	derived := roofline.Derive(doc)
	if err := a.printReport(doc, derived, g.JSON); err != nil {
		return err
	}
	return incomplete(doc, derived)
}

// runInstead measures a virtual GPU, because the GPU cannot be opened.
func (r *runCommand) runInstead(a *app, g *grammar, why error, lib *kernels.Library, cases []bench.Case) error {
	targets, because, err := virtualTarget(fallbackSKU, why.Error())
	if err != nil {
		return err
	}
	return r.runOn(a, g, targets[0], because, lib, cases)
}

// named gives the cases that the user named. None stands for those of the
// preset, which leaves some out.
func (r *runCommand) named() ([]bench.Case, error) {
	if len(r.Cases) == 0 {
		return nil, nil
	}
	return bench.Select(r.Cases)
}

// measure runs the cases and leaves the whole document at its path. Trouble
// with the device is in the document; the error is that it cannot be written.
func (r *runCommand) measure(a *app, device cuda.Device, because string, lib *kernels.Library, cases []bench.Case) (*results.Document, error) {
	header := r.header(a, device.Info())
	if state := bench.DeviceState(device); state != nil {
		header.Environment = &results.Environment{Start: state}
	}
	path := r.path(header)
	writer, done, err := r.open(path, header)
	if err != nil {
		return nil, failf(exitUsage, "%w", err)
	}
	fmt.Fprintf(a.stderr, "%s; writing %s\n", opening("measuring", header.Device.Name, header.Provenance, because), path)
	if r.Resume {
		fmt.Fprintln(a.stderr, r.resumed(writer, done))
	}
	var unwritten error
	emit := func(record results.Record) error {
		unwritten = writer.Append(record)
		return unwritten
	}
	progress := newProgress(a.stderr, r.Quiet)
	options := bench.Options{
		Cases: cases, Roofs: r.Roofs, Preset: bench.Preset(r.Preset), Seed: r.Seed,
		Precision: r.Precision, CaseBudget: r.Case, Done: done, Progress: progress.show,
	}
	if r.Budget != nil {
		options.Budget = *r.Budget
	}
	runErr := bench.Run(a.ctx, device, lib, options, emit)
	progress.end()
	if foreign, is := errors.AsType[*bench.ForeignRecordError](runErr); is {
		unwritten = foreign
	}
	if unwritten != nil {
		return nil, failf(exitUsage, "%w", errors.Join(unwritten, writer.Close()))
	}
	if state := bench.DeviceState(device); state != nil {
		writer.End(state)
	}
	if err := writer.Finish(time.Now().UTC(), append(bench.Lacks(device), endOf(runErr)...)...); err != nil {
		return nil, failf(exitUsage, "%w", err)
	}
	return writer.Document(), nil
}

// open begins the document, or goes on with it; the records are those that are
// done already.
func (r *runCommand) open(path string, header results.Document) (*results.Writer, []results.Record, error) {
	if r.Resume {
		return results.Resume(path, header)
	}
	writer, err := results.Create(path, header)
	return writer, nil, err
}

// resumed says what --resume found.
func (r *runCommand) resumed(writer *results.Writer, done []results.Record) string {
	if len(writer.Document().Run.ResumedAt) == 0 {
		return fmt.Sprintf("there is neither %s nor its partial file to resume: the run begins", r.Out)
	}
	return fmt.Sprintf("%d points are done already", len(done))
}

// path of the document: where several devices are measured, each has its own.
func (r *runCommand) path(header results.Document) string {
	switch {
	case r.Out == "":
		return defaultName(header)
	case r.Device != "all":
		return r.Out
	}
	extension := filepath.Ext(r.Out)
	return strings.TrimSuffix(r.Out, extension) + "-" + shortUUID(header.Device.UUID) + extension
}

// endOf is the warning that a run leaves in its document when it ended early.
func endOf(err error) []string {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		return []string{"the run was interrupted"}
	}
	return []string{fmt.Sprintf("the run ended early: %s", err)}
}

// incomplete is the error of a run that left out a point or made a ceiling that
// may not be used. What the device cannot do is no fault of the run.
func incomplete(doc *results.Document, derived *roofline.Derived) error {
	outcomes := map[results.Outcome]int{}
	for _, record := range doc.Records {
		outcomes[record.Outcome]++
	}
	var faults []string
	for _, outcome := range []results.Outcome{results.OutcomeFailed, results.OutcomeSkipped} {
		if n := outcomes[outcome]; n > 0 {
			faults = append(faults, fmt.Sprintf("%s %d of %d points", outcome, n, len(doc.Records)))
		}
	}
	faults = append(faults, refusals(derived)...)
	if len(faults) == 0 {
		return nil
	}
	return failf(exitIncomplete, "the run is incomplete: %s; the report says why", strings.Join(faults, ", "))
}

// refusals names the ceilings that were refused, and those of which a
// measurement was refused before a better one took its place.
func refusals(derived *roofline.Derived) []string {
	var faults []string
	counted := map[string]int{}
	for _, f := range derived.Flagged {
		if f.OfCeiling() && f.Status == roofline.Refused {
			counted[f.Measures]++
		}
	}
	for _, c := range derived.Ceilings {
		n := counted[string(c.Kind)+":"+c.Name]
		switch {
		case c.Status == roofline.Refused:
			faults = append(faults, "refused the ceiling of "+c.Name)
		case n > 0:
			faults = append(faults, fmt.Sprintf("refused %d of the measurements of %s", n, c.Name))
		}
	}
	return faults
}
