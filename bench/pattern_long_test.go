//go:build long

package bench

import "testing"

// The same of every tensor instruction, and of products that are made of them.
func TestPatternsOfEveryProduct(t *testing.T) {
	for _, sku := range []string{"a100-80-sxm", "rtx-5090"} {
		requirePatterns(t, sku, "tensor")
	}
	requirePatterns(t, "a100-80-sxm", "gemm/fp32_register", "gemm/fp16_wmma", "gemm/fp16_mma_k16", "tensor/fp16_fp16_wmma")
}
