package profile

import (
	"encoding/json"
	"strings"
)

// readProton reads the hatchet JSON of Proton: a list of a tree, or several, and
// then the table of devices.
func readProton(r *jsonReader, out *output) error {
	var list []json.RawMessage
	if err := r.value(&list); err != nil {
		return err
	}
	p := &protonReader{out: out, devices: map[string]map[string]protonDevice{}}
	var roots []protonNode
	for _, raw := range list {
		var node protonNode
		if err := decodeNumbers(raw, &node); err == nil && (node.Frame.Name != "" || node.Children != nil) {
			roots = append(roots, node)
			continue
		}
		if err := decodeNumbers(raw, &p.devices); err != nil {
			out.warn(0, "an entry of the list that is neither a tree nor the devices was skipped")
		}
	}
	for i := range roots {
		if _, err := p.node(&roots[i]); err != nil {
			return err
		}
	}
	if p.count == 0 {
		return &NoKernelsError{"the Proton file has no kernel with a time", "was the session started before the launches?"}
	}
	return nil
}

func decodeNumbers(raw []byte, into any) error {
	decoder := json.NewDecoder(strings.NewReader(string(raw)))
	decoder.UseNumber()
	return decoder.Decode(into)
}

type protonReader struct {
	out     *output
	devices map[string]map[string]protonDevice
	count   int64
}

// protonTime is the time of kernels that no work was declared for yet: a scope
// above them may declare it for all.
type protonTime struct {
	seconds  float64
	launches int64
	device   Device
	leaves   []*protonNode
}

// node hands on the kernels of a subtree. The work of a scope is that of all
// the kernels within it that declare none themselves, so that such a scope is
// given as one kernel; what it returns is the time that found no work.
func (p *protonReader) node(n *protonNode) (protonTime, error) {
	if n.Frame.Name == "__proton_launch_metadata" || n.flag("is_metric_kernel") {
		return protonTime{}, nil
	}
	var below protonTime
	for i := range n.Children {
		time, err := p.node(&n.Children[i])
		if err != nil {
			return below, err
		}
		below.add(time)
	}
	if seconds, timed := n.seconds(); timed && len(n.Children) == 0 {
		below.add(protonTime{seconds, max(1, int64(n.number("count").Or(1))), p.device(n), []*protonNode{n}})
	}
	work, bytes := n.declared()
	if (len(work) == 0 && !bytes.Known()) || below.seconds == 0 {
		return below, p.orphans(n, below)
	}
	return protonTime{}, p.emit(n.Frame.Name, below, work, bytes)
}

func (t *protonTime) add(other protonTime) {
	t.seconds += other.seconds
	t.launches += other.launches
	t.leaves = append(t.leaves, other.leaves...)
	if other.device != (Device{}) {
		t.device = other.device
	}
}

// orphans gives the kernels that nobody declared work for, at the root, where no
// scope is left that could.
func (p *protonReader) orphans(n *protonNode, below protonTime) error {
	if n.Frame.Name != "ROOT" && n.Frame.Name != "root" && n.Frame.Name != "" {
		return nil
	}
	for _, leaf := range below.leaves {
		seconds, _ := leaf.seconds()
		own := protonTime{seconds: seconds, launches: max(1, int64(leaf.number("count").Or(1))), device: p.device(leaf)}
		if err := p.emit(leaf.Frame.Name, own, nil, Missing("nobody declared bytes")); err != nil {
			return err
		}
	}
	return nil
}

func (p *protonReader) emit(name string, time protonTime, work []Work, bytes Number) error {
	p.count++
	share := 1 / float64(time.launches)
	k := timedKernel(name, time.seconds*share, time.launches)
	k.Source.Row = p.count
	k.Device = time.device
	for _, w := range work {
		w.Operations *= share
		k.Work = append(k.Work, w)
	}
	if bytes.Known() {
		k.Traffic = []Traffic{declaredTraffic(LevelDRAM, bytes.Times(share))}
	}
	if len(work) > 0 || bytes.Known() {
		k.Tier = TierDeclared
	}
	if len(time.leaves) > 1 {
		k.Warnings = append(k.Warnings, "a scope of "+itoa(int64(len(time.leaves)))+" kernels, judged as one: the work was declared for the scope")
	}
	return p.out.kernel(k)
}

// declaredWork is a row of work that an author declared.
func declaredWork(path string, operations float64, paths []string) Work {
	return Work{Path: path, Paths: paths, Operations: operations, Adds: notApart(), Multiplies: notApart(), FMAs: notApart(),
		Definition: "declared by the author"}
}

// declaredTraffic is bytes that an author declared.
func declaredTraffic(level string, bytes Number) Traffic {
	return Traffic{Level: level, Bytes: bytes, Definition: "declared by the author",
		ReadBytes: notApart(), WriteBytes: notApart(), HitPercent: Missing("not counted"), OfPeakPercent: Missing("not counted")}
}

// device is the GPU of a node, by the file's table.
func (p *protonReader) device(n *protonNode) Device {
	kind, _ := n.Metrics["device_type"].(string)
	device := Device{Index: anyText(n.Metrics["device_id"])}
	facts, have := p.devices[strings.ToUpper(kind)][device.Index]
	if !have {
		return device
	}
	const hertzPerKHz = 1e3
	device.ComputeCapability = capability(anyText(facts.Arch))
	device.SMs = anyNumber(facts.SMs, "number of SMs")
	device.BusWidthBits = anyNumber(facts.BusWidth, "width of the bus")
	device.MaxSMHertz = anyNumber(facts.ClockRate, "clock").Times(hertzPerKHz)
	device.MaxMemoryHertz = anyNumber(facts.MemoryClock, "memory clock").Times(hertzPerKHz)
	return device
}
