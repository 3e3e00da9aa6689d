package profile

// File is what an input holds besides its kernels' numbers, and, where they
// were not handed on one by one, the kernels.
type File struct {
	Name   string `json:"name"` // as the caller named it
	Format Format `json:"format"`
	// Kernels are in the order of the file. Each leaves them out.
	Kernels []Kernel `json:"kernels"`
	// Count is how many kernels were given.
	Count    int64     `json:"count"`
	Warnings []Warning `json:"warnings"`
	// Timeline is when the GPU worked; null where the input has no timeline.
	Timeline *Timeline `json:"timeline,omitempty"`
}

// Warning is something odd about a file that did not stop the reading.
type Warning struct {
	Line int64  `json:"line,omitempty"` // 0 where it is of the whole file
	Text string `json:"text"`
}

// maxWarnings bounds the warnings that are kept of a file; one more says how
// many there were.
const maxWarnings = 100

// output is where a reader puts what it finds.
type output struct {
	file    *File
	visit   func(Kernel) error
	version string // of the tool
	dropped int64  // warnings beyond the bound
}

// kernel hands one kernel on.
func (o *output) kernel(k Kernel) error {
	k.Source.File, k.Source.Format = o.file.Name, o.file.Format
	if k.Source.ToolVersion == "" {
		k.Source.ToolVersion = o.version
	}
	o.file.Count++
	return o.visit(k)
}

// warn keeps a warning; line 0 is the whole file.
func (o *output) warn(line int64, text string) {
	if len(o.file.Warnings) < maxWarnings {
		o.file.Warnings = append(o.file.Warnings, Warning{line, text})
		return
	}
	o.dropped++
}

// close says how many warnings were dropped.
func (o *output) close() {
	if o.dropped > 0 {
		o.file.Warnings = append(o.file.Warnings, Warning{0, itoa(o.dropped) + " more warnings"})
	}
}
