package cuda

// Provenance says what kind of device answered. The two kinds are never
// merged, compared or averaged.
type Provenance string

const (
	// Measured is a real GPU, driven through the vendor's library.
	Measured Provenance = "measured"
	// Simulated is a virtual GPU.
	Simulated Provenance = "simulated"
)

// Info is what a device says of itself. A fact that the device does not tell
// is zero, or nil where zero is a value; nothing is guessed.
type Info struct {
	Index                    int
	Name                     string // a virtual device's begins with "virtual "
	UUID                     string
	PCIBusID                 string // domain:bus:device.function, normalised to 8 hex digits of domain, lower case
	ComputeCapability        ComputeCapability
	SMCount                  int
	WarpThreads              int
	MaxThreadsPerSM          int
	MaxBlocksPerSM           int
	MaxThreadsPerBlock       int
	RegistersPerSM           int
	SharedPerSMBytes         int64
	SharedPerBlockBytes      int64 // without opting in
	SharedPerBlockOptInBytes int64
	L2Bytes                  int64
	MemoryBytes              int64
	SMClockMHz               float64 // the highest the device says it runs at
	MemoryClockMHz           float64
	BusWidthBits             int
	// TransfersPerClock is how many times the bus moves data in one cycle of
	// MemoryClockMHz; 2 for the clock that the driver API reports.
	TransfersPerClock float64
	ECC               *bool
	DriverVersion     string
	Provenance        Provenance
	// Model and SpecSHA256 name the timing model and the spec file of a
	// simulated device; they are empty for a real one.
	Model      string
	SpecName   string
	SpecSHA256 string
}

// BusBytesPerSecond is the most that the memory bus can move: clock times
// transfers a clock times width. It is 0 where the device tells too little.
func (i Info) BusBytesPerSecond() float64 {
	return i.MemoryClockMHz * 1e6 * i.TransfersPerClock * float64(i.BusWidthBits) / 8
}
