package main

import (
	"fmt"

	"ridgeline/kernels"
)

// ptxVersions gives every PTX version from 6.0, the first that knows sm_70, to
// 9.5, what the pinned compiler writes.
func ptxVersions() []string {
	var versions []string
	last := map[int]int{6: 5, 7: 8, 8: 8, 9: 5} // minor versions of each major one
	for major := 6; major <= 9; major++ {
		for minor := 0; minor <= last[major]; minor++ {
			versions = append(versions, fmt.Sprintf("%d.%d", major, minor))
		}
	}
	return versions
}

// machineTargets gives what a module is assembled for: a plain one for every
// plain target that the assemblers offer, another one for its own.
func machineTargets(target string) []string {
	if target != kernels.PlainPTXTarget {
		return []string{target}
	}
	return []string{
		"sm_70", "sm_75", "sm_80", "sm_86", "sm_87", "sm_88", "sm_89", "sm_90",
		"sm_100", "sm_103", "sm_107", "sm_110", "sm_120", "sm_121",
	}
}

// assemblerFor picks the assembler that knows a machine target.
func (t *toolchain) assemblerFor(machine string) tool {
	if machine == kernels.PlainPTXTarget {
		return t.oldPtxas
	}
	return t.ptxas
}
