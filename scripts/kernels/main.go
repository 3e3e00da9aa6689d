// Command kernels builds the PTX and the manifest of package kernels from the
// CUDA sources, or checks that they are fresh, or learns
// the opcodes of machine code anew, from the disassembler. Run it from the top folder:
//
//	go run ./scripts/kernels build
//	go run ./scripts/kernels check
//	go run ./scripts/kernels learn
//
// It needs the compiler that scripts/cuda-toolchain.sh installs. What it
// writes depends on the sources and on the compiler's version alone.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	command := map[string]func(context.Context, *toolchain, io.Writer) error{"build": build, "check": check, "learn": relearn}
	if len(args) != 1 || command[args[0]] == nil {
		return errors.New("usage: go run ./scripts/kernels build|check|learn")
	}
	tools, err := findToolchain(ctx, toolchainDir)
	if err != nil {
		return err
	}
	return command[args[0]](ctx, tools, stdout)
}
