// The matrix product by mma.sync: what its files have in common. They differ in
// how a tile comes into shared memory, in the shape of the instruction, and in how
// much of the tile a warp has.
//
// C = A * B, row-major, A and B FP16, C FP32 and summed as FP32: A is m x k, B is
// k x n; m and n multiples of 128, k of 32. The grid is n/128 x m/128 blocks. A
// block has tiles of 128 x 32 of A and 32 x 128 of B; a warp has 64 rows of C and
// 8 * N columns, so that there are 2 rows of 16/N warps:
//   FLOPs  2 * m * n * k
//   bytes  2 * m*n*k * (1/128 + 1/128) read through L2, 4 * m*n written
// The order of a sum is the tensor core's own: exact for integers, as long as
// every partial sum is below 2^24.
#pragma once

#include "../common.cuh"

constexpr uint32_t kTile = 128;  // rows and columns of a block
constexpr uint32_t kDepth = 32;  // of k in a round of the loop
constexpr uint32_t kRowsA = 4;   // instructions of a warp down C, 16 rows each

// What a warp has of C: N instructions across, 8 columns each.
template <uint32_t N>
using Sums = float[kRowsA][N][4];

template <uint32_t N>
constexpr uint32_t kThreadsOf = 32 * (kTile / (kRowsA * 16)) * (kTile / (N * 8));

// Tiles lie in shared memory as vectors of 8 halves, A from 0 on, B from kTileB
// on. Within a row the vectors are swapped by XOR with bits of the row, so that
// 8 rows of one column of vectors, what ldmatrix reads at a time, are 128 bytes
// in different banks.
constexpr uint32_t kTileB = kTile * kDepth / 8;
constexpr uint32_t kStageVectors = 2 * kTileB;

__device__ __forceinline__ uint32_t place_a(uint32_t row, uint32_t vector) {
  return row * (kDepth / 8) + (vector ^ (row / 2 % 4));
}

__device__ __forceinline__ uint32_t place_b(uint32_t row, uint32_t vector) {
  return kTileB + row * (kTile / 8) + (vector ^ (row % 8));
}

// Four 8 x 8 matrices; lane l gives the address of row l%8 of matrix l/8.
__device__ __forceinline__ void load_matrices(uint32_t (&r)[4], const uint4* row) {
  const uint32_t address = uint32_t(__cvta_generic_to_shared(row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(address)
               : "memory");
}

// The same, each matrix transposed.
__device__ __forceinline__ void load_transposed(uint32_t (&r)[4], const uint4* row) {
  const uint32_t address = uint32_t(__cvta_generic_to_shared(row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(address)
               : "memory");
}

// Where the vectors of a tile are that a thread copies, in global memory and in a
// stage: first those of A, then as many of B.
template <uint32_t kBlock>
struct Route {
  static constexpr uint32_t kOfA = kTileB / kBlock;
  static constexpr uint32_t kVectors = 2 * kOfA;
  static constexpr uint32_t kRowsApartA = kBlock / 4;
  static constexpr uint32_t kRowsApartB = kBlock / 16;

  const uint16_t* a;
  const uint16_t* b;
  uint32_t n, k;

  __device__ __forceinline__ Route(const uint16_t* a0, const uint16_t* b0, uint32_t n0, uint32_t k0)
      : a(a0 + (uint64_t(blockIdx.y) * kTile + threadIdx.x / 4) * k0 + threadIdx.x % 4 * 8),
        b(b0 + uint64_t(threadIdx.x / 16) * n0 + blockIdx.x * kTile + threadIdx.x % 16 * 8),
        n(n0),
        k(k0) {}

  __device__ __forceinline__ const uint4* from(uint32_t i) const {
    return reinterpret_cast<const uint4*>(i < kOfA ? a + uint64_t(k) * (i * kRowsApartA)
                                                   : b + uint64_t(n) * (i % kOfA * kRowsApartB));
  }

  // So many rows of A and of B are kBlock vectors, and swap none.
  static __device__ __forceinline__ uint32_t to(uint32_t i) {
    return i % kOfA * kBlock + (i < kOfA ? place_a(threadIdx.x / 4, threadIdx.x % 4)
                                         : place_b(threadIdx.x / 16, threadIdx.x % 16));
  }

  __device__ __forceinline__ void advance() {
    a += kDepth;
    b += uint64_t(n) * kDepth;
  }
};

// Where the warp's part of C begins in that of the block.
template <uint32_t N>
__device__ __forceinline__ uint32_t warp_row() {
  return threadIdx.x / 32 / (kTile / (N * 8)) * (kRowsA * 16);
}

template <uint32_t N>
__device__ __forceinline__ uint32_t warp_column() {
  return threadIdx.x / 32 % (kTile / (N * 8)) * (N * 8);
}

// The lane's vectors of a stage, from which ldmatrix reads what the warp multiplies:
// d of k on, and i instructions down or 2 * j across. From the first ones an XOR goes
// to other vectors of a row, and a sum to other rows, 8 or a multiple of 8 away.
template <uint32_t N>
struct Lane {
  const uint32_t first_a = place_a(warp_row<N>() + threadIdx.x % 16, threadIdx.x % 32 / 16);
  const uint32_t first_b = place_b(threadIdx.x % 16, warp_column<N>() / 8 + threadIdx.x % 32 / 16);

  __device__ __forceinline__ uint32_t a(uint32_t d, uint32_t i) const {
    return (first_a ^ d / 8) + i * (16 * kDepth / 8);
  }

  __device__ __forceinline__ uint32_t b(uint32_t d, uint32_t j) const {
    return (first_b ^ j * 2) + d * (kTile / 8);
  }
};

// Lane l has elements 2*(l%4) and the next one of rows l/4 and l/4 + 8 of each
// 16 x 8 of the warp.
template <uint32_t N>
__device__ __forceinline__ void store_sums(float* __restrict__ c, uint32_t n, const Sums<N>& sum) {
  const uint32_t lane = threadIdx.x % 32;
  const uint32_t y = warp_row<N>() + lane / 4, x = warp_column<N>() + lane % 4 * 2;
  c += (uint64_t(blockIdx.y) * kTile + y) * n + blockIdx.x * kTile + x;
#pragma unroll
  for (uint32_t i = 0; i < kRowsA; ++i) {
    float* row = c + uint64_t(i * 16) * n;
#pragma unroll
    for (uint32_t j = 0; j < N; ++j) {
      const float(&s)[4] = sum[i][j];
      *reinterpret_cast<float2*>(row + j * 8) = {s[0], s[1]};
      *reinterpret_cast<float2*>(row + uint64_t(8) * n + j * 8) = {s[2], s[3]};
    }
  }
}
