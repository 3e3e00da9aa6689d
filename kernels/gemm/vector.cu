// targets: plain
// registers: 128
// contract: loop LDG.128=2 LDG=2 LDS.128=32 LDS=32 STS.32=4 STS.128=1 STS=5 BAR=2 FFMA=512; never FADD FMUL
//
// What it asks: what a matrix product gains when it reads 16 bytes where register.cu reads
// four. It is the fifth rung of the ladder.
// What limits it: the FMA pipe and the waits. A quarter of the loads is left; but between two
// tiles all threads wait for global memory, with nothing else to do than what the other
// block of the SM has.
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
    gemm_fp32_vector(const float* __restrict__ a, const float* __restrict__ b,
                     float* __restrict__ c, uint32_t n, uint32_t k) {
  __shared__ __align__(16) Stage stage;
  Carrier carrier(a, b, n, k);
  Square square;
  // With the test at the end the old assembler of sm_70 finds registers enough.
  uint32_t left = k / kDepth;
#pragma unroll 1
  while (true) {
    carrier.load();
    carrier.store(stage);
    __syncthreads();
    square.add(stage);
    if (--left == 0) break;
    __syncthreads();
  }
  square.store(c, n);
}
