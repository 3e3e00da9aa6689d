package profile

func fillDevice(d *Device, m *metrics) {
	if d.Name == "" {
		d.Name = m.texts["device__attribute_display_name"]
	}
	major, okMajor := m.values["device__attribute_compute_capability_major"]
	minor, okMinor := m.values["device__attribute_compute_capability_minor"]
	if d.ComputeCapability == "" && okMajor && okMinor {
		d.ComputeCapability = itoa(int64(major)) + "." + itoa(int64(minor))
	}
	if index, have := m.values["launch__device_id"]; d.Index == "" && have {
		d.Index = itoa(int64(index))
	}
	const hertzPerKHz = 1e3
	d.SMs = m.number("device__attribute_multiprocessor_count", "launch__sm_count")
	d.L2Bytes = m.number("device__attribute_l2_cache_size")
	d.MemoryBytes = m.number("device__attribute_total_memory")
	d.BusWidthBits = m.number("device__attribute_global_memory_bus_width", "device__attribute_fbp_bus_width")
	d.MaxSMHertz = m.number("device__attribute_clock_rate", "device__attribute_max_gpu_frequency_khz").Times(hertzPerKHz)
	d.MaxMemoryHertz = m.number("device__attribute_memory_clock_rate", "device__attribute_max_mem_frequency_khz").Times(hertzPerKHz)
	d.MaxWarpsPerSM = m.number("device__attribute_max_warps_per_multiprocessor")
}

func fillLaunch(l *Launch, m *metrics) {
	if l.Grid == nil {
		l.Grid = dim3Of(m, "launch__grid_dim_")
	}
	if l.Block == nil {
		l.Block = dim3Of(m, "launch__block_dim_")
	}
	l.Cluster = dim3Of(m, "launch__cluster_dim_")
	l.RegistersPerThread = m.number("launch__registers_per_thread")
	l.StaticSharedBytes = m.number("launch__shared_mem_per_block_static")
	l.DynamicSharedBytes = m.number("launch__shared_mem_per_block_dynamic")
	l.DriverSharedBytes = m.number("launch__shared_mem_per_block_driver")
	l.SharedBytes = m.number("launch__shared_mem_per_block")
	if parts := m.sum("launch__shared_mem_per_block_static", "launch__shared_mem_per_block_dynamic"); !l.SharedBytes.Known() && parts.Known() {
		l.SharedBytes = Known(parts.Or(0) + l.DriverSharedBytes.Or(0))
	}
	l.LocalBytesPerThread = m.number("launch__local_mem_per_thread")
	l.Waves = m.number("launch__waves_per_multiprocessor")
}

func dim3Of(m *metrics, prefix string) *Dim3 {
	if !m.speaksOf("launch") {
		return nil
	}
	x, okX := m.values[prefix+"x"]
	y, okY := m.values[prefix+"y"]
	z, okZ := m.values[prefix+"z"]
	if !okX || !okY || !okZ || x < 1 || y < 1 || z < 1 {
		return nil
	}
	return &Dim3{int64(x), int64(y), int64(z)}
}

func clocksOf(m *metrics) Clocks {
	clocks := Clocks{
		SMHertz:   m.number("sm__cycles_elapsed.avg.per_second", "smsp__cycles_elapsed.avg.per_second", "gpc__cycles_elapsed.avg.per_second"),
		DRAMHertz: m.number("dram__cycles_elapsed.avg.per_second"),
		L2Hertz:   m.number("lts__cycles_elapsed.avg.per_second", "l2s__cycles_elapsed.avg.per_second"),
		SMCycles:  m.number(metricSMCycles, "smsp__cycles_elapsed.avg", "sm__cycles_elapsed.max", "gpc__cycles_elapsed.max"),
	}
	if seconds := m.number(metricTime).Times(1 / nanosecondsPerSecond); !clocks.SMHertz.Known() {
		if measured := ratio(clocks.SMCycles, seconds); measured.Known() {
			clocks.SMHertz = measured
		}
	}
	return clocks
}
