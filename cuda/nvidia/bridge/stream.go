//go:build cuda && linux

package bridge

// #include "bridge.h"
import "C"

import (
	"context"
	"reflect"
	"time"
	"unsafe"

	"ridgeline/cuda"
)

// stream is what has been asked of a context and not been waited for yet.
type stream struct {
	context *opened
	queue   []operation
	done    chan C.CUresult // of what runs; nil where nothing does
}

// operation is either an event to record, or a launch, so many times.
type operation struct {
	event  *event
	launch cuda.Launch
	times  int
}

// event remembers the stretch that ends at it.
type event struct {
	from    *event
	seconds float64
}

// look tells how it stands: a code, or not ready after a moment. It starts what
// is queued.
func (s *stream) look(patience time.Duration) C.CUresult {
	if s.done == nil {
		if len(s.queue) == 0 {
			return C.CUDA_SUCCESS
		}
		s.start()
	}
	var end <-chan time.Time
	if patience > 0 {
		end = time.After(patience)
	}
	select {
	case code := <-s.done:
		s.done = nil
		if breaks(code) {
			s.context.broken = code
		}
		return code
	case <-end:
		return C.CUDA_ERROR_NOT_READY
	}
}

func (s *stream) wait() C.CUresult { return s.look(0) }

// start runs what is queued beside the caller, as a GPU does.
func (s *stream) start() {
	queue, done, watchdog := s.queue, make(chan C.CUresult, 1), plugged.options.Watchdog
	s.queue, s.done = nil, done
	go func() {
		ctx, cancel := context.WithCancel(context.Background())
		if watchdog > 0 {
			ctx, cancel = context.WithTimeout(ctx, watchdog)
		}
		defer cancel()
		done <- codeOf(s.context.run(ctx, queue))
	}()
}

// run does one operation after the other. Launches of one kind that stand alone
// between two events are a window.
func (c *opened) run(ctx context.Context, queue []operation) error {
	var before *event
	for i, o := range queue {
		if o.event != nil {
			before = o.event
			continue
		}
		if before != nil && i+1 < len(queue) && queue[i+1].event != nil {
			w, err := c.device.Time(ctx, o.launch, o.times)
			if err != nil {
				return err
			}
			c.window = w
			*queue[i+1].event = event{from: before, seconds: w.Seconds}
			continue
		}
		before = nil
		if err := c.launch(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

// launch runs launches, really each of them: the driver API cannot say that a
// repetition may be left out.
func (c *opened) launch(ctx context.Context, o operation) (err error) {
	o.launch.NoReplay = true
	for range o.times {
		if c.report, err = c.device.Launch(ctx, o.launch); err != nil {
			return err
		}
	}
	return nil
}

// push queues a launch, together with those before it that are the same.
func (s *stream) push(l cuda.Launch) {
	if n := len(s.queue); n > 0 && s.queue[n-1].event == nil && reflect.DeepEqual(s.queue[n-1].launch, l) {
		s.queue[n-1].times++
		return
	}
	s.queue = append(s.queue, operation{launch: l, times: 1})
}

// queryPatience is how long a query waits, so that who asks again and again does
// not take the time away from what runs.
const queryPatience = time.Millisecond

//export bridge_cuStreamCreate
func bridge_cuStreamCreate(s *C.CUstream, _ C.uint) C.CUresult {
	c, code := current()
	if code == C.CUDA_SUCCESS {
		*s = C.CUstream(c.add(c.stream))
	}
	return code
}

//export bridge_cuStreamQuery
func bridge_cuStreamQuery(s C.CUstream) C.CUresult {
	if _, code := current(); code != C.CUDA_SUCCESS {
		return code
	}
	own, ok := object[*stream](unsafe.Pointer(s))
	if !ok {
		return C.CUDA_ERROR_INVALID_HANDLE
	}
	return own.look(queryPatience)
}

//export bridge_cuStreamSynchronize
func bridge_cuStreamSynchronize(s C.CUstream) C.CUresult {
	if _, code := current(); code != C.CUDA_SUCCESS {
		return code
	}
	own, ok := object[*stream](unsafe.Pointer(s))
	if !ok {
		return C.CUDA_ERROR_INVALID_HANDLE
	}
	return own.wait()
}

//export bridge_cuEventCreate
func bridge_cuEventCreate(e *C.CUevent, _ C.uint) C.CUresult {
	c, code := current()
	if code == C.CUDA_SUCCESS {
		*e = C.CUevent(c.add(&event{}))
	}
	return code
}

//export bridge_cuEventRecord
func bridge_cuEventRecord(e C.CUevent, s C.CUstream) C.CUresult {
	own, ok := object[*stream](unsafe.Pointer(s))
	recorded, known := object[*event](unsafe.Pointer(e))
	if !ok || !known {
		return C.CUDA_ERROR_INVALID_HANDLE
	}
	own.queue = append(own.queue, operation{event: recorded})
	return C.CUDA_SUCCESS
}

//export bridge_cuEventElapsedTime
func bridge_cuEventElapsedTime(milliseconds *C.float, start, stop C.CUevent) C.CUresult {
	from, ok := object[*event](unsafe.Pointer(start))
	to, known := object[*event](unsafe.Pointer(stop))
	if !ok || !known || to.from != from {
		return C.CUDA_ERROR_INVALID_HANDLE
	}
	*milliseconds = C.float(1e3 * to.seconds)
	return C.CUDA_SUCCESS
}
