//go:build cuda && linux

package nvidia

// #include <cuda.h>
import "C"

import (
	"fmt"

	"gorgonia.org/cu"

	"ridgeline/cuda"
	"ridgeline/cuda/nvidia/search"
)

// Driver is the opened CUDA driver of the host.
type Driver struct {
	path    string
	tried   []Attempt
	devices []cuda.Info
	sensors sensors
}

var _ cuda.Driver = (*Driver)(nil)

// Open opens the driver's library and initialises it, once: a driver that does
// not work is not asked again. The error is a *cuda.Error: NotFound where there
// is no driver or no GPU, else what is wrong with the driver.
//
// The library is that of the process, and stays open.
func Open() (*Driver, error) {
	path, tried, err := load(search.Places(pathVariable, libraryName))
	if err != nil {
		return nil, err
	}
	return start(&Driver{path: path, tried: tried})
}

// OpenTable makes a driver of what fills the table of package abi already.
func OpenTable() (*Driver, error) { return start(&Driver{path: "the table of this process"}) }

func start(d *Driver) (*Driver, error) {
	if c := code(C.cuInit(0)); c != C.CUDA_SUCCESS {
		e := failure("cuInit", c)
		e.Detail = "library " + d.path + ", " + versions()
		return nil, e
	}
	count, err := cu.NumDevices()
	if err != nil {
		return nil, failed("cuDeviceGetCount", err)
	}
	if count == 0 {
		e := failure("cuDeviceGetCount", C.CUDA_ERROR_NO_DEVICE)
		e.Code, e.Name, e.Detail = 0, "", "the driver works and has no GPU"
		return nil, e
	}
	for ordinal := range count {
		info, err := deviceInfo(ordinal)
		if err != nil {
			return nil, err
		}
		d.devices = append(d.devices, info)
	}
	d.sensors = findSensors()
	return d, nil
}

// Name is "nvidia".
func (d *Driver) Name() string { return "nvidia" }

// Path is the library that was opened, Tried what was tried before it.
func (d *Driver) Path() string { return d.path }

// Tried is what was tried before, and why each failed.
func (d *Driver) Tried() []Attempt { return d.tried }

// Devices gives the facts of the devices that the driver shows, in CUDA's order.
func (d *Driver) Devices() ([]cuda.Info, error) { return append([]cuda.Info(nil), d.devices...), nil }

// Open makes a context on the device, of which the memory, the modules and the
// stream are its own.
func (d *Driver) Open(index int) (cuda.Device, error) {
	if index < 0 || index >= len(d.devices) {
		return nil, &cuda.Error{Op: "Open", Kind: cuda.NotFound,
			Detail: fmt.Sprintf("there is no GPU %d", index),
			Remedy: fmt.Sprintf("there are %d, counted from 0", len(d.devices))}
	}
	dev, err := openDevice(d.devices[index])
	if err != nil {
		return nil, err
	}
	dev.sensor, dev.blind = d.sensors.of(dev.info)
	if talks(dev.info) {
		return standIn{dev, dev}, nil
	}
	return dev, nil
}
