// 8 x 8 elements of C a thread, and all of shared memory read and written by 16 bytes:
// what the last two rungs of the ladder have in common.
#pragma once

#include "../common.cuh"

constexpr uint32_t kTile = 128;            // rows and columns of a block
constexpr uint32_t kDepth = 8;             // of k in a round of the loop
constexpr uint32_t kPitch = kTile + 4;     // of tile_a, whose columns are stored as rows
constexpr uint32_t kHalf = kTile / 2;      // a thread has 4 lines in each half
constexpr uint32_t kSide = 8;              // rows and columns of a thread

// A tile of A, transposed, and one of B.
struct Stage {
  float a[kDepth][kPitch];
  float b[kDepth][kTile];
};

// What a thread carries from global to shared memory: 4 words of a row of A and
// 4 of a row of B.
struct Carrier {
  const float* a;
  const float* b;
  uint64_t step_b;
  float4 va, vb;

  __device__ __forceinline__ Carrier(const float* a0, const float* b0, uint32_t n, uint32_t k)
      : a(a0 + (uint64_t(blockIdx.y) * kTile + threadIdx.x / 2) * k + threadIdx.x % 2 * 4),
        b(b0 + uint64_t(threadIdx.x / 32) * n + blockIdx.x * kTile + threadIdx.x % 32 * 4),
        step_b(uint64_t(n) * kDepth) {}

  __device__ __forceinline__ void load() {
    va = *reinterpret_cast<const float4*>(a);
    vb = *reinterpret_cast<const float4*>(b);
    a += kDepth;
    b += step_b;
  }

  __device__ __forceinline__ void store(Stage& stage) const {
    const uint32_t row = threadIdx.x / 2, column = threadIdx.x % 2 * 4;
    stage.a[column][row] = va.x;
    stage.a[column + 1][row] = va.y;
    stage.a[column + 2][row] = va.z;
    stage.a[column + 3][row] = va.w;
    *reinterpret_cast<float4*>(&stage.b[threadIdx.x / 32][threadIdx.x % 32 * 4]) = vb;
  }
};

// The 8 words of a line that belong to a thread: 4 in each half.
__device__ __forceinline__ void load_line(float (&v)[kSide], const float* line) {
  const float4 lo = *reinterpret_cast<const float4*>(line);
  const float4 hi = *reinterpret_cast<const float4*>(line + kHalf);
  v[0] = lo.x, v[1] = lo.y, v[2] = lo.z, v[3] = lo.w;
  v[4] = hi.x, v[5] = hi.y, v[6] = hi.z, v[7] = hi.w;
}

// sum += the product of the thread's rows of A and columns of B in a stage.
__device__ __forceinline__ void multiply(float (&sum)[kSide][kSide], const Stage& stage, uint32_t y,
                                         uint32_t x) {
#pragma unroll
  for (uint32_t d = 0; d < kDepth; ++d) {
    float a[kSide], b[kSide];
    load_line(a, &stage.a[d][y]);
    load_line(b, &stage.b[d][x]);
#pragma unroll
    for (uint32_t i = 0; i < kSide; ++i) {
#pragma unroll
      for (uint32_t j = 0; j < kSide; ++j) sum[i][j] = fmaf(a[i], b[j], sum[i][j]);
    }
  }
}

// The sums of a thread, and where they are. A warp has 4 x 8 threads, so that a load of 8
// lanes is one row of 128 bytes.
struct Square {
  float sum[kSide][kSide] = {};
  uint32_t y, x;  // of its first element in the tile of the block

  __device__ __forceinline__ Square() {
    const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    y = (warp / 2 * 4 + lane / 8) * 4, x = (warp % 2 * 8 + lane % 8) * 4;
  }

  __device__ __forceinline__ void add(const Stage& stage) { multiply(sum, stage, y, x); }

  __device__ __forceinline__ void store(float* c, uint32_t n) const {
    c += (uint64_t(blockIdx.y) * kTile + y) * n + blockIdx.x * kTile + x;
#pragma unroll
    for (uint32_t i = 0; i < kSide; ++i) {
      float* row = c + uint64_t(i / 4 * kHalf + i % 4) * n;
      *reinterpret_cast<float4*>(row) = {sum[i][0], sum[i][1], sum[i][2], sum[i][3]};
      *reinterpret_cast<float4*>(row + kHalf) = {sum[i][4], sum[i][5], sum[i][6], sum[i][7]};
    }
  }
};
