// The chains of every path: what the entries of the family have in common.
#pragma once

#include "../common.cuh"

constexpr uint32_t kSeeds = 1024;  // a power of two, so that the wrap is a mask

// The XOR of the two words of a pair of floats.
__device__ __forceinline__ uint32_t fold_words(uint64_t v) { return uint32_t(v) ^ uint32_t(v >> 32); }

// What of a result is stored: all of its bits.
struct AllBits {
  template <typename Value>
  __device__ __forceinline__ uint32_t operator()(Value v) const {
    return fold_words(v);
  }
};

// Chain k of a thread starts at seeds[(thread*CHAINS + k) mod 1024] and does
// STEPS steps in a trip; the thread stores the XOR of the bits of its chains. A
// Step is the function that does one, with its constants, and Bits gives what is stored.
template <uint32_t CHAINS, uint32_t STEPS, typename Value, typename Step, typename Bits = AllBits>
__device__ __forceinline__ void chains(const Value* __restrict__ seeds, uint32_t* __restrict__ out,
                                       Step step, uint32_t trips, Bits bits = {}) {
  const uint32_t first = thread_index() * CHAINS;
  Value x[CHAINS];
#pragma unroll
  for (uint32_t k = 0; k < CHAINS; ++k) x[k] = seeds[(first + k) % kSeeds];
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
#pragma unroll
    for (uint32_t s = 0; s < STEPS; ++s) {
#pragma unroll
      for (uint32_t k = 0; k < CHAINS; ++k) x[k] = step(x[k]);
    }
  }
  uint32_t fold = 0;
#pragma unroll
  for (uint32_t k = 0; k < CHAINS; ++k) fold ^= bits(x[k]);
  out[thread_index()] = fold;
}
