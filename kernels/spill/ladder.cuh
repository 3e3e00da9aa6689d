// The ladder of live accumulators against a cap of registers: what the files of
// the family, one for each cap, have in common.
//
// What it asks: what it costs when a kernel wants more registers than it has.
// What limits it: the FMA pipe as long as everything is in registers; else the
// loads and stores of local memory, which L1 answers as long as it holds the
// spilled words of all resident threads, L2 and DRAM when it does not. A higher
// cap lets fewer threads reside.
//
// G blocks of 256 threads, LIVE accumulators a thread, one step of x = x*x + c on
// each in a trip:
//   FLOPs   2 * LIVE * trips * 256 * G, and LIVE products a thread before them
//   bytes   4 * 256 * G of seeds, from a 4 KiB table that stays in cache, and
//           4 * 256 * G written
//   spills  n words of local memory are loaded and n are stored a thread and
//           trip, n = LIVE - cap + 20 where the cap is below LIVE, 6 where it is
//           equal, else none (sm_70: + 21, and 8); the manifest has them, and
//           those that run once
// Variants: spill_fp32_live32, 64, 96, 128, 160, 192 and 224, each with _regs32,
// _regs64, _regs128, and _regs255, the twin that never spills.
//
// What the assembler shows, by the contracts of the files: LIVE FFMA in the loop, n
// LDL and n STL.
// Dead-code guard: as in fma.cu. The accumulators begin at different values, so
// that no two are one, and their bits go into the word that is stored.
#pragma once

#include "../common.cuh"

constexpr uint32_t kSeeds = 1024;  // a power of two, so that the wrap is a mask

// Accumulator k of a thread starts at seeds[thread mod 1024] * ((k + 1) / 256) and
// does one step of x = x*x + c in a trip; the thread stores the XOR of their bits.
// All of them live from one trip to the next, in whatever order they are stepped:
// what has no register must lie in local memory.
template <uint32_t LIVE>
__device__ __forceinline__ void accumulate(const float* __restrict__ seeds,
                                           uint32_t* __restrict__ out, float c, uint32_t trips) {
  const float seed = seeds[thread_index() % kSeeds];
  float x[LIVE];
#pragma unroll
  for (uint32_t k = 0; k < LIVE; ++k) x[k] = seed * (float(k + 1) / 256);
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
#pragma unroll
    for (uint32_t k = 0; k < LIVE; ++k) x[k] = fmaf(x[k], x[k], c);
  }
  uint32_t fold = 0;
#pragma unroll
  for (uint32_t k = 0; k < LIVE; ++k) fold ^= fold_words(x[k]);
  out[thread_index()] = fold;
}

// One rung: LIVE accumulators in REGISTERS registers at the most. The PTX says
// so by .maxnreg, which every driver obeys.
#define SPILL_FP32(LIVE, REGISTERS)                                                                \
  extern "C" __global__ void __maxnreg__(REGISTERS)                                                \
      spill_fp32_live##LIVE##_regs##REGISTERS(const float* __restrict__ seeds,                     \
                                              uint32_t* __restrict__ out, float c,                 \
                                              uint32_t trips) {                                    \
    accumulate<LIVE>(seeds, out, c, trips);                                                        \
  }

#define SPILL_FP32_LADDER(REGISTERS)                                                               \
  SPILL_FP32(32, REGISTERS)                                                                        \
  SPILL_FP32(64, REGISTERS)                                                                        \
  SPILL_FP32(96, REGISTERS)                                                                        \
  SPILL_FP32(128, REGISTERS)                                                                       \
  SPILL_FP32(160, REGISTERS)                                                                       \
  SPILL_FP32(192, REGISTERS)                                                                       \
  SPILL_FP32(224, REGISTERS)
