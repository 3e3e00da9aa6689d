// The sweep over a set that a cache holds: what the entries of L1 and L2 have in common.
#pragma once

#include "../walk.cuh"
#include "sweep.cuh"

CACHED_LOAD(FromL1, "ca");
CACHED_LOAD(FromL2, "cg");

__device__ __forceinline__ void unpack(float* x, uint4 v) {
  x[0] = __uint_as_float(v.x), x[1] = __uint_as_float(v.y);
  x[2] = __uint_as_float(v.z), x[3] = __uint_as_float(v.w);
}
__device__ __forceinline__ void unpack(double* x, uint4 v) {
  x[0] = __hiloint2double(int(v.y), int(v.x)), x[1] = __hiloint2double(int(v.w), int(v.z));
}

template <typename Load, uint32_t APART>
__device__ __forceinline__ void load_walk(uint4 (&v)[kVectors], const Walk& walk) {
  const uint4* at = walk.first + walk.place;
  constexpr uint32_t kApart = APART * sizeof(uint4);
  v[0] = Load::template load<0>(at), v[1] = Load::template load<kApart>(at);
  v[2] = Load::template load<2 * kApart>(at), v[3] = Load::template load<3 * kApart>(at);
}

// The walks of l1/l1.cu and l2/l2.cu, with one trip of loads ahead of the arithmetic. In each
// trip y = 5*y + the fold of the thread's results, so that no two trips cancel each other.
template <typename Arithmetic, typename Load, uint32_t APART, typename Constant>
__device__ __forceinline__ void sweep_cached(Walk walk, uint32_t* __restrict__ out, Constant c,
                                             uint32_t trips) {
  uint4 v[kVectors], next[kVectors];
  load_walk<Load, APART>(v, walk);
  uint32_t fold = thread_index();
#pragma unroll 1
  for (uint32_t left = trips - 1;; --left) {
    walk.go_on();
    if (left != 0) load_walk<Load, APART>(next, walk);
    fold = fold * 5 + fold_vectors<Arithmetic>(v, c);
    if (left == 0) break;
#pragma unroll
    for (uint32_t u = 0; u < kVectors; ++u) v[u] = next[u];
  }
  out[thread_index()] = fold;
}

// A block goes round its own set of 8 KiB, which L1 holds.
template <typename Arithmetic, typename Constant>
__device__ __forceinline__ void sweep_l1(const uint4* __restrict__ in, uint32_t* __restrict__ out,
                                         Constant c, uint32_t trips) {
  constexpr uint32_t kRow = 32, kStep = kVectors * kRow, kSet = 4 * kStep;
  const uint4* lane = in + uint64_t(blockIdx.x) * kSet + threadIdx.x % kRow;
  const Walk walk = {lane, threadIdx.x / kRow * kStep % kSet, kStep, kSet};
  sweep_cached<Arithmetic, FromL1, kRow>(walk, out, c, trips);
}

// All blocks go round a set of so many chunks, which L2 holds.
template <typename Arithmetic, typename Constant>
__device__ __forceinline__ void sweep_l2(const uint4* __restrict__ in, uint32_t* __restrict__ out,
                                         Constant c, uint32_t chunks, uint32_t trips) {
  const Walk walk = {in + threadIdx.x, blockIdx.x % chunks * kChunk, kChunk, chunks * kChunk};
  sweep_cached<Arithmetic, FromL2, kThreads>(walk, out, c, trips);
}

// The entries of a path and a number of steps. CONSTANTS are its parameters, and CONSTANT
// makes the constant of them.
#define INTENSITY_CACHED(PATH, F, CONSTANT, ...)                                                   \
  extern "C" __global__ void __launch_bounds__(kThreads, 4)                                        \
      intensity_##PATH##_l1_f##F(const uint4* __restrict__ in, uint32_t* __restrict__ out,         \
                                 __VA_ARGS__, uint32_t trips) {                                    \
    sweep_l1<Chain<F>>(in, out, CONSTANT, trips);                                                  \
  }                                                                                                \
  extern "C" __global__ void __launch_bounds__(kThreads, 4)                                        \
      intensity_##PATH##_l2_f##F(const uint4* __restrict__ in, uint32_t* __restrict__ out,         \
                                 __VA_ARGS__, uint32_t chunks, uint32_t trips) {                   \
    sweep_l2<Chain<F>>(in, out, CONSTANT, chunks, trips);                                          \
  }
