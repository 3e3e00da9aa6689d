package arch

// known is the table, in rising order of compute capability.
func known() []SM {
	sms := table()
	for i := range sms {
		sms[i].Rates.Late = late(sms[i].Major, sms[i].Minor)
	}
	return sms
}

func table() []SM {
	return []SM{
		{7, 0, "Volta", Rates{
			FP32: of(128, guideTable), FP64: of(64, guideTable), FP16x2: of(256, guideTable), Int32Add: of(64, guideTable),
			Int32Multiply: of(64, guideTable), Tensor: voltaTensor(),
		}, voltaLimits()},
		{7, 5, "Turing", Rates{
			FP32: of(128, guideTable), FP64: of(4, guide51+": FP32 to FP64 is 32 to 1"),
			FP16x2: of(256, guideTable), Int32Add: of(64, guideTable),
			Int32Multiply: of(64, guideTable), Tensor: turingTensor(),
		}, guideLimits(shape{1024, 16, 64, 64, 96}).withUnits(256).withoutReserve()},
		{8, 0, "Ampere GA100", Rates{
			FP32: of(128, guideTable), FP64: of(64, guideTable), FP16x2: of(512, guideTable), Int32Add: of(64, guideTable),
			Int32Multiply: of(64, clpeakA100), Tensor: a100Tensor(),
		}, guideLimits(shape{2048, 32, 164, 163, 192}).withUnits(128)},
		{8, 6, "Ampere GA10x", Rates{
			FP32: of(256, guideTable), FP64: of(4, guideTable), FP16x2: of(256, accelSim), Int32Add: of(64, guideTable),
			Int32Multiply: missing(noRate), Tensor: ga10xTensor(),
		}, guideLimits(shape{1536, 16, 100, 99, 128}).withUnits(128).withL1(adaL1())},
		{8, 9, "Ada", Rates{
			FP32: of(256, guide126), FP64: of(4, guide51+": FP32 to FP64 is 64 to 1"),
			FP16x2: of(256, guide126), Int32Add: of(64, guide126),
			Int32Multiply: missing(noRate), Tensor: adaTensor(),
		}, guideLimits(shape{1536, 24, 100, 99, 128}).withUnits(128).withL1(adaL1())},
		{9, 0, "Hopper", Rates{
			FP32: of(256, guide126), FP64: of(128, guide51+": FP32 to FP64 is 2 to 1"),
			FP16x2: of(512, guide126), Int32Add: of(64, guide126),
			Int32Multiply: of(64, gh200OpenCL), Tensor: hopperTensor(),
		}, guideLimits(shape{2048, 32, 228, 227, 256}).withUnits(128)},
		{10, 0, "Blackwell B200", Rates{
			FP32: of(256, xlaTable), FP64: of(128, guide51+": FP32 to FP64 is 2 to 1; "+xlaTable),
			FP16x2: of(256, xlaTable), Int32Add: missing(noRate),
			Int32Multiply: of(64, b200OpenCL), Tensor: b200Tensor(),
		}, guideLimits(shape{2048, 32, 228, 227, 256}).withL1(missing(noRate))},
		{10, 3, "Blackwell Ultra", Rates{
			FP32: of(256, b300Notes), FP64: of(4, guide51+": FP32 to FP64 is 64 to 1"),
			FP16x2: of(256, b300Notes), Int32Add: missing(noRate),
			Int32Multiply: of(64, b300Notes), Tensor: b300Tensor(),
		}, guideLimits(shape{2048, 32, 228, 227, 256}).withL1(missing(noRate))},
		{12, 0, "Blackwell GB20x", Rates{
			FP32: of(256, bestPractice), FP64: of(4, guide51+": FP32 to FP64 is 64 to 1"),
			FP16x2: of(256, bestPractice), Int32Add: of(128, bestPractice),
			Int32Multiply: of(64, bestPractice), Tensor: gb20xTensor(),
		}, guideLimits(shape{1536, 24, 100, 99, 128}).withL1(of(128, everyNews))},
		{12, 1, "Blackwell GB10", Rates{
			FP32: missing(noRate), FP64: of(4, guide51+": FP32 to FP64 is 64 to 1"),
			FP16x2: missing(noRate), Int32Add: missing(noRate), Int32Multiply: missing(noRate),
		}, guideLimits(shape{1536, 24, 100, 99, 128}).withL1(missing(noRate))},
	}
}
