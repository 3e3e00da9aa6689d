//go:build cuda && linux

package main

import (
	"errors"

	"ridgeline/cuda/nvidia"
)

// openGPUs opens the CUDA driver of the host.
func openGPUs() gpus {
	driver, err := nvidia.Open()
	if err != nil {
		return unusable(err)
	}
	devices, err := driver.Devices()
	if err != nil {
		return unusable(err)
	}
	return gpus{driver: driver, devices: devices, library: driver.Path(), tried: attempts(driver.Tried())}
}

// unusable is what an error of the driver leaves.
func unusable(err error) gpus {
	found := gpus{err: err, reason: err.Error()}
	if search, ok := errors.AsType[*nvidia.SearchError](err); ok {
		found.reason, found.tried = search.Short(), attempts(search.Tried)
	}
	return found
}

func attempts(tried []nvidia.Attempt) []attempt {
	var all []attempt
	for _, t := range tried {
		all = append(all, attempt{t.Path, t.Reason})
	}
	return all
}
