package main

import (
	"errors"
	"fmt"
	"io/fs"

	"ridgeline/results"
	"ridgeline/roofline/classify"
	"ridgeline/roofline/profile"
)

// classifyCommand judges the kernels of profiles.
type classifyCommand struct {
	Files    []string `arg:"" name:"file" help:"Profiles: .ncu-rep, ncu CSV, Proton, nsys CSV or SQLite, PyTorch traces, declared work; - is stdin."`
	Ceilings string   `placeholder:"DOC" help:"The results document whose ceilings the kernels are held against. A timeline alone needs none."`
	Explain  bool     `help:"Print the whole reasoning of each verdict."`
	Decimal  string   `placeholder:"MARK" help:"The decimal mark of the numbers in a CSV, . or , (default: what the file shows)."`
}

// Validate checks what the types of the flags cannot.
func (c *classifyCommand) Validate() error {
	if c.Decimal != "" && c.Decimal != "." && c.Decimal != "," {
		return fmt.Errorf("--decimal must be . or , and not %q", c.Decimal)
	}
	return nil
}

// Help says what the words of a verdict mean.
func (*classifyCommand) Help() string {
	return "BOUND is at 80 % of a roof or more, LIKELY_BOUND at 60 to 80 %, LATENCY below 60 % of every roof." +
		" UNDECIDED, MIXED and BALANCED_SATURATED name the two that cannot be told apart." +
		" INCONSISTENT is above 110 % of a roof. UNCALIBRATED means that the ceilings are of another GPU:" +
		" measure them on the kernel's own with ridgeline run."
}

// classified is all that came of the files, as --json prints it.
type classified struct {
	Ceilings *classify.Ceilings `json:"ceilings"` // null where none were given
	Files    []classifiedFile   `json:"files"`
	Groups   []classify.Group   `json:"groups"`
}

// classifiedFile is what a file holds besides the kernels.
type classifiedFile struct {
	Name     string            `json:"name"`
	Format   profile.Format    `json:"format"`
	Kernels  int64             `json:"kernels"`
	Warnings []profile.Warning `json:"warnings"`
	// Triage is null where the file has counters of its kernels and no timeline.
	Triage *profile.Triage `json:"triage"`
}

// Run reads the files, holds their kernels against the ceilings, and prints. What
// was read before a file broke off is still judged.
func (c *classifyCommand) Run(a *app, g *grammar) error {
	out := classified{Groups: []classify.Group{}}
	var kernels []profile.Kernel
	var unread error
	for _, path := range c.Files {
		file, err := c.read(a, path)
		if err != nil {
			unread = errors.Join(unread, failf(exitUsage, "%w", nameFile(path, err)))
		}
		kernels = append(kernels, deep(file.Kernels)...)
		out.Files = append(out.Files, describeFile(file))
	}
	if err := c.judge(a, &out, kernels); err != nil {
		return errors.Join(unread, err)
	}
	a.warnFiles(out.Files)
	if err := c.print(a, out, g.JSON); err != nil {
		return err
	}
	return errors.Join(unread, refusedAll(out))
}

func (c *classifyCommand) read(a *app, path string) (*profile.File, error) {
	options := profile.Options{Name: path}
	if c.Decimal != "" {
		options.Decimal = profile.Decimal(c.Decimal[0])
	}
	if path == "-" {
		options.Name = "stdin"
		return profile.Read(a.stdin, options)
	}
	return profile.Open(path, options)
}

// judge fills in the groups, if any kernel has more than its time.
func (c *classifyCommand) judge(a *app, out *classified, kernels []profile.Kernel) error {
	if c.Ceilings == "" {
		if len(kernels) > 0 {
			return failf(exitUsage, "there are no ceilings to hold %d launches against\n"+
				"Give --ceilings DOC, a document that ridgeline run measured on the same GPU.", len(kernels))
		}
		return nil
	}
	doc, err := a.readDocument(c.Ceilings)
	if err != nil {
		return err
	}
	out.Ceilings = classify.NewCeilings(doc, c.Ceilings)
	out.Groups = classify.Groups(kernels, out.Ceilings)
	var triages []profile.Triage
	for _, f := range out.Files {
		if f.Triage != nil {
			triages = append(triages, *f.Triage)
		}
	}
	classify.Weigh(out.Groups, triages)
	return nil
}

// deep is the launches of which more than the time is known.
func deep(kernels []profile.Kernel) []profile.Kernel {
	var list []profile.Kernel
	for i := range kernels {
		if kernels[i].Tier != profile.TierTriage {
			list = append(list, kernels[i])
		}
	}
	return list
}

func describeFile(f *profile.File) classifiedFile {
	described := classifiedFile{Name: f.Name, Format: f.Format, Kernels: f.Count, Warnings: append([]profile.Warning{}, f.Warnings...)}
	if f.Timeline != nil || len(f.Kernels) > 0 && len(deep(f.Kernels)) == 0 {
		triage := profile.NewTriage(f.Timeline, f.Kernels)
		described.Triage = &triage
	}
	return described
}

// nameFile says which file an error is of, where it does not say so itself.
func nameFile(path string, err error) error {
	if _, named := errors.AsType[*fs.PathError](err); named {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}

func (a *app) warnFiles(files []classifiedFile) {
	for _, f := range files {
		for _, w := range f.Warnings {
			where := f.Name
			if w.Line > 0 {
				where = fmt.Sprintf("%s:%d", f.Name, w.Line)
			}
			fmt.Fprintf(a.stderr, "ridgeline: warning: %s: %s\n", where, w.Text)
		}
	}
}

// refusedAll is the error of a run that could judge no kernel, for the ceilings
// are of another GPU.
func refusedAll(out classified) error {
	for _, g := range out.Groups {
		if g.Typical.Verdict.Code != classify.Uncalibrated {
			return nil
		}
	}
	if len(out.Groups) == 0 {
		return nil
	}
	return failf(exitIncomplete, "no kernel was judged: %s", out.Groups[0].Typical.Verdict.Reason)
}

func (c *classifyCommand) print(a *app, out classified, asJSON bool) error {
	if asJSON {
		return a.printJSON(out)
	}
	for _, f := range out.Files {
		a.printTriage(f)
	}
	if len(out.Groups) > 0 {
		a.printGroups(out, c.Explain)
	}
	return nil
}

// simulatedMark is what stands beside figures that rest on a virtual GPU.
func simulatedMark(p results.Provenance) string {
	if p == results.Simulated {
		return "SIMULATED: "
	}
	return ""
}
