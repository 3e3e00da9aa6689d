//go:build cuda && linux

package nvidia

// #include "launch.h"
import "C"

import (
	"bytes"

	"ridgeline/cuda/nvidia/abi"
)

const (
	// shortSeconds is below what launches are put together: a host needs 2 to
	// 5 µs for one, and is not to be what is measured.
	shortSeconds = 20e-6
	graphNodes   = 512 // launches of a graph, at most
)

// graph is launches that are put together, kept from one window to the next.
type graph struct {
	exec     C.CUgraphExec
	nodes    int
	function *function
	shape    C.ridgeline_launch
	space    []byte // the arguments
	refused  bool   // by the driver, once: it is not asked again
}

// together is a graph for a window of short launches, and of how many; nil and 0
// where they are not known to be short, are too few, or the driver makes none
// (before CUDA 11.4, or because it refuses). The error is that the context is of
// no use any more.
func (d *device) together(f *function, launches int) (C.CUgraphExec, int, error) {
	nodes := min(launches, graphNodes)
	if f.seconds == 0 || f.seconds >= shortSeconds || nodes < 2 || d.graph.refused || !abi.Has("cuGraphInstantiateWithFlags") {
		return nil, 0, nil
	}
	g := &d.graph
	if g.exec != nil && g.nodes == nodes && g.function == f && g.shape == *f.call && bytes.Equal(g.space, f.space) {
		return g.exec, nodes, nil
	}
	d.dropGraph(nil)
	var exec C.CUgraphExec
	if err := d.answered(f, C.ridgeline_graph(d.lane, f.call, C.uint(nodes), &exec)); err != nil {
		d.graph.refused = true
		return nil, 0, d.dead
	}
	d.graph = graph{exec: exec, nodes: nodes, function: f, shape: *f.call, space: bytes.Clone(f.space)}
	return exec, nodes, nil
}

// dropGraph frees the graph that is kept, if it is of this module; nil is any.
func (d *device) dropGraph(of *module) {
	if d.graph.exec == nil || (of != nil && d.graph.function.module != of) {
		return
	}
	C.cuGraphExecDestroy(d.graph.exec)
	d.graph = graph{}
}
