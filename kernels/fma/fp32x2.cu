// targets: sm_100
// registers: 32
// contract fma_fp32x2_chains[12] sm_100-sm_107: loop FFMA2=256; code FFMA2=256
// contract fma_fp32x2_chains[48] sm_100-sm_107: loop FFMA2=512; code FFMA2=512
// contract sm_100-sm_107: never FFMA FADD FMUL FADD2 FMUL2
// contract fma_fp32x2_chains[12] sm_110+: loop FFMA=512; code FFMA=512
// contract fma_fp32x2_chains[48] sm_110+: loop FFMA=1024; code FFMA=1024
// contract sm_110+: never FFMA2 FADD FMUL FADD2 FMUL2
//
// What it asks: how many FP32 FMAs a second the SMs do by the instruction that does
// two of them, which compute capability 10.0 brought.
// What limits it: the FMA pipe, which takes both FMAs: the peak is that of fma.cu. What
// the packed form saves are issue slots, half of them. Only 10.x has the instruction; for
// 11.0 and 12.x the assembler makes two FFMA of it, which saves nothing.
//
// G blocks of 256 threads, C chains of two floats a thread, STEPS steps of
// x = x*x + c on each float of each chain in a trip:
//   FLOPs  4 * C * STEPS * trips * 256 * G
//   bytes  8 * C * 256 * G of seeds, from an 8 KiB table that stays in cache,
//          and 4 * 256 * G written
// Variants, in order: fma_fp32x2_chains1 (256 steps), _chains2 (128), _chains4
// (128), _chains8 (64): half of those of fma.cu, as a step is two FMAs.
//
// Dead-code guard: as in fma.cu; both floats of a chain go into the word that is
// stored.
#include "chains.cuh"

// x = x*x + c on both floats of a pair, each rounded once.
struct Square {
  uint64_t c;
  __device__ __forceinline__ uint64_t operator()(uint64_t x) const {
    uint64_t y;
    asm("fma.rn.f32x2 %0, %1, %1, %2;" : "=l"(y) : "l"(x), "l"(c));
    return y;
  }
};

__device__ __forceinline__ Square square(float c) {
  const uint64_t bits = __float_as_uint(c);
  return {bits << 32 | bits};
}

#define FMA_FP32X2(CHAINS, STEPS)                                                                  \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      fma_fp32x2_chains##CHAINS(const uint64_t* __restrict__ seeds, uint32_t* __restrict__ out,    \
                                float c, uint32_t trips) {                                         \
    chains<CHAINS, STEPS>(seeds, out, square(c), trips);                                           \
  }

FMA_FP32X2(1, 256)
FMA_FP32X2(2, 128)
FMA_FP32X2(4, 128)
FMA_FP32X2(8, 64)
