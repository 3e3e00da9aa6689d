package main

import (
	"strings"

	"ridgeline/cuda"
)

// fallbackSKU is what --device auto measures where no GPU can be used.
const fallbackSKU = "h100-sxm"

// openDevice opens what --device names. Where that is not what was asked for
// first, because says why.
func (a *app) openDevice(name string) (device cuda.Device, because string, err error) {
	sku, isVirtual := strings.CutPrefix(name, "virtual:")
	switch {
	case name == "auto":
		sku, because = fallbackSKU, a.searchGPU().Reason
	case name == "gpu":
		return nil, "", a.noGPU("no usable GPU")
	case strings.HasPrefix(name, "GPU-"), strings.HasPrefix(name, "MIG-"):
		return nil, "", a.noGPU("cannot use " + name)
	case !isVirtual:
		return nil, "", failf(exitUsage, "no device is named %q: --device takes gpu, auto, virtual:SKU, virtual:FILE.json or a GPU's UUID\n"+
			"See ridgeline devices.", name)
	}
	device, err = openVirtual(sku)
	return device, because, err
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
