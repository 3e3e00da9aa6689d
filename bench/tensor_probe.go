package bench

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"ridgeline/cuda"
	"ridgeline/cuda/arch"
	"ridgeline/results"
)

// probeLine is a row of A, a column of B and an element of C that the tensor cores
// round in another way than an emulation. What is not named is zero.
type probeLine struct {
	name        string
	left, right []float64
	sum         float64
}

// probeLines are those of a form, whose numbers are exact in its formats.
//
// cut: a product of three quarters of the last bit of the sum. The tensor cores cut
// it off, and so it never counts; who rounds to the nearest counts it as one.
// together: ones, and a sum of which one is half of the last bit. The tensor cores
// add a step of them at once, and so they count; added one after the other, each is
// lost. (Volta has a bit less and loses them, too.)
// aligned: 2^26 - 3 - 2^26. The tensor cores cut the 3 where the largest term ends:
// 2, or nothing, is left; one after the other gives 4.
// short: an operand with more bits than TF32 has, which the tensor cores drop.
// rounded: a sum of FP16 and a one that is half of its last bit: rounded to the
// nearest in each instruction; a wider sum in between counts all of them.
func (f operandForm) probeLines() []probeLine {
	ones := onesOf(f.products() / f.instructions())
	if f.sum == halfNumber {
		return []probeLine{
			{"together", ones, ones, 2048},
			{"rounded", []float64{1}, []float64{1}, 2048},
		}
	}
	lines := []probeLine{
		{"cut", []float64{1.5}, []float64{0.5}, 0x1p23},
		{"together", ones, ones, 0x1p24},
	}
	if f.element <= singleNumber || f.element == e4m3Number || f.element == e5m2Number {
		// In one step; of TF32 on Ampere this is four products.
		lines = append(lines, probeLine{"aligned", []float64{256, -0x1.8p-5, -256}, []float64{256, 0x1p-4, 256}, 0})
	}
	if f.element == singleNumber {
		lines = append(lines, probeLine{"short", []float64{1 + 0x1p-11}, []float64{1}, 0})
	}
	return lines
}

func onesOf(n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = 1
	}
	return all
}

// probed tells whether some input tells the tensor cores from an emulation, and why
// not: sums of integers and fused multiply-adds of FP64 are the same everywhere.
func (f operandForm) probed() (reason string) {
	switch f.sum {
	case wordInteger:
		return "sums of integers are exact on every unit"
	case doubleNumber:
		return "FP64 is multiplied and added by fused steps on every unit"
	}
	return ""
}

// probe launches the kernel on one block, in one trip, on the lines: row i of the
// first A is that of line i, and all columns of the first B but its own are zero. All
// other matrices are zero, so that the XOR over the chains is the element itself.
func (e *engine) probe(ctx context.Context, k tensorKernel, l prepared) (*results.TensorProbe, error) {
	if reason := k.form.probed(); reason != "" {
		return &results.TensorProbe{Outcome: results.ProbeNone, Reason: reason}, nil
	}
	raw := k.form.probeOperands()
	in, err := e.dev.Alloc(int64(len(raw)))
	if err != nil {
		return nil, err
	}
	defer e.dev.Free(in) //nolint:errcheck // the device says so again where it matters
	if err := e.dev.Write(in, raw); err != nil {
		return nil, err
	}
	launch := l.launch
	launch.Grid, launch.NoReplay = cuda.Dim3{X: 1, Y: 1, Z: 1}, true
	launch.Args = []cuda.Arg{cuda.ArgPtr(in), cuda.ArgPtr(l.out.ptr), cuda.ArgU32(1)}
	if _, err := e.dev.Launch(ctx, launch); err != nil {
		return nil, err
	}
	got := make([]byte, k.form.writtenBytes())
	if err := e.dev.Read(got, l.out.ptr); err != nil {
		return nil, err
	}
	return k.judgeProbe(got, e.limits.info.ComputeCapability), nil
}

// probeOperands lays the lines into the first A, B and C: line i is row i and column
// i.
func (f operandForm) probeOperands() []byte {
	left := make([]float64, f.rows*f.products())
	right := make([]float64, f.columns*f.depth)
	sums := make([]float64, f.rows*f.columns)
	for i, line := range f.probeLines() {
		for p, x := range line.left {
			at := p
			if f.sparse {
				at = f.place([2]int{0, 1}, p)
			}
			left[i*f.products()+p], right[i*f.depth+at] = x, line.right[p]
		}
		sums[i*f.columns+i] = line.sum
	}
	leftSize := int(f.element.bytes(len(left)) + f.leftExtra())
	rightSize := int(f.element.bytes(len(right)) + f.rightExtra())
	raw := f.element.appendFloats(nil, left)
	raw = append(raw, f.probeExtra(f.rows)...)
	raw = append(raw, make([]byte, f.pool()*leftSize-len(raw))...)
	raw = append(f.element.appendFloats(raw, right), f.probeScales(f.columns)...)
	raw = append(raw, make([]byte, f.pool()*(leftSize+rightSize)-len(raw))...)
	raw = f.sum.appendFloats(raw, sumsInMemory(f, sums))
	return append(raw, make([]byte, f.poolBytes()-int64(len(raw)))...)
}

