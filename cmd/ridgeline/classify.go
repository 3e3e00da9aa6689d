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
	Files    []string `arg:"" name:"file" help:"Profiles of any kind (see below); - is stdin."`
	Ceilings string   `placeholder:"DOC" help:"The results document whose ceilings the kernels are held against. A timeline alone needs none."`
	Explain  bool     `help:"Print the whole reasoning of each verdict."`
	SVG      string   `placeholder:"FILE" help:"Draw the kernels under the roofs into FILE, too, a point for each memory level."`
	HTML     string   `placeholder:"FILE" help:"Write the figure and the whole reasoning into FILE, too, one page that needs no other file."`
	Decimal  string   `placeholder:"MARK" help:"The decimal mark of the numbers in a CSV, . or , (default: what the file shows)."`
}

// Validate checks what the types of the flags cannot.
func (c *classifyCommand) Validate() error {
	if c.SVG+c.HTML != "" && c.Ceilings == "" {
		return errors.New("--svg and --html draw kernels under roofs: give --ceilings DOC")
	}
	if c.SVG == "-" || c.HTML == "-" {
		return errors.New("--svg and --html need a file: stdout has the table")
	}
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
		" measure them on the kernel's own with ridgeline run.\n\n" +
		"A profile is an .ncu-rep, a CSV of ncu, Proton JSON, a CSV or SQLite of nsys, a trace of PyTorch, ridgeline kernel --json," +
		" a results document (its cases), or declared work: a CSV or JSON with name,time_s,flops,path,bytes,level."
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
	if err := checkOutputs(append(c.Files, c.Ceilings), []string{c.SVG, c.HTML}); err != nil {
		return err
	}
	out := classified{Groups: []classify.Group{}}
	in, err := c.intake(a)
	if err != nil {
		return err
	}
	var unread error
	for _, path := range c.Files {
		file, err := c.read(a, path, in)
		if err != nil {
			unread = errors.Join(unread, failf(exitUsage, "%w", nameFile(path, err)))
		}
		out.Files = append(out.Files, file)
	}
	if err := in.judge(&out); err != nil {
		return errors.Join(unread, err)
	}
	a.warnFiles(out.Files)
	if err := c.draw(a, in.doc, out.Groups); err != nil {
		return err
	}
	if err := c.print(a, out, g.JSON); err != nil {
		return err
	}
	return errors.Join(unread, refusedAll(out))
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
