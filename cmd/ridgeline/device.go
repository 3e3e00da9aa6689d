package main

import (
	"fmt"
	"strconv"
	"strings"

	"ridgeline/cuda"
	"ridgeline/cuda/virtual"
)

// fallbackSKU is what --device auto measures where no GPU can be used.
const fallbackSKU = "h100-sxm"

// target is a device of a driver.
type target struct {
	driver cuda.Driver
	index  int
}

// openDriver finds the driver of what --device names, and which of its devices
// that is. Where that is not what was asked for first, because says why.
func (a *app) openDriver(name string) (driver cuda.Driver, index int, because string, err error) {
	targets, because, err := a.targets(name)
	if err != nil {
		return nil, 0, "", err
	}
	if len(targets) != 1 {
		return nil, 0, "", failf(exitUsage, "--device %s is %d devices: name one\nSee ridgeline devices.", name, len(targets))
	}
	return targets[0].driver, targets[0].index, because, nil
}

// targets are the devices that --device names: one, or all GPUs.
func (a *app) targets(name string) (targets []target, because string, err error) {
	if sku, ok := strings.CutPrefix(name, "virtual:"); ok {
		return virtualTarget(sku, "")
	}
	if !isGPU(name) {
		return nil, "", failf(exitUsage, "no device is named %q: --device takes gpu, auto, all, virtual:SKU, virtual:FILE.json, "+
			"a GPU's UUID or its number\nSee ridgeline devices.", name)
	}
	found, search := a.searchGPU()
	switch {
	case found.driver == nil && name == "auto":
		return virtualTarget(fallbackSKU, search.Reason)
	case found.driver == nil:
		return nil, "", a.noGPU(name, found.err, search.Reason)
	case name == "all":
		for _, info := range found.devices {
			targets = append(targets, target{found.driver, info.Index})
		}
		return targets, "", nil
	}
	index, err := pick(found.devices, name)
	return []target{{found.driver, index}}, "", err
}

// isGPU tells whether a name may be that of a GPU.
func isGPU(name string) bool {
	switch name {
	case "auto", "gpu", "all":
		return true
	}
	_, err := strconv.ParseUint(name, 10, 16)
	return err == nil || strings.HasPrefix(name, "GPU-") || strings.HasPrefix(name, "MIG-")
}

// pick finds a GPU by its number in CUDA's order, by its UUID, or by so much of
// the UUID that no other begins with it.
func pick(devices []cuda.Info, name string) (index int, err error) {
	if name == "gpu" || name == "auto" {
		return 0, nil
	}
	var matches []int
	var names []string
	for _, info := range devices {
		names = append(names, fmt.Sprintf("%d is %s", info.Index, info.UUID))
		if strconv.Itoa(info.Index) == name || info.UUID == name {
			return info.Index, nil
		}
		if strings.HasPrefix(info.UUID, name) {
			matches = append(matches, info.Index)
		}
	}
	switch len(matches) {
	case 1:
		return matches[0], nil
	case 0:
		return 0, failf(exitNoGPU, "no GPU is %s: %s", name, strings.Join(names, ", "))
	}
	return 0, failf(exitUsage, "%s is the beginning of several UUIDs: %s", name, strings.Join(names, ", "))
}

func virtualTarget(nameOrFile, because string) ([]target, string, error) {
	driver, err := virtual.Open(nameOrFile)
	return []target{{driver, 0}}, because, err
}

// noGPU says what was looked for and the way on without a GPU. The exit code
// tells a driver that does not work from none.
func (a *app) noGPU(name string, cause error, reason string) error {
	skus, err := virtualSKUs()
	if err != nil {
		return err
	}
	what, code := "no usable GPU", exitNoGPU
	switch {
	case cuda.IsKind(cause, cuda.DriverBroken):
		what, code = "the GPU driver does not work", exitBroken
	case name != "gpu" && name != "all":
		what = "cannot use " + name
	}
	return failf(code, "%s: %s.\n"+
		"To measure a virtual GPU, which simulates: ridgeline run --device virtual:%s (or virtual:%s, virtual:FILE.json).",
		what, reason, fallbackSKU, strings.Join(others(skus), ", virtual:"))
}

// unopened is the error of a GPU that is there and cannot be opened, because it
// is busy or full; a driver that does not work is another matter.
func unopened(err error) error {
	if cuda.IsKind(err, cuda.DriverBroken) {
		return err
	}
	return failf(exitNoGPU, "no usable GPU: %w", err)
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
