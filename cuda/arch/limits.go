package arch

// shape is what of the limits differs between compute capabilities.
type shape struct {
	threads, blocks                 float64
	sharedKiB, optInKiB, unifiedKiB float64
}

// guideLimits are the limits as the Programming Guide tabulates them.
func guideLimits(s shape) Limits {
	return Limits{
		Schedulers:             missing(noUnit),
		WarpThreads:            of(32, guide51),
		MaxThreadsPerSM:        of(s.threads, guide51),
		MaxBlocksPerSM:         of(s.blocks, guide51),
		MaxThreadsPerBlock:     of(1024, guide51),
		RegistersPerSM:         of(65536, guide51),
		MaxRegistersPerThread:  of(255, guide51),
		RegisterUnit:           missing(noUnit),
		SharedPerSM:            kib(s.sharedKiB, guide51),
		SharedPerBlock:         kib(48, guide51),
		SharedPerBlockOptIn:    kib(s.optInKiB, guide51),
		SharedReservedPerBlock: kib(1, guide51),
		SharedUnit:             missing(noUnit),
		UnifiedCacheBytes:      kib(s.unifiedKiB, guide51),
		SharedBytesPerCycle:    of(128, guide51+": 32 banks of 4 bytes"),
		L1BytesPerCycle:        of(128, forumL1),
		SharedBanks:            of(32, guide51),
		BankBytes:              of(4, guide51),
		L1LineBytes:            of(128, forumLSU),
		SectorSize:             of(32, forumLSU),
	}
}

// withUnits adds the allocation units, where the occupancy header has them.
func (l Limits) withUnits(sharedUnit float64) Limits {
	l.Schedulers = of(4, occupancyH)
	l.RegisterUnit = of(256, occupancyH)
	l.SharedUnit = of(sharedUnit, occupancyH)
	return l
}

// withL1 replaces the rate of L1.
func (l Limits) withL1(rate Value) Limits {
	l.L1BytesPerCycle = rate
	return l
}

// adaL1: 64 bytes a cycle were measured with 4-byte loads alone, so that the
// general figure stays the limit.
func adaL1() Value {
	return Value{Number: 128, Low: 64, Source: forumL1 + "; measured with 4-byte loads: 64 on A40 and L40, " + gpuBenches}
}

// withoutReserve is for the architectures before 8.0.
func (l Limits) withoutReserve() Limits {
	l.SharedReservedPerBlock = of(0, noReserve+" ("+guide51+")")
	return l
}

// voltaLimits: the guide's current edition no longer has 7.0.
func voltaLimits() Limits {
	l := guideLimits(shape{threads: 2048, blocks: 32, sharedKiB: 96, optInKiB: 96, unifiedKiB: 128})
	l = l.withUnits(256).withoutReserve()
	for _, v := range []*Value{&l.WarpThreads, &l.MaxThreadsPerSM, &l.MaxBlocksPerSM, &l.MaxThreadsPerBlock,
		&l.RegistersPerSM, &l.SharedPerSM, &l.SharedPerBlock} {
		v.Source = gv100
	}
	for _, v := range []*Value{&l.MaxRegistersPerThread, &l.SharedBytesPerCycle, &l.SharedBanks, &l.BankBytes} {
		v.Source = olderGuides
	}
	l.SharedPerBlockOptIn.Source = occupancyH
	l.SharedReservedPerBlock.Source = noReserve
	l.UnifiedCacheBytes.Source = gpuBenches + ": L1 ends at 128 KiB on V100"
	return l
}
