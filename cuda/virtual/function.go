package virtual

import (
	"fmt"

	"ridgeline/cuda"
	"ridgeline/cuda/arch"
	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/spec"
)

// function is an entry of a loaded module.
type function struct {
	module *module
	kernel *exec.Kernel
}

var _ cuda.Parameterized = (*function)(nil)

// Name is the entry's name in the PTX.
func (f *function) Name() string { return f.kernel.Name }

// Parameters gives what the kernel takes, from its PTX.
func (f *function) Parameters() []cuda.Parameter {
	list := make([]cuda.Parameter, len(f.kernel.Params))
	for i, p := range f.kernel.Params {
		list[i] = cuda.Parameter{Name: p.Name, Type: p.Type, Bytes: p.Size, Align: p.Align, Array: p.Array}
	}
	return list
}

// Attributes gives what the assembler reported for the entry, where the image
// carries it. Else they come from the PTX, the registers as an estimate from
// liveness.
func (f *function) Attributes() (cuda.Attributes, error) {
	if err := f.module.loaded("Attributes"); err != nil {
		return cuda.Attributes{}, err
	}
	return f.attributes(), nil
}

func (f *function) attributes() cuda.Attributes {
	a, ok := f.module.image.Assembled[f.kernel.Name]
	if !ok {
		a = cuda.Attributes{
			Registers:         min(max(f.kernel.RegisterEstimate, 1), f.module.device.spec.Limits.RegistersPerThread),
			StaticSharedBytes: f.kernel.SharedBytes,
			LocalBytes:        f.kernel.LocalBytes,
			RegistersSource:   "estimate",
		}
	}
	if a.RegistersSource == "" {
		a.RegistersSource = "manifest"
	}
	a.PTXVersion, a.BinaryVersion = f.module.target, 0
	a.StaticSharedBytes = max(a.StaticSharedBytes, f.kernel.SharedBytes)
	a.MaxThreads = f.maxThreads(a)
	return a
}

// maxThreads is the largest block that the registers and the kernel's own
// directives allow.
func (f *function) maxThreads(a cuda.Attributes) int {
	limits := f.module.device.spec.Limits
	most := limits.ThreadsPerBlock
	if f.kernel.MaxThreads > 0 {
		most = min(most, f.kernel.MaxThreads)
	}
	for threads := most; threads > 0; threads = (threads - 1) / spec.WarpThreads * spec.WarpThreads {
		needs := arch.Needs{Threads: threads, RegistersPerThread: a.Registers}
		if arch.Occupy(resources(f.module.device.spec), needs).BlocksPerSM > 0 {
			return threads
		}
	}
	return 0
}

// BlocksPerSM is the occupancy of one SM.
func (f *function) BlocksPerSM(threadsPerBlock int, dynamicSharedBytes int64) (int, error) {
	if err := f.module.loaded("BlocksPerSM"); err != nil {
		return 0, err
	}
	a := f.attributes()
	if err := f.checkBlock("BlocksPerSM", a, threadsPerBlock, dynamicSharedBytes); err != nil {
		return 0, err
	}
	return f.occupancy(a, threadsPerBlock, dynamicSharedBytes).BlocksPerSM, nil
}

func (f *function) occupancy(a cuda.Attributes, threads int, dynamicSharedBytes int64) arch.Occupancy {
	return arch.Occupy(resources(f.module.device.spec), arch.Needs{
		Threads: threads, RegistersPerThread: a.Registers,
		SharedBytes: a.StaticSharedBytes + dynamicSharedBytes,
	})
}

func resources(s *spec.Spec) arch.Resources {
	return arch.Resources{
		WarpThreads:         spec.WarpThreads,
		Schedulers:          s.SM.Schedulers,
		MaxThreads:          s.Limits.ThreadsPerSM,
		MaxBlocks:           s.Limits.BlocksPerSM,
		Registers:           s.Limits.RegistersPerSM,
		RegisterUnit:        s.Limits.RegisterUnit,
		SharedBytes:         s.Limits.SharedPerSMBytes,
		SharedReservedBytes: s.Limits.SharedReservedPerBlockBytes,
		SharedUnitBytes:     s.Limits.SharedUnitBytes,
	}
}

// checkBlock refuses blocks that no SM can hold.
func (f *function) checkBlock(op string, a cuda.Attributes, threads int, dynamicSharedBytes int64) error {
	limits := f.module.device.spec.Limits
	switch {
	case threads < 1 || threads > limits.ThreadsPerBlock:
		return f.invalid(op, fmt.Sprintf("a block of %d threads", threads),
			fmt.Sprintf("a block has 1 to %d", limits.ThreadsPerBlock))
	case threads > a.MaxThreads:
		return f.invalid(op, fmt.Sprintf("a block of %d threads with %d registers each", threads, a.Registers),
			fmt.Sprintf("this kernel takes at most %d threads a block", a.MaxThreads))
	case dynamicSharedBytes < 0 || dynamicSharedBytes > limits.SharedPerBlockOptInBytes-a.StaticSharedBytes:
		return f.invalid(op, fmt.Sprintf("%d bytes of dynamic and %d of static shared memory", dynamicSharedBytes, a.StaticSharedBytes),
			fmt.Sprintf("a block has at most %d together", limits.SharedPerBlockOptInBytes))
	}
	return nil
}

func (f *function) invalid(op, detail, remedy string) error {
	e := invalid(op, detail, remedy)
	e.Module, e.Kernel = f.module.name, f.kernel.Name
	return e
}
