// What every family shares: the shape of a launch and the walk over memory.
//
// A launch is a grid of G blocks of 256 threads, both along x. Memory is
// worked on in chunks of 16 KiB: 256 threads x 64 bytes, as 4 vectors of 16
// bytes, 8 of 8 or 16 of 4. Block b takes the chunks b, b + G, b + 2G, ..., one
// in each trip, so that a launch touches G * trips * 16 KiB. The trip count is
// an argument, at least 1: the compiler can neither unroll the trips nor fold
// them.
#pragma once

#include <stdint.h>

constexpr uint32_t kThreads = 256;
constexpr uint32_t kVectors = 4;  // 16-byte vectors of a thread in a chunk
constexpr uint32_t kChunk = kThreads * kVectors;  // 16-byte vectors

// The vectors of a type that a thread has in a chunk.
template <typename Vector>
constexpr uint32_t kVectorsOf = kVectors * 16 / sizeof(Vector);

// The number of this thread in the grid; its result goes to out[thread_index()].
__device__ __forceinline__ uint32_t thread_index() {
  return blockIdx.x * kThreads + threadIdx.x;
}

// The first vector of this thread in the block's first chunk.
template <typename Vector = uint4>
__device__ __forceinline__ uint64_t first_vector() {
  return uint64_t(blockIdx.x) * (kThreads * kVectorsOf<Vector>) + threadIdx.x;
}

// The vectors between two chunks of a block: what a pointer moves in a trip.
template <typename Vector = uint4>
__device__ __forceinline__ uint64_t chunk_stride() {
  return uint64_t(gridDim.x) * (kThreads * kVectorsOf<Vector>);
}

// Marks the point where all these values are loaded, before any is used. No
// instruction comes of it: it only keeps the compiler from writing each load next
// to its use, where the loads would wait for each other. Of wider vectors it does
// not do so.
__device__ __forceinline__ void all_loaded(uint32_t (&v)[4]) {
  asm volatile("" : "+r"(v[0]), "+r"(v[1]), "+r"(v[2]), "+r"(v[3]));
}
__device__ __forceinline__ void all_loaded(uint32_t (&v)[8]) {
  asm volatile(""
               : "+r"(v[0]), "+r"(v[1]), "+r"(v[2]), "+r"(v[3]), "+r"(v[4]), "+r"(v[5]),
                 "+r"(v[6]), "+r"(v[7]));
}
__device__ __forceinline__ void all_loaded(uint32_t (&v)[16]) {
  asm volatile(""
               : "+r"(v[0]), "+r"(v[1]), "+r"(v[2]), "+r"(v[3]), "+r"(v[4]), "+r"(v[5]),
                 "+r"(v[6]), "+r"(v[7]), "+r"(v[8]), "+r"(v[9]), "+r"(v[10]), "+r"(v[11]),
                 "+r"(v[12]), "+r"(v[13]), "+r"(v[14]), "+r"(v[15]));
}
__device__ __forceinline__ void all_loaded(float (&v)[8]) {
  asm volatile(""
               : "+f"(v[0]), "+f"(v[1]), "+f"(v[2]), "+f"(v[3]), "+f"(v[4]), "+f"(v[5]),
                 "+f"(v[6]), "+f"(v[7]));
}
__device__ __forceinline__ void all_loaded(float (&v)[16]) {
  asm volatile(""
               : "+f"(v[0]), "+f"(v[1]), "+f"(v[2]), "+f"(v[3]), "+f"(v[4]), "+f"(v[5]),
                 "+f"(v[6]), "+f"(v[7]), "+f"(v[8]), "+f"(v[9]), "+f"(v[10]), "+f"(v[11]),
                 "+f"(v[12]), "+f"(v[13]), "+f"(v[14]), "+f"(v[15]));
}
template <typename Vector, uint32_t COUNT>
__device__ __forceinline__ void all_loaded(Vector (&)[COUNT]) {
  static_assert(sizeof(Vector) > 4, "there is no all_loaded for so many narrow values");
}

// Loads the thread's vectors of a chunk, all of them before any is used.
template <typename Vector, uint32_t COUNT>
__device__ __forceinline__ void load_vectors(Vector (&v)[COUNT], const Vector* __restrict__ p) {
#pragma unroll
  for (uint32_t u = 0; u < COUNT; ++u) v[u] = p[u * kThreads];
  all_loaded(v);
}

// Stores the thread's vectors of a chunk.
template <typename Vector, uint32_t COUNT>
__device__ __forceinline__ void store_vectors(Vector* __restrict__ p, const Vector (&v)[COUNT]) {
#pragma unroll
  for (uint32_t u = 0; u < COUNT; ++u) p[u * kThreads] = v[u];
}

// The XOR of the 32-bit words that a value is made of.
__device__ __forceinline__ uint32_t fold_words(float v) { return __float_as_uint(v); }
__device__ __forceinline__ uint32_t fold_words(double v) {
  return uint32_t(__double2hiint(v)) ^ uint32_t(__double2loint(v));
}
__device__ __forceinline__ uint32_t fold_words(uint32_t v) { return v; }
__device__ __forceinline__ uint32_t fold_words(uint2 v) { return v.x ^ v.y; }
__device__ __forceinline__ uint32_t fold_words(uint4 v) { return v.x ^ v.y ^ v.z ^ v.w; }
