package bench

import "ridgeline/cuda"

// fewSteps are the steps of the kernels of the paths whose elements are words.
func fewSteps() []int64 { return []int64{1, 4, 16, 64, 256, 1024} }

func fp16x2Intensity() intensityPath {
	return intensityPath{
		path: "fp16x2", title: "packed FP16", elementBytes: 4, stepFLOPs: 4, kind: halfPairsInput,
		constants: []cuda.Arg{cuda.ArgU32(halfConstants)},
		opcode:    "HFMA2",
		steps:     fewSteps(),
		ends:      halfEnds(half16(), halfConstants),
		from:      Standard,
		thin:      map[Preset][]span{Standard: {{elementFLOPs: {4, 16, 256, 1024}}}},
	}
}

func bf16x2Intensity() intensityPath {
	return intensityPath{
		path: "bf16x2", title: "packed BF16", elementBytes: 4, stepFLOPs: 4, kind: brainPairsInput,
		constants: []cuda.Arg{cuda.ArgU32(brainConstants)},
		opcode:    "HFMA2.BF16_V2",
		steps:     fewSteps(),
		ends:      halfEnds(brain16(), brainConstants),
		from:      Standard,
		thin:      map[Preset][]span{Standard: {{elementFLOPs: {4, 16, 256, 1024}}}},
	}
}

func int32Intensity() intensityPath {
	return intensityPath{
		path: "int32", title: "integer multiplication", elementBytes: 4, stepFLOPs: 2, kind: wordsInput,
		constants: []cuda.Arg{cuda.ArgU32(multiplier), cuda.ArgU32(increment)},
		opcode:    "IMAD",
		steps:     fewSteps(),
		ends: func(in input, steps int) func(int) uint32 {
			power, sum := affinePower(multiplier, increment, steps)
			return func(i int) uint32 { return power*in.words[i] + sum }
		},
		from: Standard,
		thin: map[Preset][]span{Standard: {{elementFLOPs: {2, 8, 128, 512}}}},
	}
}

// halfEnds steps both halves of a word, by tables of so many steps.
func halfEnds(f halfFormat, constants uint32) func(in input, steps int) func(int) uint32 {
	return func(in input, steps int) func(int) uint32 {
		low := repeatedly(squareTable(f, uint16(constants)), steps)
		high := repeatedly(squareTable(f, uint16(constants>>16)), steps)
		return func(i int) uint32 {
			w := in.words[i]
			return uint32(low[uint16(w)]) | uint32(high[w>>16])<<16
		}
	}
}

// repeatedly is a step done so many times, by squaring.
func repeatedly(step *[1 << 16]uint16, times int) *[1 << 16]uint16 {
	power, done := *step, [1 << 16]uint16{}
	for i := range done {
		done[i] = uint16(i)
	}
	for ; times > 0; times >>= 1 {
		if times&1 == 1 {
			for i := range done {
				done[i] = power[done[i]]
			}
		}
		squared := power
		for i := range power {
			squared[i] = power[power[i]]
		}
		power = squared
	}
	return &done
}
