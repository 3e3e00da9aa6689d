//go:build long

package bench

import "testing"

// The same of every tensor instruction, and of products that are made of them.
func TestPatternsOfEveryProduct(t *testing.T) {
	requirePatterns(t, "tensor", "gemm/fp32_register", "gemm/fp16_wmma", "gemm/fp16_mma_k16", "tensor/fp16_fp16_wmma")
}
