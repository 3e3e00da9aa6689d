package profile

// formula is one way to find the bytes of a level: the sum of metrics, each
// times the bytes that it counts.
type formula struct {
	metrics    []string
	bytes      float64
	definition string
	// totals tells that only totals will do, since a later formula has better
	// than these metrics' rates times the time.
	totals bool
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
		if f.totals || !seconds.Known() {
			continue
		}
		if rate := f.rate(m).By(seconds); rate.Known() {
			return rate.Times(f.bytes), f.definition + " (per second, times the time)"
		}
	}
	return m.sum(formulas[0].metrics...), ""
}

// rate is the sum of the metrics a second.
func (f formula) rate(m *metrics) Number {
	rates := make([]string, len(f.metrics))
	for i, metric := range f.metrics {
		rates[i] = metric + ".per_second"
	}
	return m.sum(rates...)
}

func dramFormulas() []formula {
	return []formula{
		{[]string{"dram__bytes.sum"}, 1, "dram__bytes.sum", true},
		{[]string{"dram__bytes_read.sum", "dram__bytes_write.sum"}, 1, "dram__bytes_read.sum + dram__bytes_write.sum", true},
		{[]string{"dram__bytes_op_read.sum", "dram__bytes_op_write.sum"}, 1, "dram__bytes_op_read.sum + dram__bytes_op_write.sum", true},
		{[]string{"dram__sectors.sum"}, sectorBytes, "32 * dram__sectors.sum", true},
		{[]string{"dram__sectors_read.sum", "dram__sectors_write.sum"}, sectorBytes, "32 * (dram__sectors_read.sum + dram__sectors_write.sum)", true},
		{[]string{"dram__sectors_op_read.sum", "dram__sectors_op_write.sum"}, sectorBytes,
			"32 * (dram__sectors_op_read.sum + dram__sectors_op_write.sum)", true},
		{[]string{"fbpa__dram_read_bytes.sum", "fbpa__dram_write_bytes.sum"}, 1, "fbpa__dram_read_bytes.sum + fbpa__dram_write_bytes.sum", true},
		{[]string{"dram__bytes.sum"}, 1, "dram__bytes.sum", false},
	}
}

func l2Formulas() []formula {
	return []formula{
		{[]string{"lts__lts2xbar_cycles_active.sum"}, sectorBytes, "32 * lts__lts2xbar_cycles_active.sum", false},
		{[]string{"lts__t_bytes.sum"}, 1, "lts__t_bytes.sum", false},
		{[]string{"lts__t_sectors.sum"}, sectorBytes, "32 * lts__t_sectors.sum", false},
		{[]string{"lts__t_sectors_srcunit_tex.sum"}, sectorBytes, "32 * lts__t_sectors_srcunit_tex.sum", false},
		{[]string{"lts__t_sectors_op_read.sum", "lts__t_sectors_op_write.sum"}, sectorBytes,
			"32 * (lts__t_sectors_op_read.sum + lts__t_sectors_op_write.sum)", false},
	}
}

func l1Formulas() []formula {
	return []formula{
		{[]string{"l1tex__lsu_writeback_active_mem_lgds.sum"}, wavefrontBytes,
			"128 * l1tex__lsu_writeback_active_mem_lgds.sum (with shared memory)", false},
		{[]string{"l1tex__lsu_writeback_active_mem_lg.sum"}, wavefrontBytes, "128 * l1tex__lsu_writeback_active_mem_lg.sum", false},
		{[]string{"l1tex__lsu_writeback_active.sum"}, wavefrontBytes, "128 * l1tex__lsu_writeback_active.sum", false},
		{[]string{"l1tex__t_bytes.sum"}, 1, "l1tex__t_bytes.sum", false},
		{[]string{"l1tex__t_sectors.sum"}, sectorBytes, "32 * l1tex__t_sectors.sum", false},
		{[]string{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}, sectorBytes,
			"32 * (l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum + l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum)", false},
	}
}

func sharedFormulas() []formula {
	return []formula{
		{[]string{"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"}, wavefrontBytes,
			"128 * l1tex__data_pipe_lsu_wavefronts_mem_shared.sum (with conflicts)", false},
		{[]string{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"}, wavefrontBytes,
			"128 * (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum + l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum) (with conflicts)", false},
		{[]string{"sm__sass_data_bytes_mem_shared.sum"}, 1, "sm__sass_data_bytes_mem_shared.sum", false},
		{[]string{"smsp__sass_data_bytes_mem_shared.sum"}, 1, "smsp__sass_data_bytes_mem_shared.sum", false},
	}
}
