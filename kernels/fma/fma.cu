// targets: plain
// registers: 24
// contract fma_fp32_chains[12]: loop FFMA=512; code FFMA=512
// contract fma_fp32_chains[48]: loop FFMA=1024; code FFMA=1024
// contract: never FADD FMUL FFMA2
//
// What it asks: how many FP32 FMAs a second the SMs issue, and how many
// independent chains a thread needs to reach that.
// What limits it: the FMA pipe when threads times chains cover the latency of
// an FMA (about 4 cycles: 4 independent FMAs a scheduler); the latency itself
// when they do not.
//
// G blocks of 256 threads, C chains a thread, STEPS steps of x = x*x + c on
// each chain in a trip:
//   FLOPs  2 * C * STEPS * trips * 256 * G
//   bytes  4 * C * 256 * G of seeds, from a 4 KiB table that stays in cache,
//          and 4 * 256 * G written
// Variants, in order, with STEPS so that the loop is a thousand FMAs or the
// chain at least 128 deep, and well below the 4096 that the instruction cache
// holds:
//   fma_fp32_chains1   512 steps
//   fma_fp32_chains2   256
//   fma_fp32_chains4   256
//   fma_fp32_chains8   128
//
// Dead-code guard: x*x + c has no closed form to fold to, the seeds and c are
// arguments, and the bits of every chain go into the word that is stored. With
// c = -1.5 and seeds up to the fixed point (1 + sqrt 7)/2 = 1.82 in size, every
// x stays within it; a larger seed runs off to infinity.
#include "chains.cuh"

// x = x*x + c, rounded once.
struct Square {
  float c;
  __device__ __forceinline__ float operator()(float x) const { return fmaf(x, x, c); }
};

#define FMA_FP32(CHAINS, STEPS)                                                                    \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      fma_fp32_chains##CHAINS(const float* __restrict__ seeds, uint32_t* __restrict__ out,         \
                              float c, uint32_t trips) {                                           \
    chains<CHAINS, STEPS>(seeds, out, Square{c}, trips);                                           \
  }

FMA_FP32(1, 512)
FMA_FP32(2, 256)
FMA_FP32(4, 256)
FMA_FP32(8, 128)
