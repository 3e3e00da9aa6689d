package main

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/alecthomas/kong"

	"ridgeline/results"
)

// errAnswered ends parsing when a flag such as --help has said all there is.
var errAnswered = errors.New("answered")

// helpFlag prints the help of the command it stands behind.
type helpFlag bool

// IgnoreDefault tells kong that the flag has no value to set.
func (helpFlag) IgnoreDefault() {}

// BeforeReset prints before anything else is asked of the command line.
func (helpFlag) BeforeReset(ctx *kong.Context) error {
	return errors.Join(errAnswered, ctx.PrintUsage(false))
}

// versionFlag prints the version.
type versionFlag bool

// IgnoreDefault tells kong that the flag has no value to set.
func (versionFlag) IgnoreDefault() {}

// BeforeReset prints before anything else is asked of the command line.
func (versionFlag) BeforeReset(a *app) error {
	fmt.Fprintf(a.stdout, "ridgeline %s %s %s/%s, documents %s\n",
		version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, results.Schema)
	return errAnswered
}

// version is what the Go toolchain stamped into the binary.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
