package main

import (
	"os"

	"ridgeline/results"
	"ridgeline/roofline/classify"
	"ridgeline/roofline/profile"
)

// intake takes kernels as they are read, so that no file is held whole.
type intake struct {
	// doc is the document of the ceilings, and ceilings what was derived of it; nil
	// where none was given.
	doc      *results.Document
	ceilings *classify.Ceilings
	grouper  *classify.Grouper
	unheld   int // launches to judge without ceilings
	// sums is the kernels of the file at hand of which only the time is known, one
	// a name.
	sums  map[string]*profile.Kernel
	order []string
}

// intake reads the ceilings, if any were named.
func (c *classifyCommand) intake(a *app) (*intake, error) {
	if c.Ceilings == "" {
		return &intake{}, nil
	}
	doc, err := a.readDocument(c.Ceilings)
	if err != nil {
		return nil, err
	}
	ceilings := classify.NewCeilings(doc, c.Ceilings)
	return &intake{doc: doc, ceilings: ceilings, grouper: classify.NewGrouper(ceilings)}, nil
}

// read takes in one file. With an error it describes what was read before.
func (c *classifyCommand) read(a *app, path string, in *intake) (classifiedFile, error) {
	options := profile.Options{Name: path}
	if c.Decimal != "" {
		options.Decimal = profile.Decimal(c.Decimal[0])
	}
	source := a.stdin
	if path == "-" {
		options.Name = "stdin"
	} else {
		file, err := os.Open(path)
		if err != nil {
			return classifiedFile{Name: path, Warnings: []profile.Warning{}}, err
		}
		defer file.Close() //nolint:errcheck // nothing was written
		source = file
	}
	in.sums, in.order = map[string]*profile.Kernel{}, nil
	judged := int64(0)
	file, err := profile.Each(source, options, func(k profile.Kernel) error {
		if k.Tier == profile.TierTriage {
			in.sum(&k)
			return nil
		}
		judged++
		in.take(&k)
		return nil
	})
	return in.describe(file, judged), err
}

// take judges a launch of which more than the time is known. A trace whose
// operators recorded their shapes needs no ceilings: it is triaged anyway.
func (in *intake) take(k *profile.Kernel) {
	switch {
	case in.grouper != nil:
		in.grouper.Add(k)
	case k.Source.Format != profile.FormatKineto:
		in.unheld++
	}
}

// sum adds the time of a launch to that of its kernel.
func (in *intake) sum(k *profile.Kernel) {
	have := in.sums[k.Name]
	if have == nil {
		in.sums[k.Name] = &profile.Kernel{Name: k.Name, Launches: k.Launches, TimeSeconds: k.TimeSeconds}
		in.order = append(in.order, k.Name)
		return
	}
	total := have.TimeSeconds.Or(0)*float64(have.Launches) + k.TimeSeconds.Or(0)*float64(k.Launches)
	have.Launches += k.Launches
	have.TimeSeconds = profile.Known(total / float64(max(1, have.Launches)))
}

// describe triages a file that is a timeline, or that has times and nothing else.
func (in *intake) describe(f *profile.File, judged int64) classifiedFile {
	described := classifiedFile{Name: f.Name, Format: f.Format, Kernels: f.Count, Warnings: append([]profile.Warning{}, f.Warnings...)}
	if f.Timeline != nil || f.Count > 0 && judged == 0 {
		var kernels []profile.Kernel
		for _, name := range in.order {
			kernels = append(kernels, *in.sums[name])
		}
		triage := profile.NewTriage(f.Timeline, kernels)
		described.Triage = &triage
	}
	return described
}

// judge fills in the groups.
func (in *intake) judge(out *classified) error {
	if in.unheld > 0 {
		return failf(exitUsage, "there are no ceilings to hold %d launches against\n"+
			"Give --ceilings DOC, a document that ridgeline run measured on the same GPU.", in.unheld)
	}
	if in.ceilings == nil {
		return nil
	}
	out.Ceilings, out.Groups = in.ceilings, in.grouper.Groups()
	var triages []profile.Triage
	for _, f := range out.Files {
		if f.Triage != nil {
			triages = append(triages, *f.Triage)
		}
	}
	classify.Weigh(out.Groups, triages)
	return nil
}
