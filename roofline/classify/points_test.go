package classify

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ridgeline/roofline"
	"ridgeline/roofline/profile"
)

// N14 of the public fault reports: declared points under ceilings of 989 TFLOP/s and 4.8 TB/s, whose ridge is at
// 206.04 FLOP/byte.
func TestN14ClassifierTable(t *testing.T) {
	c := testCeilings()
	c.Roofs = []Roof{testRoof(roofline.KindPath, "tc.fp16.fp32", 989e12), testRoof(roofline.KindLevel, profile.LevelDRAM, 4.8e12)}
	for _, test := range []struct {
		flops, bytes float64 // a second
		class        Class
		above        bool
	}{
		{4.3e12, 4.3e12, ClassMemory, false},
		{0.2e12, 0.2e12, ClassLatency, false},
		{800e12, 1.6e12, ClassCompute, false},
		{50e12, 0.1e12, ClassLatency, false},
		{900e12, 4.37e12, ClassBoth, false},
		{1050e12, 4.2e12, ClassCompute, true},
		{4.9e12, 4.9e12, ClassMemory, true}, // 102 %
		{0, 4.0e12, ClassMemory, false},
		{700e12, 0, ClassCompute, false},
	} {
		r := Classify(declared(test.flops, test.bytes), c)
		assert.Equal(t, test.class, r.Verdict.Class, "%+v: %s", test, r.Verdict.Reason)
		assert.Equal(t, test.above, len(r.Above) > 0, "%+v", test)
	}

	c.Roofs[1] = testRoof(roofline.KindLevel, profile.LevelDRAM, 3.35e12) // the ridge moves to 295.2
	assert.Equal(t, ClassMemory, Classify(declared(750e12, 3.0e12), c).Verdict.Class)
	c.Roofs[1] = testRoof(roofline.KindLevel, profile.LevelDRAM, 4.8e12)
	assert.Equal(t, ClassCompute, Classify(declared(750e12, 3.0e12), c).Verdict.Class)
	c.Roofs = c.Roofs[1:]
	assert.Equal(t, ClassUnknown, Classify(declared(750e12, 3.0e12), c).Verdict.Class)
}

func declared(flops, bytes float64) *profile.Kernel {
	k := &profile.Kernel{Name: "k", Launches: 1, Tier: profile.TierDeclared, TimeSeconds: profile.Known(1)}
	if flops > 0 {
		k.Work = []profile.Work{{Path: "tc.fp16.fp32", Operations: flops}}
	}
	if bytes > 0 {
		k.Traffic = []profile.Traffic{{Level: profile.LevelDRAM, Bytes: profile.Known(bytes)}}
	}
	return k
}

// A profile without a DRAM metric is no profile of a kernel without traffic.
func TestWhatWasNotCountedIsUnknown(t *testing.T) {
	noDRAM := Classify(testKernel(0.3, 0), testCeilings())
	assert.Equal(t, NotCounted, noDRAM.Verdict.Code)
	assert.Contains(t, noDRAM.Verdict.Reason, "dram")
	assert.Equal(t, NotCounted, Classify(testKernel(0, 0.3), testCeilings()).Verdict.Code)
	assert.Equal(t, Bound, Classify(testKernel(0.9, 0), testCeilings()).Verdict.Code, "a roof that is reached is reached")

	withPercent := with(testKernel(0, 0.3), func(k *profile.Kernel) { k.SpeedOfLight.SMPercent = profile.Known(70) })
	assert.Equal(t, "LIKELY_BOUND(sm)", Classify(withPercent, testCeilings()).Verdict.Label())
	assert.Equal(t, "medium", Classify(withPercent, testCeilings()).Confidence.Level, "it is a share of a theoretical peak")
}

// The shapes of a trace tell the operations, and nothing of the bytes.
func TestShapesOfATraceTellNoBytes(t *testing.T) {
	k := declared(0.3*989e12, 0)
	k.Source.Format, k.Device = profile.FormatKineto, profile.Device{Name: "NVIDIA Test", ComputeCapability: "9.0"}
	c := testCeilings()
	c.Roofs[1] = testRoof(roofline.KindPath, "tc.fp16.fp32", 989e12)
	assert.Equal(t, NotCounted, Classify(k, c).Verdict.Code)
	k.Work[0].Operations = 0.9 * 989e12
	assert.Equal(t, "BOUND(tc.fp16.fp32)", Classify(k, c).Verdict.Label())
}
