package profile

const (
	sectorBytes    = 32
	wavefrontBytes = 128 // what L1 or shared memory moves a cycle
)

// formula is one way to find the bytes of a level: the sum of metrics, each
// times the bytes that it counts.
type formula struct {
	metrics    []string
	bytes      float64
	definition string
}

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

// absentBytes tells whether the report names the bytes of a level without a
// value: a device without that counter, which a verdict must say.
func absentBytes(m *metrics, formulas []formula) bool {
	for _, f := range formulas {
		for _, metric := range f.metrics {
			if m.absent[metric] {
				return true
			}
		}
	}
	return false
}

// bytesBy is the bytes by the first formula whose metrics are all there: as
// totals, or else as rates, times the time.
func bytesBy(m *metrics, formulas []formula, seconds Number) (Number, string) {
	for _, f := range formulas {
		if total := m.sum(f.metrics...); total.Known() {
			return total.Times(f.bytes), f.definition
		}
	}
	if !seconds.Known() {
		return m.sum(formulas[0].metrics...), ""
	}
	for _, f := range formulas {
		rates := make([]string, len(f.metrics))
		for i, metric := range f.metrics {
			rates[i] = metric + ".per_second"
		}
		if rate := m.sum(rates...).By(seconds); rate.Known() {
			return rate.Times(f.bytes), f.definition + " (per second, times the time)"
		}
	}
	return m.sum(formulas[0].metrics...), ""
}

func dramFormulas() []formula {
	return []formula{
		{[]string{"dram__bytes.sum"}, 1, "dram__bytes.sum"},
		{[]string{"dram__bytes_read.sum", "dram__bytes_write.sum"}, 1, "dram__bytes_read.sum + dram__bytes_write.sum"},
		{[]string{"dram__bytes_op_read.sum", "dram__bytes_op_write.sum"}, 1, "dram__bytes_op_read.sum + dram__bytes_op_write.sum"},
		{[]string{"dram__sectors.sum"}, sectorBytes, "32 * dram__sectors.sum"},
		{[]string{"dram__sectors_read.sum", "dram__sectors_write.sum"}, sectorBytes, "32 * (dram__sectors_read.sum + dram__sectors_write.sum)"},
		{[]string{"dram__sectors_op_read.sum", "dram__sectors_op_write.sum"}, sectorBytes, "32 * (dram__sectors_op_read.sum + dram__sectors_op_write.sum)"},
		{[]string{"fbpa__dram_read_bytes.sum", "fbpa__dram_write_bytes.sum"}, 1, "fbpa__dram_read_bytes.sum + fbpa__dram_write_bytes.sum"},
	}
}

func l2Formulas() []formula {
	return []formula{
		{[]string{"lts__lts2xbar_cycles_active.sum"}, sectorBytes, "32 * lts__lts2xbar_cycles_active.sum"},
		{[]string{"lts__t_bytes.sum"}, 1, "lts__t_bytes.sum"},
		{[]string{"lts__t_sectors.sum"}, sectorBytes, "32 * lts__t_sectors.sum"},
		{[]string{"lts__t_sectors_srcunit_tex.sum"}, sectorBytes, "32 * lts__t_sectors_srcunit_tex.sum"},
		{[]string{"lts__t_sectors_op_read.sum", "lts__t_sectors_op_write.sum"}, sectorBytes, "32 * (lts__t_sectors_op_read.sum + lts__t_sectors_op_write.sum)"},
	}
}

