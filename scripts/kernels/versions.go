package main

import (
	"fmt"
	"slices"

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

// plainTargets gives every plain target that the assemblers offer.
func plainTargets() []string {
	return []string{
		"sm_70", "sm_75", "sm_80", "sm_86", "sm_87", "sm_88", "sm_89", "sm_90",
		"sm_100", "sm_103", "sm_107", "sm_110", "sm_120", "sm_121",
	}
}

// machineTargets gives what a module is assembled for: a plain one for every
// plain target that runs it, another one for its own.
func machineTargets(target string) []string {
	oldest, plain := kernels.PlainCapability(target)
	if !plain {
		return []string{target}
	}
	return slices.DeleteFunc(plainTargets(), func(machine string) bool {
		capability, _ := kernels.PlainCapability(machine)
		return capability < oldest
	})
}

// assemblerFor picks the assembler that knows a machine target.
func (t *toolchain) assemblerFor(machine string) tool {
	if machine == kernels.PlainPTXTarget {
		return t.oldPtxas
	}
	return t.ptxas
}
