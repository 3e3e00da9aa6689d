package classify

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/roofline/profile"
)

// finding is the finding with an ID; nil where the launch has none.
func finding(k *profile.Kernel, id string) *Finding {
	for _, f := range Classify(k, testCeilings()).Findings {
		if f.ID == id {
			return &f
		}
	}
	return nil
}

func saved(value float64) profile.Number { return profile.Known(value) }

// Each finding is there just beyond its threshold, with a bound computed by hand,
// and is gone just before it.
func TestFindings(t *testing.T) {
	known := profile.Known
	access := func(kind string, useful float64) []profile.Access {
		return []profile.Access{{Kind: kind, BytesPerSector: known(useful)}}
	}
	for _, test := range []struct {
		id         string
		fp32, dram float64
		with, less func(*profile.Kernel)
		want       profile.Number
	}{
		{"COALESCE", 0.1, 0.9, func(k *profile.Kernel) { k.Accesses = access("global_load", 8) },
			func(k *profile.Kernel) { k.Accesses = access("global_load", 24) }, saved(0.75)},
		{"COALESCE", 0.5, 0.9, func(k *profile.Kernel) { k.Accesses = access("global_store", 8) },
			func(k *profile.Kernel) { k.Accesses = access("shared", 8) }, saved(0.5)}, // the compute roof is next
		{"LOCALITY", 0.1, 0.9, func(k *profile.Kernel) { moreL2(k, 1.49) }, func(k *profile.Kernel) { moreL2(k, 1.5) }, saved(1 - 0.9*1.49/5)},
		{"FUSE", 0.05, 0.9, func(k *profile.Kernel) { k.Accesses = access("global_load", 28) },
			func(k *profile.Kernel) { k.Accesses = access("global_load", 27) }, profile.Missing("bytes")},
		{"PAD", 0.1, 0.9, func(k *profile.Kernel) { conflicts(k, 40) }, func(k *profile.Kernel) { conflicts(k, 20) }, saved(0.4)},
		{"SPILL", 0.1, 0.9, func(k *profile.Kernel) { k.Local.SpillInstructions = known(1) },
			func(k *profile.Kernel) { k.Local.SpillInstructions = known(0) }, profile.Missing("local sectors")},
		{"NONFMA", 0.7, 0.1, func(k *profile.Kernel) { parts(k, 60, 20) }, func(k *profile.Kernel) { parts(k, 40, 20) }, saved(0.3)},
		{"DIVERGE", 0.7, 0.1, func(k *profile.Kernel) { k.Divergence.ThreadsPerInstruction = known(16) },
			func(k *profile.Kernel) { k.Divergence.ThreadsPerInstruction = known(24) }, saved(0.5)},
		{"TAIL", 0.7, 0.1, func(k *profile.Kernel) { k.Launch.Waves = known(2.2) },
			func(k *profile.Kernel) { k.Launch.Waves = known(2.5) }, saved(1.0 / 3)},
		{"ILP", 0.1, 0.3, func(k *profile.Kernel) { starve(k, 0.39) }, func(k *profile.Kernel) { starve(k, 0.4) }, saved(0.5)},
		{"OCC", 0.1, 0.3, func(k *profile.Kernel) { occupy(k, 49) }, func(k *profile.Kernel) { occupy(k, 50) }, saved(0.51)},
		{"TENSOR_OFF", 0.9, 0.1, noTensor, func(*profile.Kernel) {}, saved(1 - 0.1)},
	} {
		found := finding(with(testKernel(test.fp32, test.dram), test.with), test.id)
		require.NotNil(t, found, test.id)
		assert.NotEmpty(t, found.Evidence, test.id)
		assert.Equal(t, test.want.Known(), found.TimeSaved.Known(), test.id)
		assert.InDelta(t, test.want.Or(0), found.TimeSaved.Or(0), 1e-12, test.id)
		assert.Nil(t, finding(with(testKernel(test.fp32, test.dram), test.less), test.id), test.id)
	}
}

func moreL2(k *profile.Kernel, times float64) { k.Traffic[1].Bytes = k.Traffic[0].Bytes.Times(times) }

func conflicts(k *profile.Kernel, of100 float64) {
	k.Accesses = []profile.Access{{Kind: "shared", Wavefronts: profile.Known(100), BankConflicts: profile.Known(of100)}}
}

func parts(k *profile.Kernel, apart, fma float64) {
	k.Work[0].Adds, k.Work[0].Multiplies, k.Work[0].FMAs = profile.Known(apart/2), profile.Known(apart/2), profile.Known(fma)
}

func starve(k *profile.Kernel, issued float64) {
	k.Occupancy.AchievedPercent, k.Scheduler.IssuedPerCycle = profile.Known(70), profile.Known(issued)
}

func occupy(k *profile.Kernel, percent float64) {
	k.Occupancy.AchievedPercent = profile.Known(percent)
	k.Occupancy.Limits = []profile.OccupancyLimit{{Resource: "registers", Blocks: 2}, {Resource: "warps", Blocks: 8}}
}

func noTensor(k *profile.Kernel) { k.Tensor.Instructions = profile.Known(0) }

// What holds a kernel back is said even where what binds it is not known.
func TestFindingsWithoutAVerdict(t *testing.T) {
	k := testKernel(0.3, 0)
	k.Local.SpillInstructions = profile.Known(1)
	assert.Equal(t, NotCounted, Classify(k, testCeilings()).Verdict.Code)
	assert.NotNil(t, finding(k, "SPILL"))
	assert.Nil(t, finding(with(k, func(k *profile.Kernel) { k.TimeSeconds = profile.Known(0) }), "SPILL"))
}

// A kernel at the speed of DRAM needs no more warps.
func TestLowOccupancyIsNoFindingAtTheRoof(t *testing.T) {
	assert.Nil(t, finding(with(testKernel(0.1, 0.9), func(k *profile.Kernel) { occupy(k, 40) }), "OCC"))
}

func TestSpeedupOfAFinding(t *testing.T) {
	assert.InDelta(t, 4, Finding{TimeSaved: profile.Known(0.75)}.Speedup().Or(0), 1e-12)
	assert.False(t, Finding{TimeSaved: profile.Known(1)}.Speedup().Known())
	assert.False(t, Finding{TimeSaved: profile.Missing("x")}.Speedup().Known())
}
