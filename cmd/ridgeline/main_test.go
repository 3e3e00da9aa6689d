package main

import (
	"errors"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the golden outputs in testdata/script")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ridgeline": main})
}

// Every command, option, exit code and error stands in a script, run as a
// process of its own.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition:           condition,
		Setup: func(env *testscript.Env) error {
			sample, err := filepath.Abs(filepath.Join(moduleRoot, "results", "testdata", "h100-sxm.json"))
			if err != nil {
				return err
			}
			env.Setenv("SAMPLE", sample)
			check, err := filepath.Abs(filepath.Join(moduleRoot, "scripts", "gpu-check.sh"))
			env.Setenv("GPU_CHECK", check)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
		},
	})
}

// condition is true for [cuda] where the program can drive a GPU.
func condition(name string) (bool, error) {
	if name != "cuda" {
		return false, fmt.Errorf("no condition is named %q", name)
	}
	return !errors.Is(openGPUs().err, errPureBuild), nil
}

// exits runs a command and checks its exit code: exits CODE COMMAND [ARG…].
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v: %v", args[1:], err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%v: exit code %d, want %d", args[1:], got, want)
	}
}
