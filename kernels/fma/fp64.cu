// targets: plain
// registers: 32
// contract fma_fp64_chains[12]: loop DFMA=512; code DFMA=512
// contract fma_fp64_chains[48]: loop DFMA=1024; code DFMA=1024
// contract: never DADD DMUL
//
// What it asks: how many FP64 FMAs a second the SMs issue, and how many
// independent chains a thread needs to reach that.
// What limits it: the FP64 pipe when threads times chains cover its latency,
// the latency when they do not. A GPU made for graphics has so few FP64 lanes
// that one warp a scheduler fills them.
//
// G blocks of 256 threads, C chains a thread, STEPS steps of x = x*x + c on
// each chain in a trip:
//   FLOPs  2 * C * STEPS * trips * 256 * G
//   bytes  8 * C * 256 * G of seeds, from an 8 KiB table that stays in cache,
//          and 4 * 256 * G written
// Variants, in order: fma_fp64_chains1 (512 steps), _chains2 (256), _chains4
// (256), _chains8 (128), as in fma.cu.
//
// Dead-code guard: as in fma.cu; both halves of a result go into the word that
// is stored.
#include "chains.cuh"

// x = x*x + c, rounded once.
struct Square {
  double c;
  __device__ __forceinline__ double operator()(double x) const { return fma(x, x, c); }
};

#define FMA_FP64(CHAINS, STEPS)                                                                    \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      fma_fp64_chains##CHAINS(const double* __restrict__ seeds, uint32_t* __restrict__ out,        \
                              double c, uint32_t trips) {                                          \
    chains<CHAINS, STEPS>(seeds, out, Square{c}, trips);                                           \
  }

FMA_FP64(1, 512)
FMA_FP64(2, 256)
FMA_FP64(4, 256)
FMA_FP64(8, 128)
