package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"ridgeline/bench/userkernel"
	"ridgeline/cuda"
	"ridgeline/results"
	"ridgeline/roofline/classify"
	"ridgeline/roofline/profile"
)

// kernelCommand counts, times and classifies a kernel of the user.
type kernelCommand struct {
	File     string   `arg:"" name:"file.ptx" help:"The PTX of the kernel; - is stdin."`
	Entry    string   `placeholder:"NAME" help:"The kernel, by its name in the PTX or in the C++ source (default: the only one)."`
	Grid     string   `required:"" placeholder:"X[,Y[,Z]]" help:"Blocks of the grid."`
	Block    string   `required:"" placeholder:"X[,Y[,Z]]" help:"Threads of a block."`
	Shared   int64    `placeholder:"BYTES" help:"Dynamic shared memory of a block."`
	Cluster  string   `placeholder:"X,Y,Z" help:"Blocks of a cluster."`
	Device   string   `default:"auto" placeholder:"DEVICE" help:"Where to time it, as of ridgeline run (default ${default})."`
	Arg      []string `sep:"none" placeholder:"SPEC" help:"An argument, one for each parameter of the kernel, in order."`
	Buffer   []string `sep:"none" placeholder:"SPEC" help:"A buffer that is no parameter itself, NAME:TYPE[COUNT]=FILL, whose address stands in a structure."`
	Dump     []string `sep:"none" placeholder:"NAME=PATH" help:"Write what the launch left in a buffer."`
	Expect   []string `sep:"none" placeholder:"NAME=PATH" help:"Compare what the launch left in a buffer with a file."`
	Check    string   `default:"memory" placeholder:"WHAT" help:"Mistakes to look for: memory, races or none (default ${default})."`
	Whole    bool     `help:"Execute every block, and no sample of a large grid. --dump and --expect do so, too."`
	Ceilings string   `placeholder:"DOC" help:"The results document whose ceilings the kernel is held against."`
	Explain  bool     `help:"Print the whole reasoning of the verdict."`
}

// Help says what an argument looks like.
func (*kernelCommand) Help() string {
	return "SPEC is a scalar, TYPE=VALUE (i32=7, f32=1.5, b32=0xff); a buffer, whose address the kernel gets, NAME:TYPE[COUNT]=FILL" +
		" (x:f32[4096]=random); or a structure by value, struct[SIZE]=hex:BYTES or struct[SIZE]=file:PATH, then ,@OFFSET=&NAME for" +
		" each address of a buffer in it. FILL is zeros, iota, random, random:SEED, const:VALUE or file:PATH (raw, little-endian)." +
		" Random floats are in [-1, 1), random integers any of their type. TYPE is " + userkernel.TypeNames() + ".\n\n" +
		"A virtual GPU counts what the kernel does, exactly, and says what each line did; bytes of L2 and DRAM are those of its" +
		" caches. It finds accesses out of bounds or misaligned, deadlocks and more, with the line of the PTX and of the source," +
		" block, warp and lane. The time is simulated as well, unless a GPU is usable (--device auto) or named. --check memory" +
		" also finds reads of shared memory that nothing has written, missing waits, barriers and shuffles that a part of the" +
		" warp misses; --check races besides two warps that touch the same word between two barriers.\n\n" +
		"--expect NAME=PATH,atol=X,rtol=Y allows elements to be off by X + Y times the expected value, and nothing without them;" +
		" where one is, the exit code is 1."
}

// Run counts, times, compares, and prints.
func (k *kernelCommand) Run(a *app, g *grammar) error {
	r, err := k.request(a)
	if err != nil {
		return failf(exitUsage, "%w", err)
	}
	var ceilings *classify.Ceilings
	if k.Ceilings != "" {
		doc, err := a.readDocument(k.Ceilings)
		if err != nil {
			return err
		}
		ceilings = classify.NewCeilings(doc, k.Ceilings)
	}
	runtime.LockOSThread() // a GPU's context stays on one thread
	defer runtime.UnlockOSThread()
	counter, timer, because, err := a.counterAndTimer(k.Device)
	if err != nil {
		return err
	}
	for _, dev := range []cuda.Device{counter, timer} {
		if dev != nil {
			defer dev.Close() //nolint:errcheck // the process ends
		}
	}
	run, err := userkernel.Measure(a.ctx, counter, timer, r)
	if err != nil {
		return err
	}
	if because != "" {
		run.Warnings = append(run.Warnings, "no GPU timed it, because "+because)
	}
	if err := k.print(a, run, ceilings, g.JSON); err != nil {
		return err
	}
	return unexpected(run)
}

