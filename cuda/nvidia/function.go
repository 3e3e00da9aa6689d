//go:build cuda && linux

package nvidia

// #include "launch.h"
import "C"

import (
	"fmt"
	"math"
	"unsafe"

	"gorgonia.org/cu"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/params"
)

// function is an entry of a loaded module.
type function struct {
	module     *module
	name       string
	handle     cu.Function
	attributes cuda.Attributes
	params     []params.Param
	call       *C.ridgeline_launch // in C's memory, so that a launch allocates nothing
	space      []byte              // the arguments of call
	// allowed is how many bytes of dynamic shared memory the driver lets a block
	// have without another word.
	allowed int64
	// seconds of a launch, in the last window; 0 is unknown
	seconds float64
}

func newFunction(m *module, name string, handle cu.Function) (*function, error) {
	f := &function{module: m, name: name, handle: handle, params: m.params[name]}
	if err := f.readAttributes(); err != nil {
		return nil, err
	}
	f.allowed = m.device.info.SharedPerBlockBytes - f.attributes.StaticSharedBytes
	f.call = C.ridgeline_new_launch(C.size_t(params.SpaceBytes(f.params)))
	if f.call == nil {
		return nil, &cuda.Error{Op: "Function", Kind: cuda.OutOfMemory, Kernel: name, Detail: "the host has no memory left"}
	}
	f.call.function = C.CUfunction(word(handle))
	f.space = unsafe.Slice((*byte)(f.call.arguments), params.SpaceBytes(f.params))
	return f, nil
}

func (f *function) free() {
	C.free(unsafe.Pointer(f.call))
	f.call, f.space = nil, nil
}

// Name is the entry's name in the PTX.
func (f *function) Name() string { return f.name }

// Attributes tells what the driver made of the kernel.
func (f *function) Attributes() (cuda.Attributes, error) {
	if err := f.module.enter("Attributes"); err != nil {
		return cuda.Attributes{}, err
	}
	defer f.module.device.leave()
	return f.attributes, nil
}

func (f *function) readAttributes() error {
	var failure error
	read := func(which cu.FunctionAttribute) int {
		v, err := f.handle.Attribute(which)
		if err != nil && failure == nil {
			failure = failed("cuFuncGetAttribute", err)
		}
		return v
	}
	f.attributes = cuda.Attributes{
		Registers:         read(C.CU_FUNC_ATTRIBUTE_NUM_REGS),
		StaticSharedBytes: int64(read(C.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)),
		LocalBytes:        int64(read(C.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)),
		ConstBytes:        int64(read(C.CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES)),
		MaxThreads:        read(C.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
		PTXVersion:        read(C.CU_FUNC_ATTRIBUTE_PTX_VERSION),
		BinaryVersion:     read(C.CU_FUNC_ATTRIBUTE_BINARY_VERSION),
		RegistersSource:   "driver",
	}
	return failure
}

// BlocksPerSM is the occupancy of one SM, as the driver sees it.
func (f *function) BlocksPerSM(threadsPerBlock int, dynamicSharedBytes int64) (int, error) {
	const op = "BlocksPerSM"
	if err := f.module.enter(op); err != nil {
		return 0, err
	}
	defer f.module.device.leave()
	if threadsPerBlock < 1 || threadsPerBlock > math.MaxInt32 {
		return 0, f.invalid(op, fmt.Sprintf("a block of %d threads", threadsPerBlock), "a block has at least 1")
	}
	if err := f.allow(op, dynamicSharedBytes); err != nil {
		return 0, err
	}
	blocks, err := f.handle.MaxActiveBlocksPerMultiProcessor(threadsPerBlock, dynamicSharedBytes)
	if err != nil {
		return 0, f.module.device.note(f.named(failed("cuOccupancyMaxActiveBlocksPerMultiprocessor", err)))
	}
	return blocks, nil
}

// allow opts in to so much dynamic shared memory, where that takes a word.
func (f *function) allow(op string, bytes int64) error {
	if bytes >= 0 && bytes <= f.allowed {
		return nil
	}
	most := f.module.device.info.SharedPerBlockOptInBytes
	if bytes < 0 || bytes > most-f.attributes.StaticSharedBytes {
		return f.invalid(op, fmt.Sprintf("%d bytes of dynamic and %d of static shared memory", bytes, f.attributes.StaticSharedBytes),
			fmt.Sprintf("a block has at most %d together", most))
	}
	c := C.cuFuncSetAttribute(f.call.function, C.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, C.int(bytes))
	if c != C.CUDA_SUCCESS {
		return f.module.device.note(f.named(failure("cuFuncSetAttribute", code(c))))
	}
	f.allowed = bytes
	return nil
}

// named adds the kernel and its module to an error.
func (f *function) named(err error) error {
	if e, ok := err.(*cuda.Error); ok { //nolint:errorlint // our own, just made
		e.Kernel, e.Module = f.name, f.module.name
	}
	return err
}

func (f *function) invalid(op, detail, remedy string) error {
	return f.named(invalid(op, detail, remedy))
}
