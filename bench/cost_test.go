package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/results"
	"ridgeline/roofline"
)

// costs are the records of a run, by what they say.
type costs struct {
	t       *testing.T
	records []results.Record
}

func measureCosts(t *testing.T, dev cuda.Device, cases []Case) costs {
	t.Helper()
	records, err := runShort(t, dev, cases)
	require.NoError(t, err)
	for _, r := range records {
		require.Equal(t, results.OutcomeOK, r.Outcome, "%s %v: %s", r.Case, r.Axes, r.Reason)
	}
	return costs{t, records}
}

// of is the record of a point.
func (c costs) of(name string, a axes) *results.Record {
	c.t.Helper()
	for i, r := range c.records {
		if r.Case == name && assert.ObjectsAreEqual(map[string]int64(a), r.Axes) {
			return &c.records[i]
		}
	}
	require.Fail(c.t, "no such point", "%s %v", name, a)
	return nil
}

// perUseful is the time of so many useful bytes: elements, or what is loaded
// from shared memory.
func perUseful(r *results.Record, kind string) float64 {
	return r.Estimate.SecondsMedian / float64(r.Counters.Traffic[kind].UsefulBytes)
}

func onTwoGPUs(t *testing.T, check func(t *testing.T, dev cuda.Device)) {
	for _, sku := range []string{"h100-sxm", "t4"} {
		t.Run(sku, func(t *testing.T) { check(t, openVirtual(t, scaledSpec(t, sku))) })
	}
}

// A stride costs the sectors that it touches: up to eight times. An offset costs
// next to nothing.
func TestWhatAStrideCosts(t *testing.T) {
	onTwoGPUs(t, func(t *testing.T, dev cuda.Device) {
		c := measureCosts(t, dev, Standard.Cases(selected(t, "stride")))
		coalesced := perUseful(c.of("stride/read", axes{strideAxis: 1}), "global_load")
		for _, stride := range []int64{1, 2, 4, 8, 16, 32} {
			cost := perUseful(c.of("stride/read", axes{strideAxis: stride}), "global_load")
			assert.InEpsilon(t, float64(min(stride, 8)), cost/coalesced, 0.03, "stride %d", stride)
		}
		aligned := c.of("stride/offset", axes{offsetAxis: 0}).Estimate.SecondsMedian
		for _, offset := range []int64{1, 8} {
			cost := c.of("stride/offset", axes{offsetAxis: offset}).Estimate.SecondsMedian
			assert.InEpsilon(t, 1, cost/aligned, 0.03, "offset %d", offset)
		}
	})
}

// A bank conflict costs its passes.
func TestWhatAConflictCosts(t *testing.T) {
	onTwoGPUs(t, func(t *testing.T, dev cuda.Device) {
		bank := selected(t, "bank/read")[0]
		c := measureCosts(t, dev, []Case{
			bank.within(span{bitsAxis: {32}, strideAxis: {1, 2, 8, 32, 33}}),
			bank.within(span{bitsAxis: {64, 128}, strideAxis: {1, 4, 8}}),
		})
		strides := map[int64][]int64{32: {2, 8, 32, 33}, 64: {4, 8}, 128: {4, 8}}
		for bits, strides := range strides {
			free := perUseful(c.of("bank/read", axes{bitsAxis: bits, strideAxis: 1}), "shared_load")
			for _, stride := range strides {
				a := axes{bitsAxis: bits, strideAxis: stride}
				passes, fewest := bankPasses(a)
				cost := perUseful(c.of("bank/read", a), "shared_load")
				assert.InEpsilon(t, float64(passes)/float64(fewest), cost/free, 0.05, "%v", a)
			}
		}
	})
}

// A transpose without conflicts is as fast as a copy, with padding as with a
// swizzle.
func TestWhatATransposeCosts(t *testing.T) {
	onTwoGPUs(t, func(t *testing.T, dev cuda.Device) {
		cases := Standard.Cases(selected(t, "bank/transpose_*"))
		c := measureCosts(t, dev, append(cases, selected(t, "stream/copy")[0].within(span{laneBytes: {16}})))
		rate := func(name string, a axes) float64 {
			r := c.of(name, a)
			return r.Work.Bytes["dram"] / r.Estimate.SecondsMedian
		}
		copied := rate("stream/copy", axes{laneBytes: 16})
		for _, good := range []string{"bank/transpose_padded", "bank/transpose_swizzled"} {
			assert.InEpsilon(t, copied, rate(good, axes{}), 0.03, good)
		}
		for _, bad := range []string{"bank/transpose_naive", "bank/transpose_shared"} {
			assert.Less(t, rate(bad, axes{}), copied, bad)
		}
	})
}

// One warp an SM is bound by latency, many are bound by the pipes or by memory;
// a chase is bound by latency at every size.
func TestWhatBinds(t *testing.T) {
	onTwoGPUs(t, func(t *testing.T, dev cuda.Device) {
		chases := selected(t, "chase/ca", "chase/cg")
		for i := range chases {
			chases[i].Axes[0].Values, chases[i].recipe.refined = []int64{16, 512, 4096}, false
		}
		cases := append(Quick.Cases(selected(t, "fma/fp32", "stream/read")), chases...)
		c := measureCosts(t, dev, cases)
		doc := results.Document{Device: DeviceFacts(dev.Info()), Records: c.records}
		verdicts := map[string]roofline.Verdict{}
		for _, p := range roofline.Derive(&doc).Points {
			verdicts[roofline.Label(p.Case, p.Axes)] = p.Verdict
		}
		for label, verdict := range verdicts {
			want := roofline.LatencyBound
			switch {
			case label == "stream/read bytes_per_lane=16":
				want = roofline.MemoryBound
			case label != "fma/fp32 chains=1 warps_per_sm=1" && label[:3] == "fma":
				want = roofline.ComputeBound
			}
			assert.Equal(t, want, verdict, label)
		}
		assert.Len(t, verdicts, 9)
	})
}

// The latency of a chase is that of the level that holds it.
func TestLatencies(t *testing.T) {
	path := scaledSpec(t, "h100-sxm")
	dev := openVirtual(t, path)
	chases := selected(t, "chase/ca", "chase/cg")
	for i := range chases {
		chases[i].Axes[0].Values = []int64{16, 512, 16384}
	}
	c := measureCosts(t, dev, chases)
	cycles := func(name string, kib int64) float64 {
		r := c.of(name, axes{footprintAxis: kib})
		return r.Estimate.SecondsMedian / r.Work.DependentLoads * dev.Info().SMClockMHz * 1e6
	}
	assert.InEpsilon(t, 32.0, cycles("chase/ca", 16), 0.05, "16 KiB are in L1")
	assert.InEpsilon(t, 280.0, cycles("chase/ca", 512), 0.05, "512 KiB are in L2")
	for _, kib := range []int64{16, 512} {
		assert.InEpsilon(t, 280.0, cycles("chase/cg", kib), 0.05, "%d KiB past L1", kib)
	}
	assert.Greater(t, cycles("chase/cg", 16384), 1.5*280, "16 MiB are in DRAM")
}
