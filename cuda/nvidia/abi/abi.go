//go:build cuda && linux

// Package abi is the binary interface of the CUDA driver without the driver.
//
// Its header and its archive stand in for the CUDA toolkit's when gorgonia.org/cu
// is built: the archive defines every function of the driver API as a jump
// through a table. The table is empty when the program starts, so that it starts
// on any host; Open fills it from the driver's library, Fill from functions of
// this process, for tests. Until then every function answers
// CUDA_ERROR_NOT_INITIALIZED, and cuInit success, because cu calls it before
// main and ends the process otherwise.
//
// The table is that of the process, as the functions are: what is opened once
// stays.
package abi

/*
#cgo LDFLAGS: -lcuda -ldl
#if !__has_include(<ridgeline_abi.h>)
#error "the build tag cuda needs the header and the archive of cuda/nvidia/abi: use make build, or set CGO_CFLAGS and CGO_LDFLAGS as the Makefile does"
#endif
#include <ridgeline_abi.h>
#include <stdlib.h>
*/
import "C"

import (
	"errors"
	"unsafe"

	"ridgeline/cuda"
)

const reasonBytes = 1024 // of the loader's reason

// Open fills the table from a library: a path, or a name that the loader looks
// for. The error is the loader's reason. A process has one driver: opening the
// same library again changes nothing, another one is an error.
func Open(path string) error {
	name, why := C.CString(path), (*C.char)(C.malloc(reasonBytes))
	defer C.free(unsafe.Pointer(name))
	defer C.free(unsafe.Pointer(why))
	if C.ridgeline_abi_open(name, why, reasonBytes) != 0 {
		return errors.New(C.GoString(why))
	}
	return nil
}

// Fill fills the table with what a C function, a ridgeline_lookup, gives for
// each name. Whatever such a driver answers is simulated.
func Fill(lookup unsafe.Pointer) { C.ridgeline_abi_fill(C.ridgeline_lookup(lookup)) }

// Provenance is what answers come from; empty while the table is. A library
// that exports the symbol ridgeline_fake_driver is as simulated as what Fill
// was given.
func Provenance() cuda.Provenance {
	switch C.ridgeline_abi_provenance() {
	case C.RIDGELINE_ABI_MEASURED:
		return cuda.Measured
	case C.RIDGELINE_ABI_SIMULATED:
		return cuda.Simulated
	}
	return ""
}

// Has tells whether the driver has a function, by the name that it exports,
// such as cuMemAlloc_v2. A call to one that it lacks answers
// CUDA_ERROR_NOT_SUPPORTED.
func Has(name string) bool {
	symbol := C.CString(name)
	defer C.free(unsafe.Pointer(symbol))
	return C.ridgeline_abi_find(symbol) != nil
}

// Ask puts a question to a driver that stands in for a real one, for what the
// driver API cannot carry, and gives its answer, which is JSON; nil where there
// is none. A real driver has no answers.
func Ask(question string) []byte {
	text := C.CString(question)
	defer C.free(unsafe.Pointer(text))
	for room := C.size_t(1 << 12); ; {
		answer := (*C.char)(C.malloc(room))
		length := C.ridgeline_abi_ask(text, answer, room)
		fits := length < room
		var given []byte
		if fits && length > 0 {
			given = C.GoBytes(unsafe.Pointer(answer), C.int(length))
		}
		C.free(unsafe.Pointer(answer))
		if fits {
			return given
		}
		room = length + 1
	}
}
