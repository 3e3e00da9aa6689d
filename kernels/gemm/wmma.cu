// targets: plain
// registers: 128
// contract: loop LDG.128=4 LDG=4 STS.128=4 STS=4 BAR=2
// contract sm_70: loop HMMA.884.F32=256 HMMA=256 LDS.128=16 LDS.64=16 LDS=32
// contract sm_75: loop HMMA.1688.F32=64 HMMA=64 LDSM.2=24 LDSM=24
// contract sm_80+: loop HMMA.16816.F32=32 HMMA=32 LDSM.4=12 LDSM=12
//
// What it asks: what the tensor cores give a matrix product by way of the CUDA
// C++ API for them, which runs on every architecture that has any.
// What limits it: the tensor cores in theory; in fact the loads of the fragments
// from shared memory, and the two barriers of a round. Its tiles are those of
// mma.cuh, padded by 16 bytes a row against bank conflicts.
//
// C = A * B, row-major, A and B FP16, C FP32 and summed as FP32: A is m x k, B is
// k x n; m and n multiples of 128, k of 32. The grid is n/128 x m/128 blocks of 256
// threads, 64 x 32 elements of C a warp:
//   FLOPs  2 * m * n * k
//   bytes  2 * m*n*k * (1/128 + 1/128) read through L2, 4 * m*n written
// The order of a sum is the tensor core's own: exact for integers, as long as
// every partial sum is below 2^24.
//
// Dead-code guard: every element is stored.
#include <mma.h>

#include "../common.cuh"

using namespace nvcuda;

constexpr uint32_t kTile = 128;           // rows and columns of a block
constexpr uint32_t kDepth = 32;           // of k in a round of the loop
constexpr uint32_t kSide = 16;            // of a fragment
constexpr uint32_t kPitchA = kDepth + 8;  // halves in a row, 16 bytes of them padding
constexpr uint32_t kPitchB = kTile + 8;
constexpr uint32_t kRows = 4;     // fragments of C of a warp: 64 rows
constexpr uint32_t kColumns = 2;  // and 32 columns

using FragmentA = wmma::fragment<wmma::matrix_a, kSide, kSide, kSide, half, wmma::row_major>;
using FragmentB = wmma::fragment<wmma::matrix_b, kSide, kSide, kSide, half, wmma::row_major>;
using FragmentC = wmma::fragment<wmma::accumulator, kSide, kSide, kSide, float>;

// What a thread carries from global to shared memory: 2 vectors of 8 halves of A,
// 64 rows apart, and 2 of B, 16 rows apart.
struct Carrier {
  const uint16_t* a;
  const uint16_t* b;
  uint32_t n, k;
  uint4 v[4];

  __device__ __forceinline__ Carrier(const uint16_t* a0, const uint16_t* b0, uint32_t n0,
                                     uint32_t k0)
      : a(a0 + (uint64_t(blockIdx.y) * kTile + threadIdx.x / 4) * k0 + threadIdx.x % 4 * 8),
        b(b0 + uint64_t(threadIdx.x / 16) * n0 + blockIdx.x * kTile + threadIdx.x % 16 * 8),
        n(n0),
        k(k0) {}

  __device__ __forceinline__ void load() {
    v[0] = *reinterpret_cast<const uint4*>(a);
    v[1] = *reinterpret_cast<const uint4*>(a + uint64_t(k) * 64);
    v[2] = *reinterpret_cast<const uint4*>(b);
    v[3] = *reinterpret_cast<const uint4*>(b + uint64_t(n) * 16);
    a += kDepth;
    b += uint64_t(n) * kDepth;
  }

  __device__ __forceinline__ void store(half* tile_a, half* tile_b) const {
    half* p = tile_a + threadIdx.x / 4 * kPitchA + threadIdx.x % 4 * 8;
    half* q = tile_b + threadIdx.x / 16 * kPitchB + threadIdx.x % 16 * 8;
    *reinterpret_cast<uint4*>(p) = v[0];
    *reinterpret_cast<uint4*>(p + 64 * kPitchA) = v[1];
    *reinterpret_cast<uint4*>(q) = v[2];
    *reinterpret_cast<uint4*>(q + 16 * kPitchB) = v[3];
  }
};

// sum += the product of the warp's rows of A and columns of B in the tiles.
__device__ __forceinline__ void multiply(FragmentC (&sum)[kRows][kColumns], const half* tile_a,
                                         const half* tile_b) {
#pragma unroll
  for (uint32_t d = 0; d < kDepth; d += kSide) {
    FragmentB b[kColumns];
#pragma unroll
    for (uint32_t j = 0; j < kColumns; ++j) {
      wmma::load_matrix_sync(b[j], tile_b + d * kPitchB + j * kSide, kPitchB);
    }
#pragma unroll
    for (uint32_t i = 0; i < kRows; ++i) {
      FragmentA a;
      wmma::load_matrix_sync(a, tile_a + i * kSide * kPitchA + d, kPitchA);
#pragma unroll
      for (uint32_t j = 0; j < kColumns; ++j) wmma::mma_sync(sum[i][j], a, b[j], sum[i][j]);
    }
  }
}

extern "C" __global__ void __launch_bounds__(kThreads, 2)
    gemm_fp16_wmma(const uint16_t* __restrict__ a, const uint16_t* __restrict__ b,
                   float* __restrict__ c, uint32_t n, uint32_t k) {
  __shared__ __align__(32) half tile_a[kTile * kPitchA];
  __shared__ __align__(32) half tile_b[kDepth * kPitchB];
  const uint32_t warp = threadIdx.x / 32;
  const uint32_t y = warp / 4 * (kRows * kSide), x = warp % 4 * (kColumns * kSide);
  Carrier carrier(a, b, n, k);
  FragmentC sum[kRows][kColumns];
#pragma unroll
  for (auto& row : sum) {
#pragma unroll
    for (FragmentC& fragment : row) wmma::fill_fragment(fragment, 0.0f);
  }
  carrier.load();
#pragma unroll 1
  for (uint32_t left = k / kDepth; left != 0; --left) {
    carrier.store(tile_a, tile_b);
    __syncthreads();
    if (left > 1) carrier.load();
    multiply(sum, tile_a + y * kPitchA, tile_b + x);
    __syncthreads();
  }
  c += (uint64_t(blockIdx.y) * kTile + y) * n + blockIdx.x * kTile + x;
#pragma unroll
  for (uint32_t i = 0; i < kRows; ++i) {
#pragma unroll
    for (uint32_t j = 0; j < kColumns; ++j) {
      wmma::store_matrix_sync(c + uint64_t(i * kSide) * n + j * kSide, sum[i][j], n,
                              wmma::mem_row_major);
    }
  }
}
