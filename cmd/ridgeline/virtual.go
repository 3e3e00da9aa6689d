package main

import (
	"ridgeline/cuda"
	"ridgeline/cuda/virtual"
)

// virtualSKUs gives the facts of the embedded virtual GPUs, sorted by name. The
// name that --device takes is the SpecName of each.
func virtualSKUs() ([]cuda.Info, error) {
	driver, err := virtual.Embedded()
	if err != nil {
		return nil, err
	}
	return driver.Devices()
}
