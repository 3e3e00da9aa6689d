package cuda

// Watcher is a device whose sensors can be read while it works, so that a window
// is not only looked at before and after.
type Watcher interface {
	// Watch begins to read the sensors, over and over, beside whatever is asked of
	// the device. The readings launch nothing and hold nothing that a launch waits
	// for. Stop ends them and gives what they told; its error is that the device is
	// lost.
	Watch() (stop func() (Watched, error))
}

// Watched is what the sensors told meanwhile: the mean of the clocks and of the
// power, the last temperature, and every event reason that was seen once, so that
// a short slowdown is not averaged away.
type Watched struct {
	Telemetry
	Readings int // 0 is that the device has no sensors
}
