// targets: plain
// registers: 128
// contract: loop LDG.128=2 LDG=2 LDS.128=32 LDS=32 STS.32=4 STS.128=1 STS=5 BAR=1 FFMA=512; never FADD FMUL
//
// What it asks: how close to the FMA pipe an FP32 matrix product comes when the loads of
// the next tile are on their way during the FMAs of this one. It is the sixth rung of the
// ladder: vector.cu with two buffers in shared memory, and one barrier a tile.
// What limits it: the FMA pipe. 64 FMAs a thread use 16 words from shared memory.
//
// C = A * B, row-major FP32: A is m x k, B is k x n; m and n multiples of 128, k of
// 8. The grid is n/128 x m/128 blocks of 256 threads, 8 x 8 elements of C a thread:
//   FLOPs  2 * m * n * k
//   bytes  4 * m*n*k * (1/128 + 1/128) read through L2, 4 * m*n written
// An element is the sum of its k products in order, by k fused FMAs from zero.
//
// Dead-code guard: every element is stored.
#include "square.cuh"

extern "C" __global__ void __launch_bounds__(kThreads, 2)
    gemm_fp32_buffered(const float* __restrict__ a, const float* __restrict__ b,
                       float* __restrict__ c, uint32_t n, uint32_t k) {
  __shared__ __align__(16) Stage stages[2];
  Carrier carrier(a, b, n, k);
  Square square;
  carrier.load();
  carrier.store(stages[0]);
  __syncthreads();
  uint32_t now = 0;
#pragma unroll 1
  for (uint32_t left = k / kDepth; left != 0; --left) {
    if (left > 1) carrier.load();
    square.add(stages[now]);
    now ^= 1;
    if (left > 1) carrier.store(stages[now]);
    __syncthreads();
  }
  square.store(c, n);
}
