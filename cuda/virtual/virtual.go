// Package virtual is a GPU in software: a device like any other, which loads
// the same PTX, runs it, and answers with results, counters and time.
//
// What it computes is exact; what it counts is exact; the time is simulated, by
// a model of one SM (package timing) from a file that describes the SKU
// (package spec). Everything it gives has the provenance "simulated".
package virtual

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual/spec"
	"ridgeline/cuda/virtual/timing"
)

// Driver has one device for each spec.
type Driver struct {
	specs []*spec.Spec
}

var _ cuda.Driver = (*Driver)(nil)

// New makes a driver with a device for each spec, in this order.
func New(specs ...*spec.Spec) *Driver { return &Driver{specs: specs} }

// Open makes a driver for SKUs: embedded ones by name, such as "h100-sxm", or
// spec files whose path ends in .json. Trouble with a spec is a *spec.Error.
func Open(namesOrFiles ...string) (*Driver, error) {
	specs := make([]*spec.Spec, len(namesOrFiles))
	for i, name := range namesOrFiles {
		s, err := spec.Open(name)
		if err != nil {
			return nil, err
		}
		specs[i] = s
	}
	return New(specs...), nil
}

// Name is "virtual".
func (d *Driver) Name() string { return "virtual" }

// Devices gives the facts of the specs.
func (d *Driver) Devices() ([]cuda.Info, error) {
	infos := make([]cuda.Info, len(d.specs))
	for i := range d.specs {
		infos[i] = d.info(i)
	}
	return infos, nil
}

// Open makes a device with its own, empty memory.
func (d *Driver) Open(index int) (cuda.Device, error) {
	if index < 0 || index >= len(d.specs) {
		return nil, &cuda.Error{Op: "Open", Kind: cuda.NotFound,
			Detail: fmt.Sprintf("there is no virtual device %d", index),
			Remedy: fmt.Sprintf("there are %d, counted from 0", len(d.specs))}
	}
	return newDevice(d.specs[index], d.info(index)), nil
}

func (d *Driver) info(index int) cuda.Info {
	s := d.specs[index]
	return cuda.Info{
		Index:                    index,
		Name:                     "virtual " + s.Name,
		UUID:                     d.uuid(index),
		ComputeCapability:        s.Capability(),
		SMCount:                  s.SMCount,
		WarpThreads:              spec.WarpThreads,
		MaxThreadsPerSM:          s.Limits.ThreadsPerSM,
		MaxBlocksPerSM:           s.Limits.BlocksPerSM,
		MaxThreadsPerBlock:       s.Limits.ThreadsPerBlock,
		RegistersPerSM:           s.Limits.RegistersPerSM,
		SharedPerSMBytes:         s.Limits.SharedPerSMBytes,
		SharedPerBlockBytes:      s.Limits.SharedPerBlockBytes,
		SharedPerBlockOptInBytes: s.Limits.SharedPerBlockOptInBytes,
		L2Bytes:                  s.L2.Bytes,
		MemoryBytes:              s.Memory.Bytes,
		SMClockMHz:               s.SMClockMHz,
		MemoryClockMHz:           s.Memory.ClockMHz,
		BusWidthBits:             s.Memory.BusWidthBits,
		TransfersPerClock:        s.Memory.TransfersPerClock,
		Provenance:               cuda.Simulated,
		Model:                    timing.Model,
		SpecName:                 s.Name,
		SpecSHA256:               s.SHA256(),
	}
}

// uuid is made from the spec, so that it is the same in every run, and from how
// many devices before this one have the same spec.
func (d *Driver) uuid(index int) string {
	before := 0
	for _, s := range d.specs[:index] {
		if s.SHA256() == d.specs[index].SHA256() {
			before++
		}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", d.specs[index].SHA256(), before))
	h := hex.EncodeToString(sum[:16])
	return fmt.Sprintf("VGPU-%s-%s-%s-%s-%s", h[:8], h[8:12], h[12:16], h[16:20], h[20:])
}
