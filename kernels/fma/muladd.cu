// targets: plain
// registers: 24
// contract fma_fp32_muladd_chains[12]: loop FMUL=256 FADD=256; code FMUL=256 FADD=256
// contract fma_fp32_muladd_chains[48]: loop FMUL=512 FADD=512; code FMUL=512 FADD=512
// contract: never FFMA FMUL2 FADD2
//
// What it asks: what is left of the FP32 peak where a product and a sum are two
// instructions. It is the twin of fma.cu: the same chains, not fused.
// What limits it: the FMA pipe, which takes a multiplication or an addition as it takes
// an FMA, for half of the FLOPs.
//
// G blocks of 256 threads, C chains a thread, STEPS steps of x = x*x + c on
// each chain in a trip, the product rounded before the sum:
//   FLOPs  2 * C * STEPS * trips * 256 * G
//   bytes  4 * C * 256 * G of seeds, from a 4 KiB table that stays in cache,
//          and 4 * 256 * G written
// Variants, in order: fma_fp32_muladd_chains1 (256 steps), _chains2 (128), _chains4
// (128), _chains8 (64): half of those of fma.cu, as a step is two instructions.
//
// Dead-code guard: as in fma.cu. The intrinsics __fmul_rn and __fadd_rn are never
// fused.
#include "chains.cuh"

// x = x*x + c, rounded twice.
struct SquareAdd {
  float c;
  __device__ __forceinline__ float operator()(float x) const { return __fadd_rn(__fmul_rn(x, x), c); }
};

#define FMA_FP32_MULADD(CHAINS, STEPS)                                                             \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      fma_fp32_muladd_chains##CHAINS(const float* __restrict__ seeds, uint32_t* __restrict__ out,  \
                                     float c, uint32_t trips) {                                    \
    chains<CHAINS, STEPS>(seeds, out, SquareAdd{c}, trips);                                        \
  }

FMA_FP32_MULADD(1, 256)
FMA_FP32_MULADD(2, 128)
FMA_FP32_MULADD(4, 128)
FMA_FP32_MULADD(8, 64)
