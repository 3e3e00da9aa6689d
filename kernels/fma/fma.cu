// targets: plain
// registers: 24
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
// What the assembler shows, on each target: C * STEPS FFMA in the loop and no
// other FFMA, FADD or FMUL; no LDL or STL.
// Dead-code guard: x*x + c has no closed form to fold to, the seeds and c are
// arguments, and the bits of every chain go into the word that is stored. With
// c = -1.5 and seeds up to the fixed point (1 + sqrt 7)/2 = 1.82 in size, every
// x stays within it; a larger seed runs off to infinity.
#include "../common.cuh"

constexpr uint32_t kSeeds = 1024;  // a power of two, so that the wrap is a mask

// Chain k of a thread starts at seeds[(thread*CHAINS + k) mod 1024]; the
// thread stores the XOR of the bits of its chains.
template <uint32_t CHAINS, uint32_t STEPS>
__device__ __forceinline__ void chains(const float* __restrict__ seeds, uint32_t* __restrict__ out,
                                       float c, uint32_t trips) {
  const uint32_t first = thread_index() * CHAINS;
  float x[CHAINS];
#pragma unroll
  for (uint32_t k = 0; k < CHAINS; ++k) x[k] = seeds[(first + k) % kSeeds];
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
#pragma unroll
    for (uint32_t s = 0; s < STEPS; ++s) {
#pragma unroll
      for (uint32_t k = 0; k < CHAINS; ++k) x[k] = fmaf(x[k], x[k], c);
    }
  }
  uint32_t fold = 0;
#pragma unroll
  for (uint32_t k = 0; k < CHAINS; ++k) fold ^= __float_as_uint(x[k]);
  out[thread_index()] = fold;
}

#define FMA_FP32(CHAINS, STEPS)                                                                    \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      fma_fp32_chains##CHAINS(const float* __restrict__ seeds, uint32_t* __restrict__ out,         \
                              float c, uint32_t trips) {                                           \
    chains<CHAINS, STEPS>(seeds, out, c, trips);                                                   \
  }

FMA_FP32(1, 512)
FMA_FP32(2, 256)
FMA_FP32(4, 256)
FMA_FP32(8, 128)
