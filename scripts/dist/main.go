// Command dist builds the release archives of every system into dist/, with the
// sums of their content. Run it from the top folder, with ZIG naming the C
// compiler that scripts/zig.sh installs:
//
//	ZIG=$(scripts/zig.sh) go run ./scripts/dist
//
// Those of Linux drive GPUs and start on any host whose C library is glibc 2.28
// or newer, with a driver or without; the others are pure Go.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
)

// folder is where everything goes.
const folder = "dist"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Getenv("ZIG"), os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, zig string, stdout io.Writer) error {
	if zig == "" {
		return fmt.Errorf("ZIG names no compiler; use make dist")
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	version, date, err := commit(ctx)
	if err != nil {
		return err
	}
	var archives []string
	for _, t := range targets() {
		binary, err := build(ctx, t, zig)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		archive := filepath.Join(folder, fmt.Sprintf("ridgeline-%s-%s", version, t)+t.suffix())
		if err := pack(archive, date, contents(t, binary)); err != nil {
			return fmt.Errorf("%s: %w", archive, err)
		}
		archives = append(archives, archive)
		if _, err := fmt.Fprintln(stdout, archive); err != nil {
			return err
		}
	}
	return writeSums(filepath.Join(folder, "SHA256SUMS"), archives)
}
