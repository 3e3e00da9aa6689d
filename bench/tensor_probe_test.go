package bench

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ridgeline/cuda"
	"ridgeline/cuda/arch"
	"ridgeline/results"
)

// probedKernels are those of the tensor family that a probe can tell from an
// emulation.
func probedKernels() []*tensorKernel {
	var all []*tensorKernel
	for _, c := range tensorCases() {
		if c.recipe.probe.form.probed() == "" {
			all = append(all, c.recipe.probe)
		}
	}
	return all
}

// probeWords are the words of a first warp that computes the lines in some way.
func probeWords(f operandForm, sum func(probeLine) float64) []byte {
	raw := make([]byte, f.writtenBytes())
	for i, line := range f.probeLines() {
		at, word := i*f.columns+i, f.sum.wordOf(sum(line))
		if f.block {
			at = i*blockWords + i
		}
		if f.sum == halfNumber && !f.block {
			binary.LittleEndian.PutUint16(raw[2*at:], uint16(word))
		} else {
			binary.LittleEndian.PutUint32(raw[4*at:], word)
		}
	}
	return raw
}

// On every architecture the probe takes the tensor cores for what they are, and
// finds out each emulation.
func TestProbeTellsEmulations(t *testing.T) {
	for _, k := range probedKernels() {
		for _, sm := range arch.Known() {
			c, label := cuda.ComputeCapability{Major: sm.Major, Minor: sm.Minor}, k.name+" on "+sm.Name
			rule := arch.Accumulate(c.Major, c.Minor, k.form.element.bits(), k.form.element >= e4m3Number, k.reached())
			sure := k.judgeProbe(probeWords(k.form, func(l probeLine) float64 { return k.form.tensorSum(l, rule) }), c)
			assert.Equal(t, results.ProbeTensor, sure.Outcome, label)
			for _, wide := range []bool{false, true} {
				fake := k.judgeProbe(probeWords(k.form, func(l probeLine) float64 { return k.form.vectorSum(l, wide) }), c)
				assert.Equal(t, results.ProbeEmulation, fake.Outcome, "%s, wide %v", label, wide)
				assert.NotEmpty(t, fake.Reason, label)
			}
		}
		other := k.judgeProbe(make([]byte, k.form.writtenBytes()), cuda.ComputeCapability{Major: 8})
		assert.Equal(t, results.ProbeOther, other.Outcome, k.name)
	}
}

// Lines by hand, on Ampere: a sum of 2^23 stays, one of 2^24 grows by eight ones at a
// time, and of 2^26 - 3 - 2^26 nothing is left.
func TestProbeByHand(t *testing.T) {
	k := tensorCases()[2].recipe.probe
	require.Equal(t, "fp16_fp32_k16", k.name)
	rule := arch.Accumulate(8, 0, 16, false, arch.MMASync)
	lines := k.form.probeLines()
	want := []float64{0x1p23, 0x1p24 + 16*16, 0}
	for i, line := range lines {
		assert.Equal(t, want[i], k.form.tensorSum(line, rule), line.name)
	}
	// On Hopper there is a bit more: a 3 is cut to 2, in units of 2^-10, until the sum
	// itself is among the terms.
	assert.Equal(t, -2*0x1p-10, k.form.alignedSum(lines[2].left, lines[2].right, 0, 25))
	assert.Equal(t, 0x1p23+16, k.form.vectorSum(lines[0], false))
	assert.Equal(t, 0x1p24, k.form.vectorSum(lines[1], false))
}

// The virtual GPU rounds as the tensor cores of its architecture, whichever case it
// is asked by.
func TestVirtualPassesProbes(t *testing.T) {
	asked := map[string]bool{}
	for _, sku := range []string{"v100-sxm2", "t4", "a100-80-sxm", "l4", "h100-sxm", "b200", "rtx-5090"} {
		dev := openVirtual(t, sku)
		e := newEngine(dev, library(t), Options{})
		for _, c := range tensorCases() {
			points := smallPoints(c)
			p := points[len(points)-1]
			f, _, err := e.programs.function(c.recipe.symbol(p.a))
			if isUnsupported(err) {
				continue
			}
			require.NoError(t, err)
			l, err := e.launch(point{c: c, axes: p.a}, p.s, f)
			require.NoError(t, err)
			probe, err := e.probe(t.Context(), *c.recipe.probe, l)
			if isUnsupported(err) {
				continue
			}
			require.NoError(t, err, "%s on %s", c.Name, sku)
			asked[c.Name] = true
			want := results.ProbeTensor
			if c.recipe.probe.form.probed() != "" {
				want = results.ProbeNone
			}
			assert.Equal(t, want, probe.Outcome, "%s on %s: %+v", c.Name, sku, probe)
		}
		require.NoError(t, e.close(nil))
	}
	for _, c := range tensorCases() {
		assert.True(t, asked[c.Name], c.Name)
	}
}

// The machine instruction of each path.
func TestNativeTo(t *testing.T) {
	for _, c := range []struct {
		path, opcode string
		native       bool
	}{
		{"tc.fp16.fp32", "HMMA.16816.F32", true}, {"tc.fp16.fp32", "HMMA.16816.F32.BF16", false}, {"tc.fp16.fp32", "HGMMA.64x8x16.F32", true},
		{"tc.bf16.fp32", "HMMA.16816.F32.BF16", true}, {"tc.tf32.fp32.sparse", "HMMA.SP.16816.F32.TF32", true},
		{"tc.int4.int32", "IMMA.16864.S4.S4", true}, {"tc.int4.int32", "IMMA.16832.S8.S8", false},
		{"tc.e4m3.fp32", "QMMA.16832.F32.E4M3.E4M3", true}, {"tc.e4m3.fp32", "HMMA.16816.F32", false},
		{"tc.nvfp4.fp32", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X", true}, {"tc.fp64", "DMMA.8x8x4", true}, {"tc.fp64", "HMMA.16816.F32", false},
		{"tc.bf16.fp32", "UTCHMMA", true}, {"tc.e4m3.fp32", "UTCHMMA", false}, {"tc.mxfp8.fp32", "UTCQMMA", true},
		{"tc.nvfp4.fp32", "UTCOMMA.4X", true}, {"tc.int8.int32", "UTCIMMA", true}, {"tc.fp64", "UTCHMMA", false},
	} {
		assert.Equal(t, c.native, nativeTo(c.path)(c.opcode), "%s %s", c.path, c.opcode)
	}
}
