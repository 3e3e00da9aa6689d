package virtual

import (
	"ridgeline/cuda"
	"ridgeline/cuda/virtual/exec"
	"ridgeline/cuda/virtual/spec"
)

// device is an opened virtual GPU.
type device struct {
	spec   *spec.Spec
	info   cuda.Info
	memory *exec.Memory
	closed bool
	// changes counts what has changed memory, for launches of which not all
	// reads are known.
	changes uint64
	records map[launchKey]*record
	// nanoseconds that the device has simulated, for %globaltimer.
	nanoseconds float64
	budgets     budgets
}

var (
	_ cuda.Device       = (*device)(nil)
	_ cuda.Telemeter    = (*device)(nil)
	_ cuda.PathLimiter  = (*device)(nil)
	_ cuda.LevelLimiter = (*device)(nil)
	_ cuda.WayLimiter   = (*device)(nil)
)

func newDevice(s *spec.Spec, info cuda.Info) *device {
	return &device{
		spec: s, info: info,
		memory:  exec.NewMemory(s.Memory.Bytes),
		records: map[launchKey]*record{},
		budgets: defaultBudgets(),
	}
}

// Info gives the facts of the spec.
func (d *device) Info() cuda.Info { return d.info }

// Alloc reserves device memory. It costs host memory only where it is touched.
func (d *device) Alloc(bytes int64) (cuda.Ptr, error) {
	if err := d.open("Alloc"); err != nil {
		return 0, err
	}
	d.changes++
	return d.memory.Alloc(bytes)
}

// Free gives back what Alloc returned.
func (d *device) Free(p cuda.Ptr) error {
	if err := d.open("Free"); err != nil {
		return err
	}
	d.changes++
	return d.memory.Free(p)
}

// Write copies host bytes to device memory.
func (d *device) Write(dst cuda.Ptr, src []byte) error {
	if err := d.open("Write"); err != nil {
		return err
	}
	d.changes++
	return d.memory.Write(dst, src)
}

// Read copies device memory to host bytes.
func (d *device) Read(dst []byte, src cuda.Ptr) error {
	if err := d.open("Read"); err != nil {
		return err
	}
	return d.memory.Read(dst, src)
}

// Fill repeats a pattern over device memory.
func (d *device) Fill(dst cuda.Ptr, pattern []byte, bytes int64) error {
	if err := d.open("Fill"); err != nil {
		return err
	}
	d.changes++
	return d.memory.Fill(dst, pattern, bytes)
}

// Memory tells the free and the total device memory.
func (d *device) Memory() (freeBytes, totalBytes int64, err error) {
	if err := d.open("Memory"); err != nil {
		return 0, 0, err
	}
	freeBytes, totalBytes = d.memory.Usage()
	return freeBytes, totalBytes, nil
}

// Close frees the device. Every later call but Info and Close is an error.
func (d *device) Close() error {
	d.closed, d.memory, d.records = true, nil, nil
	return nil
}

// Telemetry gives the clocks of the spec. They never change, and nothing ever
// slows them: there is no event reason, no temperature and no power.
func (d *device) Telemetry() (cuda.Telemetry, error) {
	if err := d.open("Telemetry"); err != nil {
		return cuda.Telemetry{}, err
	}
	sm, memory, reasons := d.spec.SMClockMHz, d.spec.Memory.ClockMHz, uint64(0)
	return cuda.Telemetry{SMClockMHz: &sm, MemoryClockMHz: &memory, EventReasons: &reasons}, nil
}

// PathLimit gives the rate of the spec's pipes; of a tensor path that of the
// fastest instructions.
func (d *device) PathLimit(path string) (flopPerSMCycle float64, source string, ok bool) {
	limit := max(d.spec.SteadyState().Path(path), d.spec.Tensor.Best(path))
	if limit == 0 {
		return 0, "", false
	}
	return limit, "spec " + d.spec.Name, true
}

// LevelLimit gives the rate of the spec's caches.
func (d *device) LevelLimit(level string) (bytesPerSMCycle float64, source string, ok bool) {
	rates := d.spec.SteadyState()
	limit, ok := map[string]float64{
		"l2": rates.L2BytesPerSMCycle, "l1": rates.L1BytesPerSMCycle, "shared": rates.SharedBytesPerSMCycle,
	}[level]
	return limit, "spec " + d.spec.Name, ok
}

// WayLimit gives the rate of the spec's tensor cores by one family of
// instructions.
func (d *device) WayLimit(path, way string) (cuda.WayLimit, bool) {
	rate := d.spec.Tensor.Rate(path, way)
	return cuda.WayLimit{FLOPPerSMCycle: rate, Fastest: d.spec.Tensor.Fastest(path), Source: "spec " + d.spec.Name}, rate > 0
}

// open is an error on a device that has been closed.
func (d *device) open(op string) error {
	if !d.closed {
		return nil
	}
	return invalid(op, "the device has been closed", "open it again")
}

func invalid(op, detail, remedy string) *cuda.Error {
	return &cuda.Error{Op: op, Kind: cuda.InvalidValue, Detail: detail, Remedy: remedy}
}
