package main

import (
	"errors"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual"
)

// counterAndTimer opens the device that counts and, where that is not it, the
// GPU that times.
func (a *app) counterAndTimer(name string) (counter, timer cuda.Device, because string, err error) {
	driver, index, because, err := a.openDriver(name)
	if err != nil {
		return nil, nil, "", err
	}
	dev, err := driver.Open(index)
	if err != nil {
		return nil, nil, "", unopened(err)
	}
	if _, counts := driver.(*virtual.Driver); counts {
		return dev, nil, because, nil
	}
	counter, err = openTwin(dev.Info())
	if err != nil {
		return nil, nil, "", errors.Join(err, dev.Close())
	}
	return counter, dev, "", nil
}

// openTwin opens the virtual SKU that is most like a GPU: of the architectures
// that run the same PTX the newest, and of these the one with the most similar
// number of SMs.
func openTwin(gpu cuda.Info) (cuda.Device, error) {
	driver, err := virtual.Embedded()
	if err != nil {
		return nil, err
	}
	skus, err := driver.Devices()
	if err != nil {
		return nil, err
	}
	best := -1
	for i, sku := range skus {
		if sku.ComputeCapability.Number() <= gpu.ComputeCapability.Number() && (best < 0 || closer(sku, skus[best], gpu)) {
			best = i
		}
	}
	if best < 0 {
		return nil, failf(exitUsage, "no virtual GPU is as old as %s (compute capability %s), so that nothing can count\n"+
			"Name one with --device virtual:SKU.", gpu.Name, gpu.ComputeCapability)
	}
	return driver.Open(best)
}

func closer(a, b, gpu cuda.Info) bool {
	if x, y := a.ComputeCapability.Number(), b.ComputeCapability.Number(); x != y {
		return x > y
	}
	away := func(sku cuda.Info) int { return max(sku.SMCount-gpu.SMCount, gpu.SMCount-sku.SMCount) }
	return away(a) < away(b)
}
