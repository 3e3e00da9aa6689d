// targets: plain
// registers: 48
// contract: loop LDG.32=16 LDG=16 FFMA=8; never FADD FMUL
//
// What it asks: what a matrix product costs when every operand of every FMA is
// fetched from global memory.
// What limits it: the loads. An FMA needs two, and a warp's two fetch 1 + 4
// sectors from L1 for 64 FLOPs.
//
// C = A * B, row-major FP32: A is m x k, B is k x n; n a multiple of 32, m and k of
// 8. The grid is n/32 x m/8 blocks of 256 threads, one element of C a thread:
//   FLOPs  2 * m * n * k
//   bytes  4 * (m*k + k*n) read at the least, 4 * m*n written
// An element is the sum of its k products in order, by k fused FMAs from zero.
//
// Dead-code guard: every element is stored.
#include "../common.cuh"

constexpr uint32_t kColumns = 32;  // of a block: a warp is a row of them
constexpr uint32_t kRows = kThreads / kColumns;
constexpr uint32_t kSteps = 8;  // of k in a round of the loop

extern "C" __global__ void __launch_bounds__(kThreads)
    gemm_fp32_naive(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                    uint32_t n, uint32_t k) {
  const uint32_t row = blockIdx.y * kRows + threadIdx.x / kColumns;
  const uint32_t column = blockIdx.x * kColumns + threadIdx.x % kColumns;
  a += uint64_t(row) * k;
  b += column;
  float sum = 0;
#pragma unroll 1
  for (uint32_t left = k / kSteps; left != 0; --left) {
    float x[kSteps], y[kSteps];
#pragma unroll
    for (uint32_t i = 0; i < kSteps; ++i) {
      x[i] = a[i], y[i] = *b;
      b += n;
    }
    a += kSteps;
    all_loaded(x), all_loaded(y);
#pragma unroll
    for (uint32_t i = 0; i < kSteps; ++i) sum = fmaf(x[i], y[i], sum);
  }
  c[uint64_t(row) * n + column] = sum;
}
