// targets: plain
// registers: 96
// spills: allowed
// contract spill_array_live32: loop LDL.32=32 LDL=32 STL.32=32 STL=32 FFMA=32; code FFMA=32
// contract spill_array_live64: loop LDL.32=64 LDL=64 STL.32=64 STL=64 FFMA=64; code FFMA=64
//
// What it asks: what an array costs whose index is not known when the kernel is compiled.
// It is local memory by the language, not a spill: no register can be chosen by a number, so
// that the whole array lies in local memory, however many registers are free.
// What limits it: the loads and stores of local memory, which L1 answers as long as it holds
// the arrays of all resident threads.
//
// G blocks of 256 threads, an array of LIVE floats a thread. In a trip each of them does one
// step x = x*x + c, in an order that begins at `first`:
//   FLOPs   2 * LIVE * trips * 256 * G, and LIVE products a thread before them
//   local   4 * LIVE bytes loaded and as many stored a thread and trip; as many stored
//           before the first trip and loaded after the last
//   bytes   4 * 256 * G of seeds, from a 4 KiB table that stays in cache, and
//           4 * 256 * G written
// Variants: spill_array_live32 and 64. Their twins are spill_fp32_live32_regs255 and
// live64: the same values, the same results, and indices that are known.
//
// Dead-code guard: as in ladder.cuh.
#include "../common.cuh"

constexpr uint32_t kSeeds = 1024;  // a power of two, so that the wrap is a mask

template <uint32_t LIVE>
__device__ __forceinline__ void accumulate(const float* __restrict__ seeds,
                                           uint32_t* __restrict__ out, float c, uint32_t first,
                                           uint32_t trips) {
  const float seed = seeds[thread_index() % kSeeds];
  float x[LIVE];
#pragma unroll
  for (uint32_t k = 0; k < LIVE; ++k) x[k] = seed * (float(k + 1) / 256);
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
#pragma unroll
    for (uint32_t k = 0; k < LIVE; ++k) {
      const uint32_t at = (first + k) % LIVE;
      x[at] = fmaf(x[at], x[at], c);
    }
  }
  uint32_t fold = 0;
#pragma unroll
  for (uint32_t k = 0; k < LIVE; ++k) fold ^= fold_words(x[k]);
  out[thread_index()] = fold;
}

#define SPILL_ARRAY(LIVE)                                                                          \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      spill_array_live##LIVE(const float* __restrict__ seeds, uint32_t* __restrict__ out, float c, \
                             uint32_t first, uint32_t trips) {                                     \
    accumulate<LIVE>(seeds, out, c, first, trips);                                                 \
  }

SPILL_ARRAY(32)
SPILL_ARRAY(64)
