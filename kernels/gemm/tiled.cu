// targets: plain
// registers: 40
// contract: loop LDG.32=2 LDG=2 STS.32=2 STS=2 BAR=2 LDS.32=16 LDS.128=4 LDS=20 FFMA=16; never FADD FMUL
//
// What it asks: what a matrix product gains when a block shares its operands
// through shared memory. It is the third rung of the ladder.
// What limits it: the loads from shared memory. A tile of 16 x 16 cuts the global
// loads by 16, but each FMA still waits for a load of its own, and four share one
// of 16 bytes.
//
// C = A * B, row-major FP32: A is m x k, B is k x n; m, n and k multiples of 16. The
// grid is n/16 x m/16 blocks of 256 threads, one element of C a thread:
//   FLOPs  2 * m * n * k
//   bytes  4 * m*n*k * (1/16 + 1/16) read through L2, 4 * m*n written
// An element is the sum of its k products in order, by k fused FMAs from zero.
//
// Dead-code guard: every element is stored.
#include "../common.cuh"

constexpr uint32_t kSide = 16;  // of a tile

extern "C" __global__ void __launch_bounds__(kThreads)
    gemm_fp32_tiled(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                    uint32_t n, uint32_t k) {
  __shared__ __align__(16) float tile_a[kSide][kSide];
  __shared__ __align__(16) float tile_b[kSide][kSide];
  const uint32_t y = threadIdx.x / kSide, x = threadIdx.x % kSide;
  const uint32_t row = blockIdx.y * kSide + y, column = blockIdx.x * kSide + x;
  a += uint64_t(row) * k + x;
  b += uint64_t(y) * n + column;
  float sum = 0;
#pragma unroll 1
  for (uint32_t left = k / kSide; left != 0; --left) {
    const float va = *a, vb = *b;
    a += kSide;
    b += uint64_t(n) * kSide;
    tile_a[y][x] = va;
    tile_b[y][x] = vb;
    __syncthreads();
    float p[kSide], q[kSide];
#pragma unroll
    for (uint32_t i = 0; i < kSide; ++i) p[i] = tile_a[y][i], q[i] = tile_b[i][x];
    all_loaded(p), all_loaded(q);
#pragma unroll
    for (uint32_t i = 0; i < kSide; ++i) sum = fmaf(p[i], q[i], sum);
    __syncthreads();
  }
  c[uint64_t(row) * n + column] = sum;
}
