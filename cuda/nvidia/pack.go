//go:build cuda && linux

package nvidia

import (
	"fmt"

	"ridgeline/cuda"
)

// pack puts arguments into the parameters' space. Wrong ones are refused here,
// as a driver reads whatever lies behind them.
func (f *function) pack(op string, args []cuda.Arg, space []byte) error {
	if len(args) != len(f.params) {
		return f.invalid(op, fmt.Sprintf("%d arguments", len(args)), fmt.Sprintf("the kernel takes %d", len(f.params)))
	}
	for i, p := range f.params {
		if len(args[i].Bytes) != p.Bytes {
			return f.invalid(op, fmt.Sprintf("argument %d has %d bytes", i, len(args[i].Bytes)), fmt.Sprintf("the kernel takes %d there", p.Bytes))
		}
		copy(space[p.Offset:], args[i].Bytes)
	}
	return nil
}
