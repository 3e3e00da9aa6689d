//go:build !amd64 || purego

package exec

// fmaLanes computes a*b+c in all lanes, rounded once, with the NaN of the GPU.
func fmaLanes(d, a, b, c *lanes32) { fmaLanesGo(d, a, b, c) }
