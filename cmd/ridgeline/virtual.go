package main

import (
	"ridgeline/cuda"
	"ridgeline/cuda/virtual"
)

// openVirtual opens a virtual GPU: an embedded SKU by its name, or the one that
// a spec file describes.
func openVirtual(nameOrFile string) (cuda.Device, error) {
	driver, err := virtual.Open(nameOrFile)
	if err != nil {
		return nil, err
	}
	return driver.Open(0)
}

// virtualSKUs gives the facts of the embedded virtual GPUs, sorted by name. The
// name that --device takes is the SpecName of each.
func virtualSKUs() ([]cuda.Info, error) {
	driver, err := virtual.Embedded()
	if err != nil {
		return nil, err
	}
	return driver.Devices()
}
