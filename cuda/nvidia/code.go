//go:build cuda && linux

package nvidia

// #include <cuda.h>
import "C"

import (
	"errors"
	"fmt"
	"reflect"

	"ridgeline/cuda"
)

// code is a CUresult.
type code int

// failure is the error of a driver call.
func failure(call string, c code) *cuda.Error {
	m := meanings()[c]
	if m.kind == "" {
		m = meaning{kind: cuda.DriverBroken}
	}
	return &cuda.Error{Op: call, Kind: m.kind, Code: int(c), Name: c.name(m.name), Remedy: m.hint}
}

// name is what the driver calls the code; known is what stands for it where the
// driver does not answer.
func (c code) name(known string) string {
	var text *C.char
	if C.cuGetErrorName(C.CUresult(c), &text) == C.CUDA_SUCCESS && text != nil {
		return C.GoString(text)
	}
	if known != "" {
		return known
	}
	return fmt.Sprintf("unknown CUDA code %d", uint32(c))
}

// failed is the error of a call through cu; nil where it succeeded.
func failed(call string, err error) error {
	if err == nil {
		return nil
	}
	c, ok := codeOf(err)
	if !ok {
		return &cuda.Error{Op: call, Kind: cuda.DriverBroken, Err: err}
	}
	return failure(call, c)
}

// codeOf is the code in an error of cu, whose type has no name outside of it
// and is an integer.
func codeOf(err error) (c code, ok bool) {
	for ; err != nil; err = errors.Unwrap(err) {
		if v := reflect.ValueOf(err); v.CanInt() {
			return code(v.Int()), true
		}
	}
	return 0, false
}