// unexpected is the error of a launch that left something else than expected.
func unexpected(run *results.KernelRun) error {
	var faults []string
	for _, o := range run.Outputs {
		if !o.Passed {
			faults = append(faults, fmt.Sprintf("%s: %d of %d elements differ from %s: %s", o.Buffer, o.Differ, o.Checked, o.File, o.Detail))
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return failf(exitUnexpected, "%s", strings.Join(faults, "; "))
}

// request makes of the words what to run.
func (k *kernelCommand) request(a *app) (r userkernel.Request, err error) {
	r = userkernel.Request{File: k.File, Entry: k.Entry, DynamicSharedBytes: k.Shared, EveryBlock: k.Whole}
	for _, extent := range []struct {
		flag, text string
		into       *cuda.Dim3
	}{{"--grid", k.Grid, &r.Grid}, {"--block", k.Block, &r.Block}, {"--cluster", k.Cluster, &r.Cluster}} {
		if extent.text == "" {
			continue
		}
		if *extent.into, err = parseExtent(extent.flag, extent.text); err != nil {
			return r, err
		}
	}
	switch k.Check {
	case "memory", "races":
		r.Check = cuda.Checks{Memory: true, Races: k.Check == "races"}
	case "none":
	default:
		return r, fmt.Errorf("--check %s: it takes memory, races or none", k.Check)
	}
	if err := k.words(&r); err != nil {
		return r, err
	}
	r.PTX, err = a.readAll(k.File)
	return r, err
}

// words parses the arguments and what belongs to the buffers.
func (k *kernelCommand) words(r *userkernel.Request) (err error) {
	if r.Arguments, err = parseEach("--arg", k.Arg, userkernel.ParseArgument); err != nil {
		return err
	}
	if r.Buffers, err = parseEach("--buffer", k.Buffer, userkernel.ParseBuffer); err != nil {
		return err
	}
	if r.Dumps, err = parseEach("--dump", k.Dump, userkernel.ParseDump); err != nil {
		return err
	}
	r.Expectations, err = parseEach("--expect", k.Expect, userkernel.ParseExpectation)
	return err
}

func parseEach[T any](flag string, texts []string, parse func(string) (T, error)) ([]T, error) {
	var list []T
	for _, text := range texts {
		v, err := parse(text)
		if err != nil {
			return nil, fmt.Errorf("%s %w", flag, err)
		}
		list = append(list, v)
	}
	return list, nil
}

func parseExtent(flag, text string) (cuda.Dim3, error) {
	d := cuda.Dim3{X: 1, Y: 1, Z: 1}
	parts := strings.Split(text, ",")
	places := []*int{&d.X, &d.Y, &d.Z}
	if len(parts) > len(places) {
		return d, fmt.Errorf("%s %s: at most three extents, as 64,2,1", flag, text)
	}
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 {
			return d, fmt.Errorf("%s %s: %q is no extent: write X, X,Y or X,Y,Z from 1 on", flag, text, part)
		}
		*places[i] = n
	}
	return d, nil
}

// readAll reads a file, or stdin for "-".
func (a *app) readAll(path string) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(a.stdin)
	}
	return os.ReadFile(path)
}

// classifiedRun is what --json prints.
type classifiedRun struct {
	*results.KernelRun
	Ceilings *classify.Ceilings `json:"ceilings"` // null where none were given
	Verdict  *classify.Result   `json:"verdict"`  // likewise
}

func (k *kernelCommand) print(a *app, run *results.KernelRun, ceilings *classify.Ceilings, asJSON bool) error {
	kernel := profile.OfKernelRun(run)
	if asJSON {
		out := classifiedRun{KernelRun: run, Ceilings: ceilings}
		if ceilings != nil {
			verdict := classify.Classify(&kernel, ceilings)
			out.Verdict = &verdict
		}
		return a.printJSON(out)
	}
	a.printKernelRun(run)
	if ceilings != nil {
		grouper := classify.NewGrouper(ceilings)
		grouper.Add(&kernel)
		groups := grouper.Groups()
		classify.Weigh(groups, nil)
		fmt.Fprintln(a.stdout)
		a.printGroups(classified{Ceilings: ceilings, Groups: groups}, k.Explain)
	}
	for _, w := range run.Warnings {
		fmt.Fprintf(a.stderr, "ridgeline: warning: %s\n", w)
	}
	return nil
}
