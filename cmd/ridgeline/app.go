package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/alecthomas/kong"
)

// app is what a command may touch of the world.
type app struct {
	ctx    context.Context
	args   []string
	stdin  io.Reader
	stdout *bufio.Writer
	stderr io.Writer
	devDir string // where the device nodes of the host are
}

// grammar is the command line.
type grammar struct {
	Help    helpFlag    `short:"h" help:"Print help."`
	JSON    bool        `help:"Print JSON instead of text."`
	Version versionFlag `help:"Print the version."`

	Devices  devicesCommand  `cmd:"" help:"GPUs found, virtual GPUs, and why a GPU cannot be used."`
	List     listCommand     `cmd:"" help:"The cases and their axes."`
	Describe describeCommand `cmd:"" help:"What a case measures and how it is proved."`
	Run      runCommand      `cmd:"" help:"Measure, and write one results document."`
	Report   reportCommand   `cmd:"" help:"Ceilings, ridge points and measured points of a document."`
	Export   exportCommand   `cmd:"" help:"A document in another format, such as the spec file of a virtual GPU."`
	Kernel   kernelCommand   `cmd:"" help:"Count, time and classify a kernel of your own."`
	Validate validateCommand `cmd:"" help:"Whether the tensor cores are used, type by type."`
	Classify classifyCommand `cmd:"" help:"What binds the kernels of a profile, held against measured ceilings."`
}

// run is the whole program as a function of its arguments and streams.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{ctx: ctx, args: args, stdin: stdin, stdout: bufio.NewWriter(stdout), stderr: stderr, devDir: "/dev"}
	return a.run()
}

func (a *app) run() int {
	err := a.execute()
	if full := a.stdout.Flush(); full != nil {
		unwritten := failf(exitUsage, "cannot write the output: %w", full)
		if errors.Is(err, full) { // the command has met it as well
			err = nil
		}
		err = errors.Join(unwritten, err)
	}
	if err != nil {
		fmt.Fprintf(a.stderr, "ridgeline: %s\n", err)
	}
	return exitCode(err)
}

func (a *app) execute() error {
	var g grammar
	parser, err := kong.New(&g, kong.Name("ridgeline"), kong.NoDefaultHelp(),
		kong.Description("Measure what a GPU can really do: its ceilings, its roofline, its ridge points."),
		kong.Writers(a.stdout, a.stderr), kong.Bind(a, &g),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}))
	if err != nil {
		return err
	}
	args := a.args
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	switch {
	case errors.Is(err, errAnswered):
		return nil
	case err != nil:
		return usageError(err)
	}
	return parsed.Run()
}

// usageError says what is wrong with the command line and where help is.
func usageError(err error) error {
	command := "ridgeline"
	if parse, ok := errors.AsType[*kong.ParseError](err); ok && parse.Context != nil && parse.Context.Selected() != nil {
		command += " " + parse.Context.Selected().Name
	}
	return failf(exitUsage, "%w\nSee %s --help.", err, command)
}

// printJSON writes a value as indented JSON on stdout.
func (a *app) printJSON(v any) error {
	encoder := json.NewEncoder(a.stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}
