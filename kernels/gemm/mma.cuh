// The matrix product by mma.sync: what its files have in common. They differ in
// how a tile comes into shared memory, and in the shape of the instruction.
//
// C = A * B, row-major, A and B FP16, C FP32 and summed as FP32: A is m x k, B is
// k x n; m and n multiples of 128, k of 32. The grid is n/128 x m/128 blocks of 256
// threads. A block has tiles of 128 x 32 of A and 32 x 128 of B; its 8 warps have
// 64 x 32 elements of C each, in 2 rows and 4 columns of warps:
//   FLOPs  2 * m * n * k
//   bytes  2 * m*n*k * (1/128 + 1/128) read through L2, 4 * m*n written
// The order of a sum is the tensor core's own: exact for integers, as long as
// every partial sum is below 2^24.
#pragma once

#include "../common.cuh"

constexpr uint32_t kTile = 128;  // rows and columns of a block
constexpr uint32_t kDepth = 32;  // of k in a round of the loop
constexpr uint32_t kRowsA = 4;   // instructions of a warp down C, 16 rows each
constexpr uint32_t kColumnsB = 4;  // and across it, 8 columns each

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

// sum += a * b, 16 x 8 elements over 16 of k, in one instruction.
struct K16 {
  static constexpr int kUnroll = kDepth / 16;

  static __device__ __forceinline__ void multiply(float (&sum)[4], const uint32_t (&a)[4],
                                                  const uint32_t (&b)[2]) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  }
};

// The same in two instructions over 8 of k, which sm_75 has too. The loop over the
// depth stays a loop: the tiles on their way are in registers as well here, and
// the operands of two rounds would not fit beside them.
struct K8 {
  static constexpr int kUnroll = 1;

  static __device__ __forceinline__ void multiply(float (&sum)[4], const uint32_t (&a)[4],
                                                  const uint32_t (&b)[2]) {
    half_of(sum, a[0], a[1], b[0]);
    half_of(sum, a[2], a[3], b[1]);
  }

  static __device__ __forceinline__ void half_of(float (&sum)[4], uint32_t a0, uint32_t a1,
                                                 uint32_t b) {
    asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a0), "r"(a1), "r"(b));
  }
};

// Where the thread's vectors of a tile are: 2 of A, 64 rows apart, and 2 of B, 16
// rows apart, in global memory and in a stage.
struct Route {
  const uint16_t* a;
  const uint16_t* b;
  uint32_t n, k;

  __device__ __forceinline__ Route(const uint16_t* a0, const uint16_t* b0, uint32_t n0, uint32_t k0)
      : a(a0 + (uint64_t(blockIdx.y) * kTile + threadIdx.x / 4) * k0 + threadIdx.x % 4 * 8),
        b(b0 + uint64_t(threadIdx.x / 16) * n0 + blockIdx.x * kTile + threadIdx.x % 16 * 8),
        n(n0),
        k(k0) {}

  __device__ __forceinline__ const uint4* from(uint32_t i) const {
    return reinterpret_cast<const uint4*>(i < 2 ? a + uint64_t(k) * (i * 64)
                                                : b + uint64_t(n) * (i % 2 * 16));
  }

  // 64 rows of A and 16 of B are as many vectors, and swap none.
  static __device__ __forceinline__ uint32_t to(uint32_t i) {
    return i % 2 * (kTileB / 2) + (i < 2 ? place_a(threadIdx.x / 4, threadIdx.x % 4)
                                         : place_b(threadIdx.x / 16, threadIdx.x % 16));
  }

  __device__ __forceinline__ void advance() {
    a += kDepth;
    b += uint64_t(n) * kDepth;
  }
};

// sum += the product of the warp's rows of A and columns of B in a stage.
template <typename Shape>
__device__ __forceinline__ void multiply(float (&sum)[kRowsA][kColumnsB][4], const uint4* stage) {
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const uint32_t y = warp / 4 * (kRowsA * 16), x = warp % 4 * (kColumnsB * 8);
  // The lane's vectors for d = i = j = 0. From there an XOR goes to other vectors of
  // a row, and a sum to other rows, 8 or a multiple of 8 away.
  const uint32_t first_a = place_a(y + lane % 16, lane / 16);
  const uint32_t first_b = place_b(lane % 16, x / 8 + lane / 16);
#pragma unroll Shape::kUnroll
  for (uint32_t d = 0; d < kDepth; d += 16) {
    uint32_t b[kColumnsB / 2][4];
#pragma unroll
    for (uint32_t j = 0; j < kColumnsB / 2; ++j) {
      load_transposed(b[j], stage + (first_b ^ j * 2) + d * (kTile / 8));
    }
#pragma unroll
    for (uint32_t i = 0; i < kRowsA; ++i) {
      uint32_t a[4];
      load_matrices(a, stage + (first_a ^ d / 8) + i * (16 * kDepth / 8));
#pragma unroll
      for (uint32_t j = 0; j < kColumnsB; ++j) {
        Shape::multiply(sum[i][j], a, {b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]});
      }
    }
  }
}

// Lane l has elements 2*(l%4) and the next one of rows l/4 and l/4 + 8 of each
// 16 x 8 of the warp.
__device__ __forceinline__ void store_sums(float* __restrict__ c, uint32_t n,
                                           const float (&sum)[kRowsA][kColumnsB][4]) {
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const uint32_t y = warp / 4 * (kRowsA * 16) + lane / 4;
  const uint32_t x = warp % 4 * (kColumnsB * 8) + lane % 4 * 2;
  c += (uint64_t(blockIdx.y) * kTile + y) * n + blockIdx.x * kTile + x;
#pragma unroll
  for (uint32_t i = 0; i < kRowsA; ++i) {
    float* row = c + uint64_t(i * 16) * n;
#pragma unroll
    for (uint32_t j = 0; j < kColumnsB; ++j) {
      const float(&s)[4] = sum[i][j];
      *reinterpret_cast<float2*>(row + j * 8) = {s[0], s[1]};
      *reinterpret_cast<float2*>(row + uint64_t(8) * n + j * 8) = {s[2], s[3]};
    }
  }
}

// The product, with Copy::kStages stages of tiles in turn. While one is multiplied
// the next ones are on their way.
template <typename Shape, typename Copy>
__device__ __forceinline__ void gemm(const uint16_t* __restrict__ a,
                                     const uint16_t* __restrict__ b, float* __restrict__ c,
                                     uint32_t n, uint32_t k) {
  constexpr uint32_t kStages = Copy::kStages;
  __shared__ __align__(128) uint4 stages[kStages][kStageVectors];
  Copy copy(Route(a, b, n, k));
  float sum[kRowsA][kColumnsB][4] = {};
  const uint32_t tiles = k / kDepth;
#pragma unroll
  for (uint32_t s = 0; s + 1 < kStages; ++s) {
    if (s < tiles) copy.load(stages[s]);
    copy.commit();
    if (s < tiles) copy.store(stages[s]);
  }
  uint32_t now = 0;
#pragma unroll 1
  for (uint32_t left = tiles; left != 0; --left) {
    copy.wait();
    __syncthreads();
    uint4* last = stages[now == 0 ? kStages - 1 : now - 1];  // multiplied in the last round
    const bool more = left >= kStages;
    if (more) copy.load(last);
    copy.commit();
    multiply<Shape>(sum, stages[now]);
    if (more) copy.store(last);
    now = now + 1 == kStages ? 0 : now + 1;
  }
  store_sums(c, n, sum);
}
