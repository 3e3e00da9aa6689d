package bench

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"ridgeline/cuda"
)

// fakeDevice is a small GPU that runs the suite's kernels as plain Go loops and
// takes the time of a roofline. It proves the engine, not the kernels.
type fakeDevice struct {
	info    cuda.Info
	memory  map[cuda.Ptr][]byte
	next    cuda.Ptr
	sampled bool // run only every third block
	fault   fakeFault
	clock   *float64
	writes  int // calls of Write
	starts  []fakeStart
	chains  map[[2]uint32]uint32
}

// fakeFault is what a kernel of the device does wrong.
type fakeFault int

const (
	noFault fakeFault = iota
	noStore
	halfTrips
	lostChain
	lastThread
)

// fakeStart is one call of Launch or Time.
type fakeStart struct {
	kernel      string
	grid, trips int
	timed       int // launches of Time; 0 is Launch
}

const (
	fakeLatencySeconds = 1e-6
	fakeFLOPs          = 16e9  // a second: 4 SMs, 4 a cycle, 1 GHz
	fakeBytes          = 6.4e9 // a second: 200 MHz * 2 * 128 bit
)

func newFake() *fakeDevice {
	clock := 1000.0
	return &fakeDevice{
		info: cuda.Info{
			Name: "virtual fake", ComputeCapability: cuda.ComputeCapability{Major: 9, Minor: 0},
			SMCount: 4, WarpThreads: 32, MaxThreadsPerSM: 512, MaxBlocksPerSM: 2, MaxThreadsPerBlock: 1024,
			L2Bytes: 32 << 10, MemoryBytes: 64 << 20, SMClockMHz: 1000, MemoryClockMHz: 200, BusWidthBits: 128,
			TransfersPerClock: 2, Provenance: cuda.Simulated, Model: "fake", SpecName: "fake", SpecSHA256: "00",
		},
		memory: map[cuda.Ptr][]byte{},
		next:   1 << 32,
		chains: map[[2]uint32]uint32{},
		clock:  &clock,
	}
}

func (d *fakeDevice) Name() string                  { return "fake" }
func (d *fakeDevice) Devices() ([]cuda.Info, error) { return []cuda.Info{d.info}, nil }
func (d *fakeDevice) Open(int) (cuda.Device, error) { return d, nil }
func (d *fakeDevice) Info() cuda.Info               { return d.info }
func (d *fakeDevice) Close() error                  { return nil }
func (d *fakeDevice) PathLimit(string) (float64, string, bool) {
	return 4, "the fake's own", true
}

func (d *fakeDevice) Telemetry() (cuda.Telemetry, error) {
	return cuda.Telemetry{SMClockMHz: d.clock}, nil
}

func (d *fakeDevice) Memory() (freeBytes, totalBytes int64, err error) {
	freeBytes = d.info.MemoryBytes
	for _, m := range d.memory {
		freeBytes -= int64(len(m))
	}
	return freeBytes, d.info.MemoryBytes, nil
}

func (d *fakeDevice) Alloc(bytes int64) (cuda.Ptr, error) {
	if free, _, _ := d.Memory(); bytes > free {
		return 0, &cuda.Error{Op: "Alloc", Kind: cuda.OutOfMemory}
	}
	p := d.next
	d.next += cuda.Ptr(bytes) + 1<<20
	d.memory[p] = make([]byte, bytes)
	return p, nil
}

func (d *fakeDevice) Free(p cuda.Ptr) error {
	delete(d.memory, p)
	return nil
}

// at is the memory from an address on.
func (d *fakeDevice) at(p cuda.Ptr) []byte {
	for base, m := range d.memory {
		if p >= base && p < base+cuda.Ptr(len(m)) {
			return m[p-base:]
		}
	}
	panic(fmt.Sprintf("the fake has no memory at %#x", p))
}

func (d *fakeDevice) Write(dst cuda.Ptr, src []byte) error {
	d.writes++
	copy(d.at(dst)[:len(src)], src)
	return nil
}

func (d *fakeDevice) Read(dst []byte, src cuda.Ptr) error {
	copy(dst, d.at(src)[:len(dst)])
	return nil
}

