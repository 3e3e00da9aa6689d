//go:build cuda && linux

package nvidia

// #include "launch.h"
import "C"

import (
	"context"
	"fmt"
	"math"

	"ridgeline/cuda"
)

// tickSeconds is the resolution of the time between two events (CUDA driver
// API, cuEventElapsedTime).
const tickSeconds = 0.5e-6

// Time runs the same launch so many times between two events. Short launches
// are put together into graphs, once a window has shown that they are: else the
// time would be that of the host.
func (d *device) Time(ctx context.Context, l cuda.Launch, launches int) (cuda.Window, error) {
	f, err := d.prepare("Time", ctx, l)
	if err != nil {
		return cuda.Window{}, err
	}
	if launches < 1 || launches > math.MaxInt32 {
		return cuda.Window{}, f.invalid("Time", fmt.Sprintf("%d launches", launches), "time at least 1")
	}
	together, nodes, err := d.together(f, launches)
	if err != nil {
		return cuda.Window{}, err
	}
	var host, seconds C.double
	a := C.ridgeline_time(d.lane, f.call, C.uint(launches), together, C.uint(nodes), &host)
	if a.code == C.CUDA_SUCCESS {
		a = C.ridgeline_wait(d.lane, patience)
	}
	if err := d.finish(ctx, f, a); err != nil {
		return cuda.Window{}, err
	}
	if err := d.answered(f, C.ridgeline_elapsed(d.lane, &seconds)); err != nil {
		return cuda.Window{}, err
	}
	f.seconds = float64(seconds) / float64(launches)
	return cuda.Window{
		Seconds: float64(seconds), Launches: launches, TickSeconds: tickSeconds,
		HostSeconds: float64(host), LaunchesPerGraph: nodes,
	}, nil
}
