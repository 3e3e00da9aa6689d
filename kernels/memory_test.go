package kernels

import "slices"

// memorySuite is the names of the kernels that ask one thing of memory.
func memorySuite() []string {
	return slices.Concat(
		named("atomics_", []string{"global", "shared"}, "_add", "_add_f32", "_add_returned", "_cas"),
		[]string{"constant_read_b32", "bank_matrix", "chase_shared", "stream_read_async", "stream_read_bulk"},
		named("stream_shape_", []string{"b64", "b128"}, "_u1", "_u4", "_u8"),
		named("stream_", []string{"read", "copy", "write", "fill", "triad"}, "_b256"),
		named("shared_", []string{"read", "write"}, "_b32", "_b64", "_b128"),
		named("", []string{"gather_read", "scatter_write"}, "_b32", "_b64", "_b128", "_b256"),
	)
}