func (d *fakeDevice) Fill(dst cuda.Ptr, pattern []byte, bytes int64) error {
	to := d.at(dst)[:bytes]
	for i := range to {
		to[i] = pattern[i%len(pattern)]
	}
	return nil
}

type fakeModule struct{ dev *fakeDevice }

func (d *fakeDevice) Load(cuda.Image) (cuda.Module, error) { return fakeModule{d}, nil }
func (m fakeModule) Unload() error                         { return nil }
func (m fakeModule) Function(name string) (cuda.Function, error) {
	return fakeFunction{name: name, dev: m.dev}, nil
}

type fakeFunction struct {
	name string
	dev  *fakeDevice
}

func (f fakeFunction) Name() string { return f.name }
func (f fakeFunction) Attributes() (cuda.Attributes, error) {
	return cuda.Attributes{Registers: 32, MaxThreads: 1024, RegistersSource: "manifest"}, nil
}

func (f fakeFunction) BlocksPerSM(threads int, _ int64) (int, error) {
	return min(f.dev.info.MaxThreadsPerSM/threads, f.dev.info.MaxBlocksPerSM), nil
}

func (d *fakeDevice) Launch(ctx context.Context, l cuda.Launch) (cuda.Report, error) {
	if l.Function.Name() == stampSymbol {
		return cuda.Report{}, ctx.Err() // it has no clocks: what it stamps stays 0
	}
	k := newFakeKernel(d, l)
	d.starts = append(d.starts, fakeStart{kernel: k.name, grid: k.grid, trips: k.trips})
	if err := ctx.Err(); err != nil {
		return cuda.Report{}, err
	}
	var r cuda.Report
	for b := range k.grid {
		if d.sampled && b%3 != 0 {
			continue
		}
		k.block(b)
		r.ExecutedBlocks = append(r.ExecutedBlocks, b)
	}
	if r.Sampled = d.sampled; !r.Sampled {
		r.ExecutedBlocks = nil
	}
	r.Counters = &cuda.Counters{WarpInstructions: 7, GlobalLoad: cuda.Traffic{Requests: 3, UsefulBytes: 1536, Sectors: 48}}
	return r, nil
}

func (d *fakeDevice) Time(ctx context.Context, l cuda.Launch, launches int) (cuda.Window, error) {
	k := newFakeKernel(d, l)
	d.starts = append(d.starts, fakeStart{kernel: k.name, grid: k.grid, trips: k.trips, timed: launches})
	if err := ctx.Err(); err != nil {
		return cuda.Window{}, err
	}
	return cuda.Window{Seconds: float64(launches) * k.seconds(), Launches: launches, Replayed: launches}, nil
}

// fakeKernel is a launch of one of the suite's kernels, with its parameters by
// the contract of kernels/.
type fakeKernel struct {
	dev         *fakeDevice
	name        string
	number      int // of chains, or FMAs on an element; 0 is a half
	in, out     []byte
	c           float32
	grid, trips int
}

var fakeNames = regexp.MustCompile(`^(stream_read|stream_copy|fma_fp32|intensity_fp32)_(?:b128|half|chains(\d+)|f(\d+))$`)

func newFakeKernel(d *fakeDevice, l cuda.Launch) fakeKernel {
	parts := fakeNames.FindStringSubmatch(l.Function.Name())
	k := fakeKernel{dev: d, name: parts[1], grid: l.Grid.X}
	k.number, _ = strconv.Atoi(parts[2] + parts[3])
	k.in = d.at(cuda.Ptr(binary.LittleEndian.Uint64(l.Args[0].Bytes)))
	k.out = d.at(cuda.Ptr(binary.LittleEndian.Uint64(l.Args[1].Bytes)))
	if len(l.Args) == 4 {
		k.c = math.Float32frombits(binary.LittleEndian.Uint32(l.Args[2].Bytes))
	}
	k.trips = int(binary.LittleEndian.Uint32(l.Args[len(l.Args)-1].Bytes))
	return k
}

// fakeSteps is the number of steps of a chain in a trip, by chains.
var fakeSteps = map[int]int{1: 512, 2: 256, 4: 256, 8: 128}

