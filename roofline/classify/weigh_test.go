package classify

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/roofline/profile"
)

// A kernel that takes half of a run at half of its roof makes it 1/(0.5+0.25)
// times faster by reaching the roof.
func TestRunSpeedupFollowsAmdahl(t *testing.T) {
	share := func(names ...string) []profile.Triage {
		var kernels []profile.KernelShare
		for _, name := range names {
			kernels = append(kernels, profile.KernelShare{Name: name, ShareOfSpan: profile.Known(0.5)})
		}
		return []profile.Triage{{Devices: []profile.DeviceTriage{{Kernels: kernels}}}}
	}
	k := testKernel(0.1, 0.5)
	k.Name = "void gemm<float>(float *)"
	for name, test := range map[string]struct {
		triages []profile.Triage
		known   bool
	}{
		"whole name":      {share("void gemm<float>(float *)", "gemm"), true},
		"base name":       {share("gemm"), true},
		"two of the name": {share("gemm", "gemm(int)"), false},
		"none":            {share("other"), false},
	} {
		groups := Groups([]profile.Kernel{*k}, testCeilings())
		Weigh(groups, test.triages)
		assert.Equal(t, test.known, groups[0].RunSpeedup.Known(), name)
		if test.known {
			assert.InDelta(t, 4.0/3, groups[0].RunSpeedup.Or(0), 1e-12, name)
			assert.InDelta(t, 0.5, groups[0].TimeShare.Or(0), 0, name)
		}
	}
}
