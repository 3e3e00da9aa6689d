package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ridgeline/results"
)

// What the columns of a kernel's lines hold.

// meanText is how many of a warp's threads took part on average.
func meanText(threads, warps uint64) string {
	if warps == 0 {
		return unknown
	}
	return fmt.Sprintf("%.1f", float64(threads)/float64(warps))
}

// sectorsText is the 32-byte sectors that a request of global memory took, and
// how few they could be: 4 (4).
func sectorsText(n *results.Counters) string {
	t := sum(n, "global_load", "global_store", "global_atomic")
	if t.Requests == 0 {
		return unknown
	}
	const sectorBytes = 32
	requests, sectors := float64(t.Requests), float64(t.Sectors)
	least := min(max(float64(t.UsefulBytes)/sectorBytes, requests), sectors) // lanes may share their bytes
	return fmt.Sprintf("%.3g (%.3g)", sectors/requests, least/requests)
}

// passesText is the passes through the banks of shared memory that a request
// took, and how few they could be.
func passesText(n *results.Counters) string {
	t := sum(n, "shared_load", "shared_store", "shared_atomic")
	if t.Requests == 0 {
		return unknown
	}
	return fmt.Sprintf("%.3g (%.3g)", float64(t.Passes)/float64(t.Requests), float64(t.IdealPasses)/float64(t.Requests))
}

func localText(n *results.Counters) string {
	if bytes := sum(n, "local_load", "local_store").UsefulBytes; bytes > 0 {
		return fmt.Sprint(bytes)
	}
	return unknown
}

func divergentText(n *results.Counters) string {
	if n.Branches == 0 {
		return unknown
	}
	return fmt.Sprintf("%d of %d", n.DivergentBranches, n.Branches)
}

// pipesText is the share of each pipe in the instructions that were issued, the
// largest first.
func pipesText(n *results.Counters) string {
	var all uint64
	for _, issues := range n.Pipes {
		all += issues
	}
	names := slices.SortedFunc(maps.Keys(n.Pipes), func(a, b string) int {
		return cmp.Or(cmp.Compare(n.Pipes[b], n.Pipes[a]), cmp.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %.0f %%", name, 100*float64(n.Pipes[name])/float64(all))
	}
	return orUnknown(strings.Join(names, ", "))
}

// sum adds kinds of access up.
func sum(n *results.Counters, kinds ...string) (all results.Traffic) {
	for _, kind := range kinds {
		t := n.Traffic[kind]
		all.Requests += t.Requests
		all.UsefulBytes += t.UsefulBytes
		all.Sectors += t.Sectors
		all.Passes += t.Passes
		all.IdealPasses += t.IdealPasses
	}
	return all
}
