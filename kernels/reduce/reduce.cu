// targets: plain
// registers: 40
// contract reduce_interleaved: loop LDG.32=1 LDG=1 STS=9 BAR=10
// contract reduce_sequential: loop LDG.32=1 LDG=1 STS=9 BAR=10
// contract reduce_shuffle: loop LDG.32=1 LDG=1 SHFL=8 STS=1 BAR=2; never ATOM RED
// contract reduce_vector: loop LDG.128=4 LDG=4 SHFL=0 STS=0 BAR=0; outside SHFL>=8 STS=1
// contract: never ATOM ATOMS RED
//
// What it asks: how fast many words become one sum, by the steps of the classical lesson.
// What limits it: DRAM, once the sum costs less than the loads: every word is read once.
// Before, the waits at barriers and the issue slots of threads that do nothing.
//
// G blocks of 256 threads. In a trip a block adds up its chunk of 4096 words, and adds that
// to the sum of its chunks, modulo 2^32:
//   bytes  16384 * G * trips read, 4 * G written
// Variants, in order:
//   reduce_interleaved  256 words at a time, one a thread; in each of 8 steps every second,
//                       fourth, ... thread adds the word of a neighbour in shared memory,
//                       so that in every warp most lanes are idle
//   reduce_sequential   the same, but the first half, quarter, ... of the threads adds, so
//                       that whole warps are idle, and need not be issued
//   reduce_shuffle      a warp adds by shuffles, and shared memory has a word of each warp
//   reduce_vector       each thread adds up its 16 words of a chunk, loaded by 16 bytes, in
//                       a register; shuffles come once, after the last trip
//
// Dead-code guard: the sum of each block is stored.
#include "../common.cuh"

constexpr uint32_t kLanes = 32;
constexpr uint32_t kWarps = kThreads / kLanes;
constexpr uint32_t kSlices = 16;  // of a chunk, a word a thread

// The sum of a word of each thread, in thread 0: by halving, of threads that are Far apart.
struct Interleaved {
  static __device__ __forceinline__ uint32_t sum(uint32_t word, uint32_t* tile) {
    const uint32_t t = threadIdx.x;
    tile[t] = word;
    __syncthreads();
#pragma unroll
    for (uint32_t d = 1; d < kThreads; d *= 2) {
      if (t % (2 * d) == 0) tile[t] += tile[t + d];
      __syncthreads();
    }
    return tile[0];
  }
};

struct Sequential {
  static __device__ __forceinline__ uint32_t sum(uint32_t word, uint32_t* tile) {
    const uint32_t t = threadIdx.x;
    tile[t] = word;
    __syncthreads();
#pragma unroll
    for (uint32_t d = kThreads / 2; d > 0; d /= 2) {
      if (t < d) tile[t] += tile[t + d];
      __syncthreads();
    }
    return tile[0];
  }
};

template <uint32_t LANES>
__device__ __forceinline__ uint32_t sum_lanes(uint32_t word) {
#pragma unroll
  for (uint32_t d = LANES / 2; d > 0; d /= 2) word += __shfl_down_sync(~0u, word, d);
  return word;
}

struct Shuffle {
  static __device__ __forceinline__ uint32_t sum(uint32_t word, uint32_t* tile) {
    const uint32_t t = threadIdx.x;
    word = sum_lanes<kLanes>(word);
    if (t % kLanes == 0) tile[t / kLanes] = word;
    __syncthreads();
    return sum_lanes<kWarps>(tile[t % kWarps]);
  }
};

// The sums of the slices of each chunk of the block.
template <typename Tree>
__device__ __forceinline__ void reduce(const uint32_t* __restrict__ in, uint32_t* __restrict__ out,
                                       uint32_t trips) {
  __shared__ uint32_t tile[kThreads];
  const uint32_t* p = in + uint64_t(blockIdx.x) * kSlices * kThreads + threadIdx.x;
  const uint64_t stride = uint64_t(gridDim.x - 1) * kSlices * kThreads;
  uint32_t sum = 0, slice = 0;
#pragma unroll 1
  for (uint32_t left = trips * kSlices; left != 0; --left) {
    sum += Tree::sum(*p, tile);
    __syncthreads();
    p += kThreads;
    if (++slice == kSlices) slice = 0, p += stride;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

#define REDUCE(NAME, TREE)                                                                         \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      reduce_##NAME(const uint32_t* __restrict__ in, uint32_t* __restrict__ out, uint32_t trips) { \
    reduce<TREE>(in, out, trips);                                                                  \
  }

REDUCE(interleaved, Interleaved)
REDUCE(sequential, Sequential)
REDUCE(shuffle, Shuffle)

extern "C" __global__ void __launch_bounds__(kThreads)
    reduce_vector(const uint4* __restrict__ in, uint32_t* __restrict__ out, uint32_t trips) {
  __shared__ uint32_t tile[kThreads];
  const uint4* p = in + first_vector();
  uint32_t sum = 0;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    uint4 v[kVectors];
    load_vectors(v, p);
    p += chunk_stride();
#pragma unroll
    for (uint32_t u = 0; u < kVectors; ++u) sum += v[u].x + v[u].y + v[u].z + v[u].w;
  }
  sum = Shuffle::sum(sum, tile);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
