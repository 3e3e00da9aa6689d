package main

import (
	"strings"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual"
)

// fallbackSKU is what --device auto measures where no GPU can be used.
const fallbackSKU = "h100-sxm"

// openDevice opens what --device names. Where that is not what was asked for
// first, because says why.
func (a *app) openDevice(name string) (device cuda.Device, because string, err error) {
	driver, index, because, err := a.openDriver(name)
	if err != nil {
		return nil, "", err
	}
	device, err = driver.Open(index)
	return device, because, err
}

// openDriver finds the driver of what --device names, and which of its devices
// that is.
func (a *app) openDriver(name string) (driver cuda.Driver, index int, because string, err error) {
	sku, isVirtual := strings.CutPrefix(name, "virtual:")
	switch {
	case name == "auto":
		sku, because = fallbackSKU, a.searchGPU().Reason
	case name == "gpu":
		return nil, 0, "", a.noGPU("no usable GPU")
	case strings.HasPrefix(name, "GPU-"), strings.HasPrefix(name, "MIG-"):
		return nil, 0, "", a.noGPU("cannot use " + name)
	case !isVirtual:
		return nil, 0, "", failf(exitUsage, "no device is named %q: --device takes gpu, auto, virtual:SKU, virtual:FILE.json or a GPU's UUID\n"+
			"See ridgeline devices.", name)
	}
	driver, err = virtual.Open(sku)
	return driver, 0, because, err
}

// noGPU says what was looked for and the way on without a GPU.
func (a *app) noGPU(what string) error {
	skus, err := virtualSKUs()
	if err != nil {
		return err
	}
	return failf(exitNoGPU, "%s: %s.\n"+
		"To measure a virtual GPU, which simulates: ridgeline run --device virtual:%s (or virtual:%s, virtual:FILE.json).",
		what, a.searchGPU().Reason, fallbackSKU, strings.Join(others(skus), ", virtual:"))
}

// others are the names of the virtual SKUs besides the fall-back.
func others(skus []cuda.Info) []string {
	var names []string
	for _, sku := range skus {
		if sku.SpecName != fallbackSKU {
			names = append(names, sku.SpecName)
		}
	}
	return names
}
