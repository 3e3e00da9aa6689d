//go:build cuda && linux

package nvidia

// #include "launch.h"
import "C"

import (
	"errors"
	"runtime"
	"unsafe"

	"gorgonia.org/cu"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/nvml"
)

// device is a context on a GPU.
type device struct {
	info    cuda.Info
	context cu.CUContext
	stream  cu.Stream
	events  [2]cu.Event
	lane    *C.ridgeline_lane // the same for C, in its memory
	modules map[*module]bool
	sensor  *nvml.Sensor // nil where there is none
	blind   error        // why there is none
	graph   graph
	// dead is what every call answers once the context is of no use.
	dead error
}

var (
	_ cuda.Device    = (*device)(nil)
	_ cuda.Telemeter = (*device)(nil)
	_ cuda.Watcher   = (*device)(nil)
	_ cuda.Stater    = (*device)(nil)
	_ cuda.Warner    = (*device)(nil)
)

// openDevice makes a context with a stream and two events. The stream waits for
// what is asked of the context without a stream, such as a fill, and is waited
// for by it.
func openDevice(info cuda.Info) (*device, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	context, err := cu.Device(info.Index).MakeContext(C.CU_CTX_SCHED_AUTO)
	if err != nil {
		return nil, contextError(info, failed("cuCtxCreate_v2", err))
	}
	d := &device{info: info, context: context, modules: map[*module]bool{}}
	d.lane = (*C.ridgeline_lane)(C.calloc(1, C.sizeof_ridgeline_lane))
	d.lane.context = C.CUcontext(word(context))
	if err := d.makeStream(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// contextError adds what the compute mode has to do with it.
func contextError(info cuda.Info, err error) error {
	e, ok := errors.AsType[*cuda.Error](err)
	if !ok {
		return err
	}
	e.Detail = info.Name
	mode, err := cu.Device(info.Index).Attribute(C.CU_DEVICE_ATTRIBUTE_COMPUTE_MODE)
	if err == nil && e.Kind == cuda.Unavailable {
		e.Detail += map[int]string{0: ", compute mode default", 2: ", compute mode prohibited", 3: ", compute mode exclusive-process"}[mode]
	}
	return e
}

func (d *device) makeStream() (err error) {
	if d.stream, err = cu.MakeStream(C.CU_STREAM_DEFAULT); err != nil {
		return failed("cuStreamCreate", err)
	}
	d.lane.stream = C.CUstream(word(d.stream))
	for i := range d.events {
		if d.events[i], err = cu.MakeEvent(C.CU_EVENT_DEFAULT); err != nil {
			return failed("cuEventCreate", err)
		}
	}
	d.lane.start, d.lane.stop = C.CUevent(word(d.events[0])), C.CUevent(word(d.events[1]))
	return nil
}

// Info gives the facts of the device.
func (d *device) Info() cuda.Info { return d.info }

// Close frees the context with all that is in it. Every later call but Info and
// Close is an error.
func (d *device) Close() error {
	if d.lane == nil {
		return nil
	}
	for m := range d.modules {
		m.forget()
	}
	d.graph = graph{} // goes with the context
	C.free(unsafe.Pointer(d.lane))
	d.lane = nil
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	stuck := cuda.IsKind(d.dead, cuda.LaunchTimeout)
	d.dead = &cuda.Error{Op: "Close", Kind: cuda.InvalidValue, Detail: "the device has been closed", Remedy: "open it again"}
	if stuck {
		return nil // to destroy a context waits for its kernels, and one of them does not end
	}
	return failed("cuCtxDestroy_v2", d.context.Destroy())
}

// enter makes the device's context the current one of the calling thread, until
// leave.
func (d *device) enter(call string) error {
	if d.dead != nil {
		return again(call, d.dead)
	}
	runtime.LockOSThread()
	if err := cu.SetCurrentContext(d.context); err != nil {
		runtime.UnlockOSThread()
		return d.note(failed("cuCtxSetCurrent", err))
	}
	return nil
}

func (d *device) leave() { runtime.UnlockOSThread() }

// note remembers an error after which the context is of no use.
func (d *device) note(err error) error {
	if e, ok := errors.AsType[*cuda.Error](err); ok && code(e.Code).ends() {
		d.dead = e
	}
	return err
}

// again is the error of a call on a device that is of no use since an earlier one.
func again(call string, dead error) error {
	e, ok := errors.AsType[*cuda.Error](dead)
	if !ok {
		return dead
	}
	if e.Op == "Close" {
		closed := *e
		closed.Op = call
		return &closed
	}
	return &cuda.Error{Op: call, Kind: cuda.DeviceLost, Err: dead, Remedy: "open the device again"}
}

// word is a handle of cu, whose type is a structure of one pointer without an
// exported field, as that pointer.
func word[T any](handle T) unsafe.Pointer {
	var _ = [1]struct{}{}[unsafe.Sizeof(handle)-unsafe.Sizeof(uintptr(0))] // a handle is one word
	return *(*unsafe.Pointer)(unsafe.Pointer(&handle))
}

// toPointer is for what C reads as bytes.
func toPointer[T any](v *T) unsafe.Pointer { return unsafe.Pointer(v) }
