package cuda

// WayLimiter is a device that knows the peak rate of each way to a math path of
// the tensor cores, which then comes before what cuda/arch says of its
// architecture. A way is a family of instructions, such as arch.MMASync.
type WayLimiter interface {
	// WayLimit is the limit of a path where it is reached by one way.
	WayLimit(path, way string) (WayLimit, bool)
}

// WayLimit is what one way to a math path allows.
type WayLimit struct {
	// FLOPPerSMCycle is the most FLOPs (or integer operations) that one SM can
	// finish in one cycle.
	FLOPPerSMCycle float64
	// Fastest is the way by which the device is fastest on the path; it may be
	// the same one.
	Fastest string
	Source  string
}
