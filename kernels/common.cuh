// What every family shares: the shape of a launch and the walk over memory.
//
// A launch is a grid of G blocks of 256 threads, both along x. Memory is
// worked on in chunks of 16 KiB: 256 threads x 4 vectors x 16 bytes. Block b
// takes the chunks b, b + G, b + 2G, ..., one in each trip, so that a launch
// touches G * trips * 16 KiB. The trip count is an argument, at least 1: the
// compiler can neither unroll the trips nor fold them.
#pragma once

#include <stdint.h>

constexpr uint32_t kThreads = 256;
constexpr uint32_t kVectors = 4;  // 16-byte vectors of a thread in a chunk
constexpr uint32_t kChunk = kThreads * kVectors;  // 16-byte vectors

// The number of this thread in the grid; its result goes to out[thread_index()].
__device__ __forceinline__ uint32_t thread_index() {
  return blockIdx.x * kThreads + threadIdx.x;
}

// The first vector of this thread in the block's first chunk.
__device__ __forceinline__ uint64_t first_vector() {
  return uint64_t(blockIdx.x) * kChunk + threadIdx.x;
}

// The vectors between two chunks of a block: what a pointer moves in a trip.
__device__ __forceinline__ uint64_t chunk_stride() {
  return uint64_t(gridDim.x) * kChunk;
}

// Loads the thread's vectors of a chunk, all of them before any is used.
template <typename Vector>
__device__ __forceinline__ void load_vectors(Vector (&v)[kVectors], const Vector* __restrict__ p) {
#pragma unroll
  for (uint32_t u = 0; u < kVectors; ++u) v[u] = p[u * kThreads];
}
