package cuda

// Stater is a device that can tell more of its state than its sensors do: how
// it is set up and what else runs on it. It is slower than Telemetry, and made
// for the start and the end of a run.
type Stater interface {
	// State reads everything that the device offers. The error is that the
	// device is lost; a field that it does not offer is nil, with its reason
	// in State.Missing.
	State() (State, error)
}

// State is how a device is set up and what it is doing at one moment. Nil is
// "not offered". Of a slice of a GPU (MIG) it is the state of the whole GPU.
type State struct {
	Telemetry

	Name              *string
	DriverVersion     *string
	CUDADriverVersion *string // the newest CUDA that the driver speaks, "12.4"
	VBIOSVersion      *string

	MaxSMClockMHz     *float64
	MaxMemoryClockMHz *float64
	PState            *int // performance state: 0 is the fastest, 15 the slowest

	PowerLimitWatts         *float64 // as asked for
	EnforcedPowerLimitWatts *float64 // as in force: the least of all limits
	DefaultPowerLimitWatts  *float64

	ECC         *bool
	MIG         *bool
	Persistence *bool
	ComputeMode *string // "default", "exclusive-process" or "prohibited"

	PCIeGeneration    *int // now; a resting link may be slower than it can be
	PCIeLanes         *int
	MaxPCIeGeneration *int // of this device in this host
	MaxPCIeLanes      *int

	UtilizationPercent *float64 // of the last second or less, the part in which any kernel ran
	// Processes have memory on the device, this program among them. Nil is
	// unknown, empty is none.
	Processes []Process

	// Missing says for each field that is nil why it is, by the field's name in
	// a results document ("sm_clock_mhz"); AllFields stands for all of them.
	Missing map[string]string
}

// AllFields in State.Missing is the reason why nothing at all is known.
const AllFields = "*"

// Process is a program with a context on the device.
type Process struct {
	PID             int    // in the name space of the host, which may not be the container's
	Kind            string // "compute" or "graphics"
	UsedMemoryBytes *int64 // nil where the driver does not tell
}
