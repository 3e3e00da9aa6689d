package roofline

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ridgeline/results"
)

// soft is a roof with a rounded corner: at the ridge it delivers 2^(-1/p) of the
// sharp one, 85 % for p = 4.3.
func soft(intensity, peak, bandwidth, p float64) float64 {
	low, high := min(peak, intensity*bandwidth), max(peak, intensity*bandwidth)
	return low * math.Pow(1+math.Pow(low/high, p), -1/p)
}

// softSweep has a point at each power of two from 1/4 to 512 FLOP/byte.
func softSweep(peak, bandwidth, p float64) []results.Record {
	var list []results.Record
	for intensity := 0.25; intensity <= 512; intensity *= 2 {
		list = append(list, sweep(intensity, soft(intensity, peak, bandwidth, p)))
	}
	return list
}

func TestFitOfASharpCornerIsExact(t *testing.T) {
	d := Derive(document(append(softSweep(400e9, 80e9, 1000), fma(400e9), stream(80e9))...))
	require.Len(t, d.Fits, 1)
	f := d.Fits[0]
	assert.Equal(t, "fp32", f.Path)
	assert.Equal(t, "dram", f.Level)
	assert.InEpsilon(t, 5, f.Ridge.Median, 1e-9)
	assert.InEpsilon(t, 400e9, f.Peak.Median, 1e-9)
	assert.InEpsilon(t, 80e9, f.Bandwidth.Median, 1e-9)
	assert.InDelta(t, 0, *f.Difference, 1e-9)
	assert.Equal(t, 4.0, f.Distance)
	var uses []string
	for _, p := range f.Points {
		uses = append(uses, p.Use)
		assert.InDelta(t, 0, *p.Residual, 1e-9)
	}
	assert.Equal(t, []string{"bandwidth", "bandwidth", "bandwidth", "knee", "knee", "knee", "knee",
		"peak", "peak", "peak", "peak", "peak"}, uses)
	assert.Empty(t, d.Warnings)
}

func TestFitOfASoftKnee(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ridge := rapid.Float64Range(2, 100).Draw(t, "ridge")
		bandwidth := rapid.Float64Range(1e9, 4e9).Draw(t, "bandwidth")
		softness := rapid.Float64Range(4, 40).Draw(t, "p")
		f := Derive(document(softSweep(ridge*bandwidth, bandwidth, softness)...)).Fits[0]
		require.NotNil(t, f.Ridge, f.Reason)
		assert.InEpsilon(t, ridge, f.Ridge.Median, 0.01)
		assert.LessOrEqual(t, f.Ridge.Low, f.Ridge.Median)
		assert.LessOrEqual(t, f.Ridge.Median, f.Ridge.High)
		assert.Nil(t, f.Difference, "there are no ceilings to compare with")
	})
}

func TestFitHoldsTheSpreadOfItsPoints(t *testing.T) {
	records := softSweep(400e9, 80e9, 1000)
	records[0] = sweep(0.25, 0.25*78e9)
	records[11] = sweep(512, 404e9)
	f := Derive(document(records...)).Fits[0]
	wantQuantity(t, Quantity{80e9, 78e9, 80e9, "B/s"}, *f.Bandwidth)
	wantQuantity(t, Quantity{400e9, 400e9, 404e9, "FLOP/s"}, *f.Peak)
	wantQuantity(t, Quantity{5, 5, 404.0 / 78, "FLOP/byte"}, *f.Ridge)
}

func TestFitNeedsPointsOnBothSides(t *testing.T) {
	for name, ridge := range map[string]float64{"knee too far left": 0.3, "knee too far right": 300} {
		t.Run(name, func(t *testing.T) {
			d := Derive(document(softSweep(ridge*1e9, 1e9, 10)...))
			f := d.Fits[0]
			assert.Nil(t, f.Ridge)
			assert.Nil(t, f.Peak)
			assert.Contains(t, f.Reason, "no fit: of 12 points")
			assert.Nil(t, f.Points[0].Residual)
			assert.Equal(t, []string{"fp32 x dram: " + f.Reason}, d.Warnings)
		})
	}
	t.Run("one point", func(t *testing.T) {
		assert.Nil(t, Derive(document(sweep(1, 1e9))).Fits[0].Ridge)
	})
}

func TestFitUsesNearerPointsWhereThereAreFew(t *testing.T) {
	f := Derive(document(softSweep(110e9, 1e9, 10)...)).Fits[0]
	require.NotNil(t, f.Ridge)
	assert.Equal(t, 2.0, f.Distance)
	assert.InEpsilon(t, 110, f.Ridge.Median, 0.01)
}

// A sweep that ends at 512 still finds a ridge between 128 and 256.
func TestFitOfOnePoint(t *testing.T) {
	for ridge, want := range map[float64]string{
		200: "only one point lies far right of the knee, so the peak and its interval are that point's",
		0.6: "only one point lies far left of the knee, so the bandwidth and its interval are that point's",
	} {
		records := softSweep(ridge*1e9, 1e9, 1000)
		widen(&records[0], 0.002)
		widen(&records[11], 0.003)
		f := Derive(document(records...)).Fits[0]
		require.NotNil(t, f.Ridge, f.Reason)
		assert.InEpsilon(t, ridge, f.Ridge.Median, 1e-6)
		assert.Equal(t, want, f.Caveat)
		assert.Equal(t, 2.0, f.Distance)
	}
	f := Derive(document(softSweep(200e9, 1e9, 4.3)...)).Fits[0]
	require.NotNil(t, f.Ridge, f.Reason)
	assert.InEpsilon(t, 200, f.Ridge.Median, 0.02, "a soft knee shows at twice its distance")
	widened := softSweep(200e9, 1e9, 1000)
	widen(&widened[11], 0.003)
	wantQuantity(t, Quantity{200e9, 199.4e9, 200.6e9, "FLOP/s"}, *Derive(document(widened...)).Fits[0].Peak)
}

func TestFitFarFromTheQuotientIsAWarning(t *testing.T) {
	for peak, want := range map[float64]int{400e9: 0, 390e9: 0, 385e9: 1, 415e9: 1} {
		d := Derive(document(append(softSweep(400e9, 80e9, 1000), fma(peak), stream(80e9))...))
		assert.Len(t, d.Warnings, want, "%v", d.Warnings)
	}
}

func TestRefusedPointsStayOutOfTheFit(t *testing.T) {
	records := softSweep(400e9, 80e9, 1000)
	records[3].Data.Pattern = "zeros"
	records[4].Verification.Passed = false
	assert.Len(t, Derive(document(records...)).Fits[0].Points, 10)
}
