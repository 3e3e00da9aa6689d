// Ridgeline measures what a GPU can really do, with its own CUDA kernels, and
// joins the numbers into rooflines.
//
// Each subcommand is one file: a struct of flags and a Run method. Results go
// to stdout or to files, progress and warnings to stderr.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
