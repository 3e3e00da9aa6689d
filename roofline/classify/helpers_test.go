package classify

import (
	"ridgeline/results"
	"ridgeline/roofline"
	"ridgeline/roofline/profile"
)

// The ceilings of these tests: exact, at 1 GHz, of a GPU with 10 SMs.
const (
	clockHertz  = 1e9
	fp32Peak    = 100e9 // FLOP/s
	tensorPeak  = 1000e9
	dramPeak    = 10e9 // B/s
	l2Peak      = 50e9
	l1Peak      = 200e9
	launchFloor = 1e-6
)

func testRoof(kind roofline.Kind, name string, perSecond float64) Roof {
	return Roof{
		Kind: kind, Name: name, PerSecond: roofline.Quantity{Median: perSecond, Low: perSecond, High: perSecond},
		Status: roofline.OK, SMHertz: profile.Known(clockHertz), MemoryHertz: profile.Known(clockHertz),
		Variation: profile.Known(0.001), OfLimit: profile.Known(0.9),
	}
}

func testCeilings() *Ceilings {
	return &Ceilings{
		Source: "doc.json", Provenance: results.Measured,
		Device: results.Device{Name: "NVIDIA Test", ComputeCapability: "9.0", SMCount: 10},
		Roofs: []Roof{
			testRoof(roofline.KindPath, "fp32", fp32Peak), testRoof(roofline.KindPath, "tc.fp16.fp32", tensorPeak),
			testRoof(roofline.KindLevel, profile.LevelDRAM, dramPeak), testRoof(roofline.KindLevel, profile.LevelL2, l2Peak),
		},
		LaunchSeconds: profile.Known(launchFloor),
	}
}

// testKernel takes one second and these shares of fp32 and DRAM.
func testKernel(fp32, dram float64) *profile.Kernel {
	k := &profile.Kernel{
		Name: "k", LaunchID: "0", Launches: 1, Tier: profile.TierStalls, TimeSeconds: profile.Known(1),
		Source: profile.Source{Format: profile.FormatNCUReport},
		Device: profile.Device{Name: "Test", ComputeCapability: "9.0", SMs: profile.Known(10)},
		Clocks: profile.Clocks{SMHertz: profile.Known(clockHertz), DRAMHertz: profile.Known(clockHertz)},
		Launch: profile.Launch{Waves: profile.Known(8)},
	}
	if fp32 > 0 { // and nothing else
		k.SpeedOfLight.SMPercent = profile.Known(1)
		k.Work = []profile.Work{{Path: "fp32", Operations: fp32 * fp32Peak}}
	}
	if dram > 0 {
		k.Traffic = []profile.Traffic{{Level: profile.LevelDRAM, Bytes: profile.Known(dram * dramPeak)}, {Level: profile.LevelL2, Bytes: profile.Known(0)}}
	}
	return k
}

// with changes a kernel.
func with(k *profile.Kernel, change func(*profile.Kernel)) *profile.Kernel {
	change(k)
	return k
}