// probeExtra is what stands behind the first A.
func (f operandForm) probeExtra(lines int) []byte {
	if f.sparse {
		return binary.LittleEndian.AppendUint32(nil, f.placesWord([2]int{0, 1}))
	}
	return f.probeScales(lines)
}

// probeScales are ones.
func (f operandForm) probeScales(lines int) []byte {
	scales := make([]int64, lines*f.scales)
	for i := range scales {
		scales[i] = 1
	}
	return f.appendScales(nil, scales)
}

// judgeProbe compares the words of the first warp with what the rule of the
// architecture and the emulations give.
func (k tensorKernel) judgeProbe(got []byte, c cuda.ComputeCapability) *results.TensorProbe {
	f := k.form
	rule := arch.Accumulate(c.Major, c.Minor, f.element.bits(), f.element >= e4m3Number, k.reached())
	probe := &results.TensorProbe{Outcome: results.ProbeTensor, Source: rule.Source}
	var wrong []string
	for i, line := range f.probeLines() {
		word := f.probeWord(got, i)
		want := f.sum.wordOf(f.tensorSum(line, rule))
		emulations := []uint32{f.sum.wordOf(f.vectorSum(line, false)), f.sum.wordOf(f.vectorSum(line, true))}
		entry := results.ProbeLine{Name: line.name, Got: hexWord(word), Tensor: hexWord(want)}
		emulated := false
		for _, e := range emulations {
			entry.Emulations = append(entry.Emulations, hexWord(e))
			emulated = emulated || e == word
		}
		probe.Lines = append(probe.Lines, entry)
		switch {
		case word == want:
			continue
		case emulated:
			probe.Outcome = results.ProbeEmulation
		case probe.Outcome != results.ProbeEmulation:
			probe.Outcome = results.ProbeOther
		}
		wrong = append(wrong, fmt.Sprintf("%s is %s, and not %s as on the tensor cores", line.name, entry.Got, entry.Tensor))
	}
	probe.Reason = strings.Join(wrong, "; ")
	return probe
}

func hexWord(w uint32) string { return fmt.Sprintf("%#08x", w) }

// readWord is the word of element i.
func (t numberType) readWord(raw []byte, i int) uint32 {
	if t == halfNumber {
		return uint32(binary.LittleEndian.Uint16(raw[2*i:]))
	}
	return binary.LittleEndian.Uint32(raw[4*i:])
}

// wordOf is the word of a sum in FP16 or FP32.
func (t numberType) wordOf(sum float64) uint32 {
	if t == halfNumber {
		return uint32(roundToHalf(sum))
	}
	return math.Float32bits(float32(sum))
}

// appendFloats writes numbers that the format holds exactly.
func (t numberType) appendFloats(raw []byte, values []float64) []byte {
	if t.padded() > 0 {
		codes := make([]byte, len(values))
		for i, x := range values {
			codes[i] = t.codeOf(x)
		}
		return t.pad(raw, codes)
	}
	for i, x := range values {
		switch t {
		case halfNumber:
			raw = binary.LittleEndian.AppendUint16(raw, roundToHalf(x))
		case brainNumber:
			raw = binary.LittleEndian.AppendUint16(raw, uint16(math.Float32bits(float32(x))>>16))
		case singleNumber:
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(float32(x)))
		case nibbleNumber:
			if i%2 == 0 {
				raw = append(raw, 0)
			}
			raw[len(raw)-1] |= t.codeOf(x) << (i % 2 * 4)
		default:
			raw = append(raw, t.codeOf(x))
		}
	}
	return raw
}

// codeOf is a number, normal in its format, in at most 8 bits.
func (t numberType) codeOf(x float64) byte {
	switch t {
	case e4m3Number:
		return smallCode(x, 3, 7, 0x80)
	case e5m2Number:
		return smallCode(x, 2, 15, 0x80)
	case e2m3Number, paddedSixNumber:
		return smallCode(x, 3, 1, 0x20)
	case e2m1Number:
		return smallCode(x, 1, 1, 0x8) << 2
	}
	return smallCode(x, 1, 1, 0x8)
}

// smallCode encodes a number that the format holds exactly, subnormal ones as well.
func smallCode(x float64, fraction, bias int, sign byte) byte {
	code := byte(0)
	if x < 0 {
		code, x = sign, -x
	}
	if x == 0 {
		return code
	}
	exponent := math.Ilogb(x) + bias
	if exponent < 1 {
		return code | byte(math.Ldexp(x, fraction+bias-1))
	}
	return code | byte(exponent)<<fraction | byte(math.Ldexp(x, fraction-math.Ilogb(x)))&(1<<fraction-1)
}
