// targets: plain
// registers: 48
// contract: loop LDG.128=4 LDG=4; outside LDG.128=4 LDG=4
// contract intensity_fp32_half: loop LDG=4 FFMA=8; code FFMA=8
// contract intensity_fp32_f1: loop LDG=4 FFMA=16; code FFMA=16
// contract intensity_fp32_f2: loop LDG=4 FFMA=32; code FFMA=32
// contract intensity_fp32_f4: loop LDG=4 FFMA=64; code FFMA=64
// contract intensity_fp32_f8: loop LDG=4 FFMA=128; code FFMA=128
// contract intensity_fp32_f16: loop LDG=4 FFMA=256; code FFMA=256
// contract intensity_fp32_f32: loop LDG=0 FFMA=256; code FFMA=256
// contract intensity_fp32_f64: loop LDG=0 FFMA=512; code FFMA=512
// contract intensity_fp32_f[125][0-9][0-9]: loop LDG=0 FFMA=1024; code FFMA=1024
// contract intensity_fp32_f1024: loop LDG=0 FFMA=1024; code FFMA=1024
//
// What it asks: at which arithmetic intensity the bound turns from DRAM to the
// FMA pipe: the knee of the roofline, taken from one kernel at many
// intensities.
// What limits it: DRAM at few FMAs an element, the FMA pipe at many. The loads
// in flight are the same for every entry: the 4 vectors of the next trip are
// on their way during the arithmetic of this one. Else the knee would be
// rounded off and sit too low.
//
// G blocks of 256 threads, 4096 elements of 4 bytes a block and trip,
// E = G * trips * 4096 elements, F FMAs on each:
//   FLOPs  2 * F * E (half: E)
//   bytes  4 * E read, 4 * 256 * G written
// Variants, in order: intensity_fp32_half, one FMA on two elements
// (1/4 FLOP/byte); intensity_fp32_f1, _f2, _f4, ..., _f1024 (F/2 FLOP/byte).
//
// What the assembler shows beyond the contract: the loads of a trip stand ahead of
// its arithmetic. Above F = 16 an inner loop has 16 * F/2 FFMA, 1024 at the most, so
// that the instruction cache holds it. Besides the FFMA a trip costs 29 to 41
// instructions (fold, moves, addresses), whatever F is.
// Dead-code guard: as in fma.cu; the bits of each result go into the word that
// is stored.
#include "sweep.cuh"

// 4 blocks an SM at the least, which keeps 64 KiB of loads in flight.
#define INTENSITY_FP32(NAME, ARITHMETIC)                                                           \
  extern "C" __global__ void __launch_bounds__(kThreads, 4)                                        \
      intensity_fp32_##NAME(const float4* __restrict__ in, uint32_t* __restrict__ out, float c,    \
                            uint32_t trips) {                                                      \
    sweep<ARITHMETIC>(in, out, c, trips);                                                          \
  }

INTENSITY_FP32(half, Pair)
INTENSITY_FP32(f1, Chain<1>)
INTENSITY_FP32(f2, Chain<2>)
INTENSITY_FP32(f4, Chain<4>)
INTENSITY_FP32(f8, Chain<8>)
INTENSITY_FP32(f16, Chain<16>)
INTENSITY_FP32(f32, Chain<32>)
INTENSITY_FP32(f64, Chain<64>)
INTENSITY_FP32(f128, Chain<128>)
INTENSITY_FP32(f256, Chain<256>)
INTENSITY_FP32(f512, Chain<512>)
INTENSITY_FP32(f1024, Chain<1024>)