// seconds is a roofline and a launch latency.
func (k fakeKernel) seconds() float64 {
	elements := float64(k.grid * k.trips * 4096)
	flops, bytes := 0.0, 4*elements
	switch {
	case k.name == "fma_fp32":
		flops, bytes = float64(2*k.number*fakeSteps[k.number]*k.trips*256*k.grid), 0
	case k.name == "intensity_fp32" && k.number == 0:
		flops = elements
	case k.name == "intensity_fp32":
		flops = 2 * float64(k.number) * elements
	case k.name == "stream_copy":
		bytes *= 2
	}
	return fakeLatencySeconds + max(flops/fakeFLOPs, bytes/fakeBytes)
}

func (k fakeKernel) block(b int) {
	for t := range 256 {
		if k.dev.fault == lastThread && b == k.grid-1 && t == 255 {
			continue
		}
		k.thread(b, t)
	}
}

func (k fakeKernel) thread(b, t int) {
	gid := b*256 + t
	var word uint32
	if k.name == "fma_fp32" {
		word = k.chains(gid)
	} else {
		word = k.walk(b, t)
	}
	if k.name != "stream_copy" && k.dev.fault != noStore {
		binary.LittleEndian.PutUint32(k.out[4*gid:], word)
	}
}

func (k fakeKernel) chains(gid int) (word uint32) {
	steps, chains := fakeSteps[k.number]*k.tripsRun(), k.number
	if k.dev.fault == lostChain {
		chains--
	}
	for j := range chains {
		word ^= k.chain(k.load((gid*k.number+j)&1023), steps)
	}
	return word
}

func (k fakeKernel) tripsRun() int {
	if k.dev.fault == halfTrips {
		return k.trips / 2
	}
	return k.trips
}

func (k fakeKernel) load(i int) uint32 { return binary.LittleEndian.Uint32(k.in[4*i:]) }

// walk is the way of a thread over its chunks.
func (k fakeKernel) walk(b, t int) (word uint32) {
	for trip := range k.tripsRun() {
		for u := range 4 {
			vector := (b+trip*k.grid)*1024 + u*256 + t
			word ^= k.vector(4 * vector)
		}
	}
	return word
}

func (k fakeKernel) vector(i int) (word uint32) {
	x := []uint32{k.load(i), k.load(i + 1), k.load(i + 2), k.load(i + 3)}
	switch {
	case k.name == "stream_copy" && k.dev.fault != noStore:
		copy(k.out[4*i:4*i+16], k.in[4*i:4*i+16])
	case k.name == "intensity_fp32" && k.number == 0:
		f := math.Float32frombits
		return math.Float32bits(fma32(f(x[0]), f(x[1]), k.c)) ^ math.Float32bits(fma32(f(x[2]), f(x[3]), k.c))
	case k.name == "intensity_fp32":
		for j := range x {
			x[j] = k.chain(x[j], k.number)
		}
	}
	return x[0] ^ x[1] ^ x[2] ^ x[3]
}

// chain does so many steps of x*x + c. It remembers results, because inputs
// repeat.
func (k fakeKernel) chain(x uint32, steps int) uint32 {
	key := [2]uint32{x, uint32(steps)}
	y, known := k.dev.chains[key]
	if !known {
		v := []float32{math.Float32frombits(x)}
		squares(v, k.c, steps)
		y = math.Float32bits(v[0])
		k.dev.chains[key] = y
	}
	return y
}

// fakeCases are the cases whose kernels the fake knows, or some of them.
func fakeCases(t *testing.T, patterns ...string) []Case {
	t.Helper()
	if patterns == nil {
		patterns = []string{"fma", "intensity", "stream"}
	}
	var known []Case
	for _, c := range selected(t, patterns...) {
		if !slices.ContainsFunc(c.Symbols, fakeNames.MatchString) {
			continue
		}
		for i, axis := range c.Axes {
			switch axis.Name {
			case laneBytes:
				c.Axes[i].Values = []int64{16}
			case warpsAxis:
				c.Axes[i].Values = []int64{8, 0}
			}
		}
		known = append(known, c)
	}
	return known
}
