// targets: sm_80
// registers: 64
// contract: outside LDG.128=4 LDG=4
// contract *_f1: loop LDG.128=4 LDG=4 HFMA2.BF16_V2=16
// contract *_f4: loop LDG.128=4 LDG=4 HFMA2.BF16_V2=64
// contract *_f16: loop LDG.128=4 LDG=4 HFMA2.BF16_V2=256
// contract *_f64: loop LDG=0 HFMA2.BF16_V2=512
// contract *_f256: loop LDG=0 HFMA2.BF16_V2=1024
// contract *_f1024: loop LDG=0 HFMA2.BF16_V2=1024
//
// What it asks: at which arithmetic intensity the bound turns from DRAM, L2 or L1 to the pipe of packed BF16,
// as intensity.cu asks for FP32.
// What limits it: the memory at few steps a word, the pipe at many. The loads in flight are the
// same for every entry.
//
// G blocks of 256 threads, 4096 words a block and trip, E = G * trips * 4096 words, F steps of
// x = x*x + c on both halves on each:
//   FLOPs  4 * F * E
//   bytes  4 * E read, 4 * 256 * G written
// Variants: intensity_bf16x2_f1, _f4, _f16, ..., _f1024, which read each word once, from DRAM;
// and _l1_f1, _l1_f4, _l1_f16, _l1_f64 and the same with _l2, as cached.cu has them.
//
// Dead-code guard: as in fma/bf16x2.cu; the bits of each result go into the word that is stored.
#include "cached.cuh"
#include "words.cuh"

#define INTENSITY_DRAM(F)                                                                          \
  extern "C" __global__ void __launch_bounds__(kThreads, 4)                                        \
      intensity_bf16x2_f##F(const uint4* __restrict__ in, uint32_t* __restrict__ out, uint32_t c,  \
                           uint32_t trips) {                                                       \
    sweep<Chain<F>>(in, out, BrainPair{c}, trips);                                                 \
  }

INTENSITY_DRAM(1)
INTENSITY_DRAM(4)
INTENSITY_DRAM(16)
INTENSITY_DRAM(64)
INTENSITY_DRAM(256)
INTENSITY_DRAM(1024)
INTENSITY_CACHED(bf16x2, 1, (BrainPair{c}), uint32_t c)
INTENSITY_CACHED(bf16x2, 4, (BrainPair{c}), uint32_t c)
INTENSITY_CACHED(bf16x2, 16, (BrainPair{c}), uint32_t c)
INTENSITY_CACHED(bf16x2, 64, (BrainPair{c}), uint32_t c)
