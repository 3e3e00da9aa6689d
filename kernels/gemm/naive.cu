// targets: plain
// registers: 48
// contract: loop LDG.32=16 LDG=16 FFMA=8; never FADD FMUL
//
// What it asks: what a matrix product costs that nobody has thought about. It is the first
// rung of a ladder of kernels with the same problem: naive, coalesced, tiled, register,
// vector, buffered.
// What limits it: the loads of A. The lanes of a warp take elements of one column, so that
// each of them reads a row of its own: 32 sectors for 32 words.
//
// C = A * B, row-major FP32: A is m x k, B is k x n; n a multiple of 8, m of 32 and k of
// 8. The grid is n/8 x m/32 blocks of 256 threads, one element of C a thread:
//   FLOPs  2 * m * n * k
//   bytes  4 * (m*k + k*n) read at the least, 4 * m*n written
// An element is the sum of its k products in order, by k fused FMAs from zero.
//
// Dead-code guard: every element is stored.
#include "element.cuh"

constexpr uint32_t kLanes = 32;
constexpr uint32_t kWarps = kThreads / kLanes;

extern "C" __global__ void __launch_bounds__(kThreads)
    gemm_fp32_naive(const float* __restrict__ a, const float* __restrict__ b,
                 float* __restrict__ c, uint32_t n, uint32_t k) {
  const uint32_t lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  element(a, b, c, blockIdx.y * kLanes + lane, blockIdx.x * kWarps + warp, n, k);
}
