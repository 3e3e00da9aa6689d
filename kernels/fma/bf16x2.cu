// targets: sm_80
// registers: 24
// contract fma_bf16x2_chains[12]: loop HFMA2.BF16_V2=512
// contract fma_bf16x2_chains[48]: loop HFMA2.BF16_V2=1024
// contract: never HADD2 HMUL2 FFMA
//
// What it asks: how many BF16 FMAs a second the SMs issue outside of the tensor
// cores, two an instruction and lane. Compute capability 8.0 brought them.
// What limits it: the FMA pipe when threads times chains cover its latency, the
// latency when they do not.
//
// G blocks of 256 threads, C chains of two BF16 numbers a thread, STEPS steps of
// x = x*x + c on each number of each chain in a trip:
//   FLOPs  4 * C * STEPS * trips * 256 * G
//   bytes  4 * C * 256 * G of seeds, from a 4 KiB table that stays in cache,
//          and 4 * 256 * G written
// Variants, in order: fma_bf16x2_chains1 (512 steps), _chains2 (256), _chains4
// (256), _chains8 (128), as in fma.cu.
//
// Dead-code guard: as in fma.cu, but there are few BF16 values, and a chain soon
// runs in a circle. With c = -1.84375 in the low half and -1.984375 in the high one
// every seed in [-1, 1] ends on a circle of 31 and of 21 values, and stays within 2:
// a chain shows a number of steps left out unless it is a multiple of 651.
#include "chains.cuh"

// x = x*x + c in both halves of a word, each rounded once; the low 16 bits of c
// are the constant of the low half.
struct Square {
  uint32_t c;
  __device__ __forceinline__ uint32_t operator()(uint32_t x) const {
    uint32_t y;
    asm("fma.rn.bf16x2 %0, %1, %1, %2;" : "=r"(y) : "r"(x), "r"(c));
    return y;
  }
};

#define FMA_BF16X2(CHAINS, STEPS)                                                                  \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      fma_bf16x2_chains##CHAINS(const uint32_t* __restrict__ seeds, uint32_t* __restrict__ out,    \
                                uint32_t c, uint32_t trips) {                                      \
    chains<CHAINS, STEPS>(seeds, out, Square{c}, trips);                                           \
  }

FMA_BF16X2(1, 512)
FMA_BF16X2(2, 256)
FMA_BF16X2(4, 256)
FMA_BF16X2(8, 128)
