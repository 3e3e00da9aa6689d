// Granules that a list of indices scatters over memory, for the families that load
// or store them.
//
// Memory is worked on in windows of 2^18 sectors of 32 bytes, 8 MiB. The list names
// each sector of a window once, so that whatever its order every sector is touched
// just once in a launch; a granule of 4, 8, 16 or 32 bytes begins it. A granule of
// 32 bytes is that of two lanes.
#pragma once

#include "common.cuh"

constexpr uint32_t kSectorBytes = 32;
constexpr uint32_t kWindowSectors = 1 << 18;

// What a block does in a trip, for granules of two vectors at most.
template <typename Vector, uint32_t LANES>
struct Granules {
  static constexpr uint32_t kOfThread = sizeof(Vector) == 16 ? 4 : 8;
  static constexpr uint32_t kOfBlock = kOfThread * kThreads / LANES;
  static constexpr uint32_t kChunksOfWindow = kWindowSectors / kOfBlock;

  // The index of a thread's granule u of a chunk.
  static __device__ __forceinline__ uint64_t place(uint32_t chunk, uint32_t u) {
    return uint64_t(chunk) * kOfBlock + u * (kThreads / LANES) + threadIdx.x / LANES;
  }

  // Where the thread's part of a sector lies in the window of a chunk, in bytes.
  static __device__ __forceinline__ uint64_t window(uint32_t chunk) {
    return uint64_t(chunk / kChunksOfWindow) * (kWindowSectors * kSectorBytes) +
           threadIdx.x % LANES * sizeof(Vector);
  }
};

// The indices of a thread's granules, all loaded before any is used.
template <uint32_t COUNT>
__device__ __forceinline__ void load_indices(uint32_t (&v)[COUNT], const uint32_t* __restrict__ p,
                                             uint32_t apart) {
#pragma unroll
  for (uint32_t u = 0; u < COUNT; ++u) v[u] = p[u * apart];
  all_loaded(v);
}
