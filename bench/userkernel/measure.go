package userkernel

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"

	"ridgeline/cuda"
	"ridgeline/results"
)

// Dump is where to write what a buffer holds afterwards.
type Dump struct{ Name, Path string }

// ParseDump reads the words of a --dump.
func ParseDump(text string) (Dump, error) {
	name, path, found := strings.Cut(text, "=")
	if !found || name == "" || path == "" {
		return Dump{}, wrong(text, "A dump is NAME=PATH.", "not a dump")
	}
	return Dump{name, path}, nil
}

// Measure runs the kernel on a device that counts, keeps and compares its
// buffers, and times it there, or on another device where timer is not nil: then
// the kernel runs there, too, and both must leave the same.
func Measure(ctx context.Context, counter, timer cuda.Device, r Request) (*results.KernelRun, error) {
	s, err := Open(counter, r)
	if err != nil {
		return nil, err
	}
	report, err := s.Run(ctx)
	if err != nil {
		return nil, err
	}
	if report.Counters == nil {
		return nil, fmt.Errorf("%s does not count what a kernel does: count on a virtual GPU", counter.Info().Name)
	}
	out := &results.KernelRun{
		Schema: results.KernelSchema, File: r.File, Kernel: s.launch.Function.Name(), Printed: report.Printed,
		Outputs: []results.Output{}, Warnings: []string{},
	}
	if err := s.outputs(out); err != nil {
		return nil, err
	}
	left, err := s.digests()
	if err != nil {
		return nil, err
	}
	time, w, err := s.Time(ctx)
	if err != nil && (ctx.Err() != nil || !untimed(err)) {
		return nil, err
	}
	if err == nil {
		out.Time = &time
	} else {
		out.Warnings = append(out.Warnings, "the timing model gave no time: "+err.Error())
	}
	if out.Counted, err = s.Counts(report, w); err != nil {
		return nil, err
	}
	if timer != nil {
		err = onGPU(ctx, timer, r, left, out)
	}
	return out, err
}

// untimed tells whether a launch is one that the timing model cannot time,
// although it can be executed.
func untimed(err error) bool {
	return cuda.IsKind(err, cuda.LaunchTimeout) || cuda.IsKind(err, cuda.LaunchDeadlock) || cuda.IsKind(err, cuda.Unsupported)
}

// outputs writes and compares what the launch left in the buffers.
func (s *Session) outputs(out *results.KernelRun) error {
	for _, d := range s.request.Dumps {
		content, _, err := s.Read(d.Name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(d.Path, content, 0o644); err != nil {
			return err
		}
	}
	for _, e := range s.request.Expectations {
		o, err := s.Check(e)
		if err != nil {
			return err
		}
		out.Outputs = append(out.Outputs, o)
	}
	return nil
}

// digests are hashes of what the buffers hold, in their order.
func (s *Session) digests() ([][sha256.Size]byte, error) {
	list := make([][sha256.Size]byte, len(s.buffers))
	for i, b := range s.buffers {
		content, _, err := s.Read(b.Name)
		if err != nil {
			return nil, err
		}
		list[i] = sha256.Sum256(content)
	}
	return list, nil
}

// onGPU runs and times the kernel on another device, whose time takes the place
// of the simulated one.
func onGPU(ctx context.Context, timer cuda.Device, r Request, want [][sha256.Size]byte, out *results.KernelRun) error {
	s, err := Open(timer, r)
	if err != nil {
		return err
	}
	if _, err := s.Run(ctx); err != nil {
		return err
	}
	got, err := s.digests()
	if err != nil {
		return err
	}
	out.Agreement = s.agreement(got, want, out.Counted.ExecutedBlocks < out.Counted.Blocks)
	time, _, err := s.Time(ctx)
	out.Time = &time
	return err
}

// agreement says which buffers both devices left alike.
func (s *Session) agreement(got, want [][sha256.Size]byte, sampled bool) string {
	if sampled {
		return "not compared: only a sample of the blocks was executed on the virtual GPU"
	}
	var differ []string
	for i, b := range s.buffers {
		if got[i] != want[i] {
			differ = append(differ, b.Name)
		}
	}
	if len(differ) == 0 {
		return "all buffers are the same bit by bit"
	}
	return "these buffers differ: " + strings.Join(differ, ", ") +
		" (atomics on floats and approximate functions may; anything else should not)"
}
