// Package cuda is the seam to a GPU: the narrow interface through which
// everything above drives a device, whether the device is real (cuda/nvidia)
// or virtual (cuda/virtual).
//
// The seam speaks of devices, modules, functions, memory, launches and timed
// windows, and of nothing else. What only some devices can do (read clocks,
// say their own limits) is a small capability interface apart, found by a type
// assertion. Trouble is a typed *Error.
package cuda

import "context"

// Driver finds and opens devices.
type Driver interface {
	// Name says which driver this is, such as "nvidia" or "virtual".
	Name() string
	// Devices gives the facts of every device, in the driver's order.
	// No device is no error: the slice is then empty.
	Devices() ([]Info, error)
	// Open makes the device with this index ready for use.
	// A device is used by one goroutine at a time.
	Open(index int) (Device, error)
}

// Device is an opened GPU with its own memory and its own stream of work.
type Device interface {
	// Info gives the facts that Devices gave, as they were at Open.
	Info() Info
	// Load compiles a PTX image for this device.
	Load(image Image) (Module, error)
	// Alloc reserves device memory of so many bytes, aligned to at least
	// 256 bytes. Its content is undefined.
	Alloc(bytes int64) (Ptr, error)
	// Free gives back what Alloc returned.
	Free(p Ptr) error
	// Write copies host bytes to device memory.
	Write(dst Ptr, src []byte) error
	// Read copies device memory to host bytes.
	Read(dst []byte, src Ptr) error
	// Fill repeats a pattern of 1, 2 or 4 bytes over so many bytes of device
	// memory; the count is a multiple of the pattern's length.
	Fill(dst Ptr, pattern []byte, bytes int64) error
	// Memory tells the free and the total device memory.
	Memory() (freeBytes, totalBytes int64, err error)
	// Launch runs a kernel once and waits for it.
	Launch(ctx context.Context, l Launch) (Report, error)
	// Time runs the same launch so many times back to back between two events
	// and waits for the last. The memory is afterwards as after that many
	// calls of Launch.
	Time(ctx context.Context, l Launch, launches int) (Window, error)
	// Close frees the device with all its modules and memory.
	Close() error
}

// Image is a PTX module to load.
type Image struct {
	Name string // stands in errors: the PTX file's name
	PTX  []byte
	// Assembled is what the assembler reported for this device's architecture,
	// by entry. A device that compiles nothing answers Attributes from it, and
	// estimates where an entry is missing; a real driver ignores it.
	Assembled map[string]Attributes
}

// Module is a loaded PTX image.
type Module interface {
	// Function finds an entry by its name.
	Function(name string) (Function, error)
	// Unload frees the module; its functions are then invalid.
	Unload() error
}

// Function is an entry of a loaded module.
type Function interface {
	// Name is the entry's name in the PTX.
	Name() string
	// Attributes tells what the compiler made of the kernel on this device.
	Attributes() (Attributes, error)
	// BlocksPerSM is the number of blocks of so many threads, with so many
	// bytes of dynamic shared memory, that one SM can hold at a time.
	BlocksPerSM(threadsPerBlock int, dynamicSharedBytes int64) (int, error)
}

// Attributes is what the compiler made of a kernel on a device.
type Attributes struct {
	Registers         int   // 32-bit registers a thread
	StaticSharedBytes int64 // shared memory a block, besides the dynamic
	LocalBytes        int64 // local memory a thread: stack and spills
	// SpillStoreBytes and SpillLoadBytes are the bytes of all instructions that
	// spill, each counted once a thread; 0 where the assembler does not say.
	SpillStoreBytes, SpillLoadBytes int64
	// Local is what the machine code does with local memory; nil where nobody has
	// read it, or where it depends on more than the trips of one loop.
	Local           *LocalTraffic
	ConstBytes      int64  // constant memory of the module
	MaxThreads      int    // threads a block at most
	PTXVersion      int    // ten times the PTX target architecture, as the driver API gives it: 70 for sm_70
	BinaryVersion   int    // architecture of the machine code, 90 for sm_90; 0 where there is none
	RegistersSource string // "driver", "manifest" or "estimate"
}

// LocalTraffic is what a thread does with local memory.
type LocalTraffic struct {
	Outside LocalAccesses // of the kernel's loop
	PerTrip LocalAccesses // of it
}

// LocalAccesses are instructions that load and store, and the bytes that they
// move, of one thread.
type LocalAccesses struct {
	Loads, Stores         int
	LoadBytes, StoreBytes int64
}

// Telemeter is a device that can tell its state at this moment.
type Telemeter interface {
	// Telemetry reads the device's sensors. A field that the device does not
	// offer is nil.
	Telemetry() (Telemetry, error)
}

// Telemetry is the state of a device at one moment; nil is "not offered".
type Telemetry struct {
	SMClockMHz     *float64
	MemoryClockMHz *float64
	EventReasons   *uint64 // NVML's clock event reason bits, unknown bits kept
	TemperatureC   *float64
	PowerWatts     *float64
}

// PathLimiter is a device that knows the peak rate of a math path itself,
// which then comes before what cuda/arch says of its architecture.
type PathLimiter interface {
	// PathLimit is the most FLOPs (or integer operations) that one SM can
	// finish in one cycle on the path, and where the number is from.
	PathLimit(path string) (flopPerSMCycle float64, source string, ok bool)
}

// LevelLimiter is a device that knows the peak rate of a memory level itself,
// which then comes before what cuda/arch says of its architecture.
type LevelLimiter interface {
	// LevelLimit is the most bytes that an SM can load from a level, "l2", "l1"
	// or "shared", in one cycle when all SMs do, and where the number is from.
	LevelLimit(level string) (bytesPerSMCycle float64, source string, ok bool)
}

// Warner is a device that knows what a run on it will lack.
type Warner interface {
	// Warnings are for the document of a run.
	Warnings() []string
}
