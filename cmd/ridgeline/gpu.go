package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// gpuSearch is what this build found out about the GPUs of the host.
type gpuSearch struct {
	Usable bool     `json:"usable"`
	Nodes  []string `json:"device_nodes"` // never nil
	Reason string   `json:"reason"`
}

// searchGPU looks for GPUs. This build has no GPU driver, so that it can only
// say whether the host has device nodes of one.
func (a *app) searchGPU() gpuSearch {
	pattern := filepath.Join(a.devDir, "nvidia[0-9]*")
	nodes, err := filepath.Glob(pattern)
	found := gpuSearch{Nodes: append([]string{}, nodes...)}
	switch {
	case err != nil:
		found.Reason = fmt.Sprintf("cannot look for %s: %s", pattern, err)
	case len(nodes) == 0:
		found.Reason = fmt.Sprintf("there is no %s, and this build has no GPU driver", pattern)
	default:
		found.Reason = fmt.Sprintf("found %s, but this build has no GPU driver and cannot drive it", strings.Join(nodes, ", "))
	}
	return found
}
