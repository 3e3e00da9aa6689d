// targets: plain
// registers: 24
// contract fma_int32_chains[12]: loop IMAD$=512
// contract fma_int32_chains[48]: loop IMAD$=1024
//
// What it asks: how many 32-bit integer multiply-adds a second the SMs issue,
// and how many independent chains a thread needs to reach that.
// What limits it: the pipe that multiplies integers (the FMA pipe, or a half of
// it) when threads times chains cover its latency, the latency when they do not.
//
// G blocks of 256 threads, C chains a thread, STEPS steps of x = a*x + c modulo
// 2^32 on each chain in a trip; a multiply-add is 2 operations:
//   operations  2 * C * STEPS * trips * 256 * G
//   bytes       4 * C * 256 * G of seeds, from a 4 KiB table that stays in
//               cache, and 4 * 256 * G written
// Variants, in order: fma_int32_chains1 (512 steps), _chains2 (256), _chains4
// (256), _chains8 (128), as in fma.cu.
//
// Dead-code guard: the seeds, a and c are arguments, and every chain goes into
// the word that is stored. With a = 5 modulo 8 and c odd a chain comes back to
// its seed after 2^32 steps and not before, so that no step can be left out.
// x*x + c is no choice here: modulo 2^32 it drives all seeds to two values.
// Steps that are linear could be folded by two, a*a*x + (a*c + c); no compiler
// does that, and the count of IMAD shows it.
#include "chains.cuh"

// x = a*x + c modulo 2^32.
struct Congruence {
  uint32_t a, c;
  __device__ __forceinline__ uint32_t operator()(uint32_t x) const { return a * x + c; }
};

#define FMA_INT32(CHAINS, STEPS)                                                                   \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      fma_int32_chains##CHAINS(const uint32_t* __restrict__ seeds, uint32_t* __restrict__ out,     \
                               uint32_t a, uint32_t c, uint32_t trips) {                           \
    chains<CHAINS, STEPS>(seeds, out, Congruence{a, c}, trips);                                    \
  }

FMA_INT32(1, 512)
FMA_INT32(2, 256)
FMA_INT32(4, 256)
FMA_INT32(8, 128)
