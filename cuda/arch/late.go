package arch

// late is what was found of the vector paths of a compute capability that the guide's table
// does not have. Of dot products of bytes no rate was found.
func late(major, minor int) Late {
	l := Late{
		FP32x2: missing("packed FP32 came with compute capability 10.0"),
		BF16x2: missing("BF16 arithmetic came with compute capability 8.0"),
		DP4A:   missing(noRate),
		SFU:    missing(noRate),
	}
	if major >= 8 {
		l.BF16x2 = missing(noRate)
	}
	if major >= 10 {
		l.FP32x2 = missing(noRate)
	}
	if major == 7 || major == 8 && minor < 9 {
		l.SFU = of(16, guideTable)
	}
	switch [2]int{major, minor} {
	case [2]int{10, 3}:
		l.FP32x2 = of(256, b300Notes+": as many FLOPs as FP32, in half of the instructions")
		l.BF16x2 = of(256, b300Notes+": as FP16")
		l.SFU = between(16, 32, b300Notes+": 2^x twice as fast as the others")
	case [2]int{12, 0}:
		l.FP32x2 = of(256, bestPractice+": that of FP32, as the assembler makes two FMAs of each")
		l.BF16x2 = of(256, blackwellRTX+": BF16 as fast as FP32")
	}
	return l
}
