package ptx

import "strings"

// isSpecial tells whether name is a special register of the PTX ISA, section
// "Special Registers".
func isSpecial(name string) bool {
	switch name {
	case "%tid", "%ntid", "%laneid", "%warpid", "%nwarpid", "%ctaid", "%nctaid",
		"%smid", "%nsmid", "%gridid",
		"%is_explicit_cluster", "%clusterid", "%nclusterid", "%cluster_ctaid",
		"%cluster_nctaid", "%cluster_ctarank", "%cluster_nctarank",
		"%lanemask_eq", "%lanemask_le", "%lanemask_lt", "%lanemask_ge", "%lanemask_gt",
		"%clock", "%clock_hi", "%clock64",
		"%globaltimer", "%globaltimer_lo", "%globaltimer_hi",
		"%reserved_smem_offset_begin", "%reserved_smem_offset_end",
		"%reserved_smem_offset_cap", "%reserved_smem_offset_0", "%reserved_smem_offset_1",
		"%total_smem_size", "%aggr_smem_size", "%dynamic_smem_size",
		"%current_graph_exec":
		return true
	}
	if rest, ok := strings.CutPrefix(name, "%pm"); ok {
		rest = strings.TrimSuffix(rest, "_64")
		return len(rest) == 1 && rest[0] >= '0' && rest[0] <= '7'
	}
	prefix, n, ok := splitNumber(name)
	return ok && prefix == "%envreg" && n < 32
}
