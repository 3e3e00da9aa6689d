package cudatest

import "ridgeline/cuda"

// Faults says how a driver is spoilt. The zero value spoils nothing. Faults are
// the same in every run with the same seed.
type Faults struct {
	Seed uint64
	// TimeNoise multiplies each window by an independent log-normal factor of
	// median 1, whose logarithm has this standard deviation: 0.01 is about 1 %.
	TimeNoise float64
	// Clock is what else is wrong with time.
	Clock Clock
	// DropStores makes Launch run nothing, so that memory stays as it was, and
	// ZeroWrites makes Write write zeros.
	DropStores, ZeroWrites bool
	// WrongAfter flips one bit of the first Read that follows each launch, from
	// this launch on, counted from 1; 0 is never. Only Launch counts, not Time.
	WrongAfter int
	// LostAfter loses the device after so many launches, those of Time
	// included; 0 is never. Every later call is an error of kind DeviceLost.
	LostAfter int
	// AllocFails makes the Alloc with this number, counted from 1, fail with
	// OutOfMemory; 0 is none.
	AllocFails int
}

// Wrap puts faults over a driver. Its devices keep the optional capabilities of
// the driver's own.
func Wrap(d cuda.Driver, f Faults) cuda.Driver { return spoiltDriver{Driver: d, faults: f} }

type spoiltDriver struct {
	cuda.Driver
	faults Faults
}

// Open opens the device and spoils it.
func (d spoiltDriver) Open(index int) (cuda.Device, error) {
	dev, err := d.Driver.Open(index)
	if err != nil {
		return nil, err
	}
	return newSpoilt(dev, d.faults), nil
}
