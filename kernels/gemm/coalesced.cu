// targets: plain
// registers: 48
// contract: loop LDG.32=16 LDG=16 FFMA=8; never FADD FMUL
//
// What it asks: what a matrix product gains when the lanes of a warp take elements that
// lie side by side. It is the second rung of the ladder: naive.cu with the lanes turned.
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
#include "element.cuh"

constexpr uint32_t kLanes = 32;
constexpr uint32_t kWarps = kThreads / kLanes;

extern "C" __global__ void __launch_bounds__(kThreads)
    gemm_fp32_coalesced(const float* __restrict__ a, const float* __restrict__ b,
                 float* __restrict__ c, uint32_t n, uint32_t k) {
  const uint32_t lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  element(a, b, c, blockIdx.y * kWarps + warp, blockIdx.x * kLanes + lane, n, k);
}
