package profile

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
	spills := m.number("sass__inst_executed_register_spilling", "sass__inst_executed_register_spilling.sum",
		"sass__inst_executed_register_spilling_mem_local", "derived__local_spilling_requests")
	return Local{
		Sectors: m.sum("l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"),
		SpillInstructions: firstKnown(spills,
			m.sum("sass__inst_executed_register_spilling_op_read", "sass__inst_executed_register_spilling_op_write")),
	}
}
