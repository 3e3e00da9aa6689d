//go:build !purego

package exec

import "golang.org/x/sys/cpu"

// fmaLanes computes a*b+c in all lanes, rounded once, with the NaN of the GPU.
// The fused multiply-add of the host is the very operation, eight lanes at a
// time; a host without it, and the build tag purego, take the one in Go.
func fmaLanes(d, a, b, c *lanes32) {
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		fmaLanesAVX2(d, a, b, c)
		return
	}
	fmaLanesGo(d, a, b, c)
}

//go:noescape
func fmaLanesAVX2(d, a, b, c *lanes32)
