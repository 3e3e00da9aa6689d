package arch

import "fmt"

// The ways to the math paths of the tensor cores: the families of their
// instructions. MMASync has wmma, too, which is made of the same machine
// instructions.
const (
	MMASync = "mma.sync"
	WGMMA   = "wgmma"
	TCGen05 = "tcgen05"
)

// newer is a way that an architecture has besides mma.sync.
type newer struct {
	way string
	// part is what mma.sync reaches of its rate.
	part   float64
	source string
}

// newerWay is the faster way of a compute capability to a path; false where that
// is mma.sync. FP64 has no other way anywhere, and integers have none on 10.3.
func newerWay(major, minor int, path string) (newer, bool) {
	if path == "tc.fp64" || major == 10 && minor == 3 && path == "tc.int8.int32" {
		return newer{}, false
	}
	switch major {
	case 9:
		return newer{WGMMA, 494.0 / 757, "mma.sync reaches 494 of 757 TFLOP/s on H800 PCIe: Luo et al., arXiv:2501.12084, " +
			"as quoted in waynehacking8/blackwell-tensorcore-kernels@c289bde"}, true
	case 10:
		return newer{TCGen05, 0.25, "mma.sync reaches a quarter of tcgen05 on B300: ademeure/QuickRunCUDA@3a9f5f2"}, true
	}
	return newer{}, false
}

// WayRate is the most that one SM can finish in a cycle on a path of the tensor
// cores by one way, and the way that reaches PathRate. The rate is missing, with
// a reason, where the tables have nothing.
func WayRate(major, minor int, path, way string) (rate Value, fastest string) {
	rate, fastest = PathRate(major, minor, path), MMASync
	other, found := newerWay(major, minor, path)
	if found {
		fastest = other.way
	}
	switch {
	case !rate.Known() || way == fastest:
		return rate, fastest
	case way == MMASync:
		return of(other.part*rate.Number, "derived: "+other.source), fastest
	}
	return missing(fmt.Sprintf("compute capability %d.%d does not reach %s by %s", major, minor, path, way)), fastest
}
