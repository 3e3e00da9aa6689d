package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// commit names what is built, and when it was made: the time of every file.
func commit(ctx context.Context) (version string, date time.Time, err error) {
	if version, err = output(ctx, nil, "git", "describe", "--tags", "--always", "--dirty"); err != nil {
		return "", time.Time{}, err
	}
	text, err := output(ctx, nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return "", time.Time{}, err
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	return version, time.Unix(seconds, 0).UTC(), err
}

// build makes the binary of a target and checks what it needs of its host.
func build(ctx context.Context, t target, zig string) (binary string, err error) {
	binary = filepath.Join(folder, "build", t.String(), t.program())
	env := []string{"GOOS=" + t.os, "GOARCH=" + t.arch, "CGO_ENABLED=0"}
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", binary}
	if t.zig != "" {
		if env, err = cudaEnvironment(ctx, t, zig); err != nil {
			return "", err
		}
		args = append(args, "-tags=cuda")
	}
	if _, err := output(ctx, env, "go", append(args, "./cmd/ridgeline")...); err != nil {
		return "", err
	}
	if t.zig == "" {
		return binary, nil
	}
	return binary, checkNeeds(binary)
}

// cudaEnvironment is that of the Makefile for another C compiler and target. The
// functions of NVML stay open until its library is opened, so that the loader
// must not ask for them at the start (-z lazy).
func cudaEnvironment(ctx context.Context, t target, zig string) ([]string, error) {
	compiler, err := filepath.Abs("scripts/zig-cc.sh")
	if err != nil {
		return nil, err
	}
	env := []string{
		"ZIG=" + zig, "CC=" + compiler + " " + t.zig, "AR=" + zig + " ar",
		"GOOS=" + t.os, "GOARCH=" + t.arch, "CGO_ENABLED=1",
	}
	abi, err := output(ctx, env, "scripts/cuda-abi.sh")
	if err != nil {
		return nil, err
	}
	return append(env,
		"CGO_CFLAGS=-O2 -g -Wno-deprecated-declarations -I"+abi,
		"CGO_LDFLAGS=-O2 -g -Wl,-z,lazy -L"+abi), nil
}

// output runs a program with more environment and gives what it prints.
func output(ctx context.Context, env []string, name string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, name, args...)
	command.Env = append(os.Environ(), env...)
	var complaints strings.Builder
	command.Stderr = &complaints
	text, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, complaints.String())
	}
	return strings.TrimSpace(string(text)), nil
}
