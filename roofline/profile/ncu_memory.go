package profile

const (
	sectorBytes    = 32
	wavefrontBytes = 128 // what L1 or shared memory moves a cycle
)

// trafficOf derives the bytes of each level. The newest definition of Nsight
// Compute's roofline comes first; which one was used stands beside the bytes.
func trafficOf(m *metrics, seconds Number) []Traffic {
	var levels []Traffic
	for _, level := range []struct {
		name     string
		domains  []string
		formulas func() []formula
		hit      []string
		peak     []string
	}{
		{LevelDRAM, []string{"dram", "fbpa", "gpu"}, dramFormulas, nil,
			[]string{"dram__throughput.avg.pct_of_peak_sustained_elapsed", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"}},
		{LevelL2, []string{"lts"}, l2Formulas, []string{"lts__t_sector_hit_rate.pct"}, []string{"lts__throughput.avg.pct_of_peak_sustained_elapsed"}},
		{LevelL1, []string{"l1tex"}, l1Formulas, []string{"l1tex__t_sector_hit_rate.pct"},
			[]string{"l1tex__throughput.avg.pct_of_peak_sustained_active", "l1tex__throughput.avg.pct_of_peak_sustained_elapsed"}},
		{LevelShared, []string{"l1tex", "smsp", "sm"}, sharedFormulas, nil,
			[]string{"l1tex__data_pipe_lsu_wavefronts_mem_shared.avg.pct_of_peak_sustained_elapsed"}},
	} {
		if !m.speaksOf(level.domains...) {
			continue
		}
		formulas := level.formulas()
		t := Traffic{Level: level.name, HitPercent: Missing("the level has no hit rate"), OfPeakPercent: m.number(level.peak...)}
		t.Bytes, t.Definition = bytesBy(m, formulas, seconds)
		if level.hit != nil {
			t.HitPercent = m.number(level.hit...)
		}
		t.ReadBytes, t.WriteBytes = directions(m, level.name)
		if t.Bytes.Known() || t.ReadBytes.Known() || t.WriteBytes.Known() || t.HitPercent.Known() || t.OfPeakPercent.Known() || absentBytes(m, formulas) {
			levels = append(levels, t)
		}
	}
	return levels
}

// directions is what was read from and written to a level.
func directions(m *metrics, level string) (read, write Number) {
	switch level {
	case LevelDRAM:
		read, write = m.number("dram__bytes_read.sum", "dram__bytes_op_read.sum"), m.number("dram__bytes_write.sum", "dram__bytes_op_write.sum")
		if !read.Known() || !write.Known() {
			return firstKnown(read, m.number("dram__sectors_read.sum", "dram__sectors_op_read.sum").Times(sectorBytes)),
				firstKnown(write, m.number("dram__sectors_write.sum", "dram__sectors_op_write.sum").Times(sectorBytes))
		}
		return read, write
	case LevelL2:
		return m.number("lts__t_sectors_op_read.sum").Times(sectorBytes), m.number("lts__t_sectors_op_write.sum").Times(sectorBytes)
	case LevelL1:
		return m.number("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum").Times(sectorBytes),
			m.number("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum").Times(sectorBytes)
	}
	return m.number("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum").Times(wavefrontBytes),
		m.number("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum").Times(wavefrontBytes)
}

func firstKnown(a, b Number) Number {
	if a.Known() || !b.Known() {
		return a
	}
	return b
}
