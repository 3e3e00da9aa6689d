package kernels

import "slices"

// memorySuite is the names of the kernels that ask one thing of memory.
func memorySuite() []string {
	return slices.Concat(
		named("atomics_", []string{"global", "shared"}, "_add", "_add_f32", "_add_returned", "_cas"),
		[]string{"constant_read_b32"},
		named("shared_", []string{"read", "write"}, "_b32", "_b64", "_b128"),
		named("", []string{"gather_read", "scatter_write"}, "_b32", "_b64", "_b128", "_b256"),
	)
}
