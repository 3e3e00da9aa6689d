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

// Loads the thread's vectors of a chunk, all of them before any is used.
template <typename Vector, uint32_t COUNT>
__device__ __forceinline__ void load_vectors(Vector (&v)[COUNT], const Vector* __restrict__ p) {
#pragma unroll
  for (uint32_t u = 0; u < COUNT; ++u) v[u] = p[u * kThreads];
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