func l1Formulas() []formula {
	return []formula{
		{[]string{"l1tex__lsu_writeback_active_mem_lgds.sum"}, wavefrontBytes, "128 * l1tex__lsu_writeback_active_mem_lgds.sum (with shared memory)"},
		{[]string{"l1tex__lsu_writeback_active_mem_lg.sum"}, wavefrontBytes, "128 * l1tex__lsu_writeback_active_mem_lg.sum"},
		{[]string{"l1tex__lsu_writeback_active.sum"}, wavefrontBytes, "128 * l1tex__lsu_writeback_active.sum"},
		{[]string{"l1tex__t_bytes.sum"}, 1, "l1tex__t_bytes.sum"},
		{[]string{"l1tex__t_sectors.sum"}, sectorBytes, "32 * l1tex__t_sectors.sum"},
		{[]string{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}, sectorBytes,
			"32 * (l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum + l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum)"},
	}
}

func sharedFormulas() []formula {
	return []formula{
		{[]string{"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"}, wavefrontBytes, "128 * l1tex__data_pipe_lsu_wavefronts_mem_shared.sum (with conflicts)"},
		{[]string{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"}, wavefrontBytes,
			"128 * (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum + l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum) (with conflicts)"},
		{[]string{"sm__sass_data_bytes_mem_shared.sum"}, 1, "sm__sass_data_bytes_mem_shared.sum"},
		{[]string{"smsp__sass_data_bytes_mem_shared.sum"}, 1, "smsp__sass_data_bytes_mem_shared.sum"},
	}
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

// accessesOf reads how well each kind of access used what it moved.
func accessesOf(m *metrics) []Access {
	var accesses []Access
	if !m.speaksOf("l1tex", "smsp") {
		return nil
	}
	for _, kind := range []struct{ name, memory, op string }{
		{"global_load", "global", "ld"}, {"global_store", "global", "st"},
		{"local_load", "local", "ld"}, {"local_store", "local", "st"},
	} {
		pipe := "_pipe_lsu_mem_" + kind.memory + "_op_" + kind.op
		a := Access{
			Kind:           kind.name,
			Requests:       m.number("l1tex__t_requests" + pipe + ".sum"),
			Sectors:        m.number("l1tex__t_sectors" + pipe + ".sum"),
			BytesPerSector: bytesPerSector(m, "_mem_"+kind.memory+"_op_"+kind.op),
			Wavefronts:     Missing("only shared memory has wavefronts"),
			BankConflicts:  Missing("only shared memory has banks"),
		}
		if a.Requests.Known() || a.Sectors.Known() || a.BytesPerSector.Known() {
			accesses = append(accesses, a)
		}
	}
	for _, kind := range []struct{ name, op string }{{"shared", ""}, {"shared_load", "_op_ld"}, {"shared_store", "_op_st"}} {
		a := Access{
			Kind:           kind.name,
			Requests:       m.number("smsp__inst_executed_op_shared"+kind.op+".sum", "sm__sass_inst_executed_op_shared"+kind.op+".sum"),
			Sectors:        Missing("shared memory has no sectors"),
			BytesPerSector: Missing("shared memory has no sectors"),
			Wavefronts:     m.number("l1tex__data_pipe_lsu_wavefronts_mem_shared" + kind.op + ".sum"),
			BankConflicts:  m.number("l1tex__data_bank_conflicts_pipe_lsu_mem_shared" + kind.op + ".sum"),
		}
		if a.Requests.Known() || a.Wavefronts.Known() || a.BankConflicts.Known() {
			accesses = append(accesses, a)
		}
	}
	return accesses
}

// bytesPerSector is how many of a sector's bytes were asked for; old tools give
// it as a percentage.
func bytesPerSector(m *metrics, access string) Number {
	name := "smsp__sass_average_data_bytes_per_sector" + access
	if share := m.number(name + ".pct"); share.Known() && !m.number(name+".ratio").Known() {
		return share.Times(sectorBytes / 100.0)
	}
	return m.number(name + ".ratio")
}

func localOf(m *metrics) Local {
	return Local{
		Sectors: m.sum("l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"),
		SpillInstructions: m.number("sass__inst_executed_register_spilling", "sass__inst_executed_register_spilling.sum",
			"sass__inst_executed_register_spilling_mem_local"),
	}
}
