// Chunks that copies bring to shared memory, one in flight while the other is
// folded.
#pragma once

#include "../common.cuh"

constexpr uint32_t kStages = 2;

// The XOR of the thread's words of a chunk in shared memory, at its first vector.
// Loads that the compiler writes itself it would split.
__device__ __forceinline__ uint32_t fold_stage(uint32_t at) {
  uint4 v[kVectors];
#pragma unroll
  for (uint32_t u = 0; u < kVectors; ++u)
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v[u].x), "=r"(v[u].y), "=r"(v[u].z), "=r"(v[u].w)
                 : "r"(at + u * kThreads * uint32_t(sizeof(uint4)))
                 : "memory");
  uint32_t fold = 0;
#pragma unroll
  for (const uint4& x : v) fold ^= fold_words(x);
  return fold;
}
