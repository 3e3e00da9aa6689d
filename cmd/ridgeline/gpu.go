package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"ridgeline/bench"
	"ridgeline/cuda"
	"ridgeline/results"
)

// gpus is what this build found out about the GPUs of the host.
type gpus struct {
	driver  cuda.Driver // nil where no GPU is usable
	devices []cuda.Info
	err     error  // why none is
	reason  string // the same in few words, without what was tried
	library string
	tried   []attempt
}

// attempt is a library that is not the driver, and why.
type attempt struct {
	Library string `json:"library"`
	Reason  string `json:"reason"`
}

// gpuSearch is that as --json prints it.
type gpuSearch struct {
	Usable  bool      `json:"usable"`
	Nodes   []string  `json:"device_nodes"` // never nil
	Reason  string    `json:"reason"`       // why not; empty where one is usable
	Library string    `json:"library,omitempty"`
	Tried   []attempt `json:"tried,omitempty"`
	Devices []gpuInfo `json:"devices"` // never nil
}

// gpuInfo is a GPU as --json prints it.
type gpuInfo struct {
	Device     string             `json:"device"` // what --device takes
	Provenance results.Provenance `json:"provenance"`
	Facts      results.Device     `json:"facts"`
}

// searchGPU looks for GPUs.
func (a *app) searchGPU() (gpus, gpuSearch) {
	nodes := a.deviceNodes()
	found := openGPUs()
	search := gpuSearch{Usable: found.driver != nil, Nodes: nodes, Library: found.library, Tried: found.tried, Devices: []gpuInfo{}}
	for _, info := range found.devices {
		search.Devices = append(search.Devices, gpuInfo{info.UUID, results.Provenance(info.Provenance), bench.DeviceFacts(info)})
	}
	switch {
	case found.driver != nil:
	case !errors.Is(found.err, errPureBuild):
		search.Reason = found.reason
	case len(nodes) == 0:
		search.Reason = fmt.Sprintf("there is no %s, and %s", a.nodePattern(), found.err)
	default:
		search.Reason = fmt.Sprintf("found %s, but %s and cannot drive it; make build makes one that can, where a C compiler is at hand",
			strings.Join(nodes, ", "), found.err)
	}
	return found, search
}

// errPureBuild is why a build without a driver uses no GPU.
var errPureBuild = errors.New("this build has no GPU driver")

func (a *app) nodePattern() string { return filepath.Join(a.devDir, "nvidia[0-9]*") }

// deviceNodes are those that the kernel's driver has made, never nil.
func (a *app) deviceNodes() []string {
	nodes, err := filepath.Glob(a.nodePattern())
	if err != nil { // the folder has a bracket in its name
		return []string{}
	}
	return append([]string{}, nodes...)
}
