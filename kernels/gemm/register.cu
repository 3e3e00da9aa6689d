// targets: plain
// registers: 128
// contract: loop LDG.32=8 LDG=8 LDS.32=128 LDS=128 STS.32=8 STS=8 BAR=2 FFMA=512; never FADD FMUL
//
// What it asks: what a matrix product gains when a thread keeps a tile of C in registers.
// It is the fourth rung of the ladder.
// What limits it: the issue slots. 64 FMAs share 16 words from shared memory, a load each,
// where tiled.cu has a load for each of its own; and between two tiles all threads wait.
//
// C = A * B, row-major FP32: A is m x k, B is k x n; m and n multiples of 128, k of
// 8. The grid is n/128 x m/128 blocks of 256 threads, 8 x 8 elements of C a thread:
//   FLOPs  2 * m * n * k
//   bytes  4 * m*n*k * (1/128 + 1/128) read through L2, 4 * m*n written
// An element is the sum of its k products in order, by k fused FMAs from zero.
//
// Dead-code guard: every element is stored.
#include "../common.cuh"

constexpr uint32_t kTile = 128;         // rows and columns of a block
constexpr uint32_t kDepth = 8;          // of k in a round of the loop
constexpr uint32_t kPitch = kTile + 4;  // of tile_a, whose columns are stored as rows
constexpr uint32_t kSide = 8;           // rows and columns of a thread
constexpr uint32_t kApart = kTile / kSide;  // rows between two of a thread, and columns
constexpr uint32_t kWords = kTile * kDepth / kThreads;  // of a tile that a thread fetches

extern "C" __global__ void __launch_bounds__(kThreads, 2)
    gemm_fp32_register(const float* __restrict__ a, const float* __restrict__ b,
                       float* __restrict__ c, uint32_t n, uint32_t k) {
  __shared__ float tile_a[kDepth][kPitch];
  __shared__ float tile_b[kDepth][kTile];
  const uint32_t y = threadIdx.x / kApart, x = threadIdx.x % kApart;
  const uint32_t row_a = threadIdx.x / kDepth, column_a = threadIdx.x % kDepth;
  const uint32_t row_b = threadIdx.x / kTile, column_b = threadIdx.x % kTile;
  a += (uint64_t(blockIdx.y) * kTile + row_a) * k + column_a;
  b += uint64_t(row_b) * n + blockIdx.x * kTile + column_b;
  float sum[kSide][kSide] = {};
#pragma unroll 1
  for (uint32_t left = k / kDepth; left != 0; --left) {
    float v[2 * kWords];
#pragma unroll
    for (uint32_t u = 0; u < kWords; ++u) {
      v[u] = a[uint64_t(u) * (kTile / kWords) * k];
      v[kWords + u] = b[uint64_t(u) * (kDepth / kWords) * n];
    }
    all_loaded(v);
    a += kDepth;
    b += uint64_t(n) * kDepth;
#pragma unroll
    for (uint32_t u = 0; u < kWords; ++u) {
      tile_a[column_a][row_a + u * (kTile / kWords)] = v[u];
      tile_b[row_b + u * (kDepth / kWords)][column_b] = v[kWords + u];
    }
    __syncthreads();
#pragma unroll
    for (uint32_t d = 0; d < kDepth; ++d) {
      float p[kSide], q[kSide];
#pragma unroll
      for (uint32_t i = 0; i < kSide; ++i) {
        p[i] = tile_a[d][y + i * kApart], q[i] = tile_b[d][x + i * kApart];
      }
      all_loaded(p), all_loaded(q);
#pragma unroll
      for (uint32_t i = 0; i < kSide; ++i) {
#pragma unroll
        for (uint32_t j = 0; j < kSide; ++j) sum[i][j] = fmaf(p[i], q[j], sum[i][j]);
      }
    }
    __syncthreads();
  }
  c += (uint64_t(blockIdx.y) * kTile + y) * n + blockIdx.x * kTile + x;
#pragma unroll
  for (uint32_t i = 0; i < kSide; ++i) {
#pragma unroll
    for (uint32_t j = 0; j < kSide; ++j) c[uint64_t(i) * kApart * n + j * kApart] = sum[i][j];
  }
}
