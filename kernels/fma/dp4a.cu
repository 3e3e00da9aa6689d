// targets: plain
// registers: 24
// contract fma_dp4a_chains[12]: loop IDP.4A=512
// contract fma_dp4a_chains[48]: loop IDP.4A=1024
//
// What it asks: how many products of bytes a second the SMs add up outside of the tensor
// cores, four an instruction and lane.
// What limits it: the pipe that multiplies integers when threads times chains cover its
// latency, the latency when they do not.
//
// G blocks of 256 threads, C chains a thread, STEPS steps of
// x = x + x0*a0 + x1*a1 + x2*a2 + x3*a3 modulo 2^32 on each chain in a trip, where x0 to
// x3 are the bytes of x and a0 to a3 those of a, without signs; a step is 4 products and 4
// sums:
//   operations  8 * C * STEPS * trips * 256 * G
//   bytes       4 * C * 256 * G of seeds, from a 4 KiB table that stays in
//               cache, and 4 * 256 * G written
// Variants, in order: fma_dp4a_chains1 (512 steps), _chains2 (256), _chains4 (256),
// _chains8 (128), as in fma.cu.
//
// Dead-code guard: the seeds and a are arguments, and every chain goes into the word that
// is stored. x is both a factor and the summand, so that no step folds into the next; a
// chain grows in each step as long as x is not zero.
#include "chains.cuh"

// x = x + the products of the bytes of x and a.
struct Dot {
  uint32_t a;
  __device__ __forceinline__ uint32_t operator()(uint32_t x) const {
    uint32_t y;
    asm("dp4a.u32.u32 %0, %1, %2, %1;" : "=r"(y) : "r"(x), "r"(a));
    return y;
  }
};

#define FMA_DP4A(CHAINS, STEPS)                                                                    \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      fma_dp4a_chains##CHAINS(const uint32_t* __restrict__ seeds, uint32_t* __restrict__ out,      \
                              uint32_t a, uint32_t trips) {                                        \
    chains<CHAINS, STEPS>(seeds, out, Dot{a}, trips);                                              \
  }

FMA_DP4A(1, 512)
FMA_DP4A(2, 256)
FMA_DP4A(4, 256)
FMA_DP4A(8, 128)
