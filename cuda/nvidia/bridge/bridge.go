//go:build cuda && linux

// Package bridge puts any driver below the CUDA driver API: it fills the table
// of package abi with functions that are implemented on a cuda.Driver. So all
// that stands above the table, cu, the marshalling, the errors, runs on a host
// without a GPU. It is a test double, and what comes through it is simulated.
//
// It implements what package nvidia calls, as the reference of the driver API
// says it: launches are queued on a stream and run when somebody waits for them;
// a kernel that fails takes its context with it.
package bridge

// #include "bridge.h"
import "C"

import (
	"sync"
	"time"
	"unsafe"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/abi"
)

// Options say how a bridge behaves.
type Options struct {
	// Assembled is what the assembler said of a module, which the driver API has
	// no place for.
	Assembled func(ptx []byte) map[string]cuda.Attributes
	// Mute makes the bridge answer nothing beside the driver API.
	Mute bool
	// Watchdog ends what runs longer, as a GPU does that draws a display; 0 is
	// never.
	Watchdog time.Duration
}

// bridge is a plugged driver and what has been opened on it. A C handle is the
// number under which its object stands here.
type bridge struct {
	driver  cuda.Driver
	devices []cuda.Info
	options Options

	mu      sync.Mutex
	last    uintptr
	objects map[uintptr]any
}

// plugged is the bridge behind the table. The functions of a C table have no
// receiver, and there is one table in a process.
var plugged *bridge

// Plug puts a driver behind the table, in place of what was there. What was
// opened before is invalid.
func Plug(d cuda.Driver, options Options) error {
	devices, err := d.Devices()
	if err != nil {
		return err
	}
	plugged = &bridge{driver: d, devices: devices, options: options, objects: map[uintptr]any{}}
	abi.Fill(unsafe.Pointer(C.ridgeline_lookup(C.bridge_lookup)))
	return nil
}

// Open tells how many contexts, modules, functions, streams and events are open.
func Open() int {
	plugged.mu.Lock()
	defer plugged.mu.Unlock()
	return len(plugged.objects)
}

// handleStep keeps handles apart from small numbers and from each other.
const handleStep = 16

// add gives an object a handle.
func (b *bridge) add(object any) unsafe.Pointer {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last += handleStep
	b.objects[b.last] = object
	return handle(b.last)
}

// handle is a number where C has a pointer, which nobody follows.
func handle(number uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&number)) }

func (b *bridge) remove(h unsafe.Pointer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.objects, uintptr(h))
}

// object is what stands under a handle, if it is of this type.
func object[T any](h unsafe.Pointer) (found T, ok bool) {
	plugged.mu.Lock()
	defer plugged.mu.Unlock()
	found, ok = plugged.objects[uintptr(h)].(T)
	return found, ok
}
