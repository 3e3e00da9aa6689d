// targets: plain
// registers: 48
// contract: loop LDG.128=4 LDG=4; outside LDG.128=4 LDG=4
// contract intensity_fp64_half: loop LDG=4 DFMA=4; code DFMA=4
// contract intensity_fp64_f1: loop LDG=4 DFMA=8; code DFMA=8
// contract intensity_fp64_f2: loop LDG=4 DFMA=16; code DFMA=16
// contract intensity_fp64_f4: loop LDG=4 DFMA=32; code DFMA=32
// contract intensity_fp64_f8: loop LDG=4 DFMA=64; code DFMA=64
// contract intensity_fp64_f16: loop LDG=4 DFMA=128; code DFMA=128
// contract intensity_fp64_f32: loop LDG=0 DFMA=128; code DFMA=128
// contract intensity_fp64_f64: loop LDG=0 DFMA=256; code DFMA=256
// contract intensity_fp64_f[125][0-9][0-9]: loop LDG=0 DFMA=512; code DFMA=512
// contract intensity_fp64_f1024: loop LDG=0 DFMA=512; code DFMA=512
//
// What it asks: at which arithmetic intensity the bound turns from DRAM to the
// FP64 pipe, as intensity.cu asks for FP32.
// What limits it: DRAM at few FMAs an element, the FP64 pipe at many. The loads
// in flight are the same for every entry.
//
// G blocks of 256 threads, 2048 elements of 8 bytes a block and trip,
// E = G * trips * 2048 elements, F FMAs on each:
//   FLOPs  2 * F * E (half: E)
//   bytes  8 * E read, 4 * 256 * G written
// Variants, in order: intensity_fp64_half, one FMA on two elements
// (1/8 FLOP/byte); intensity_fp64_f1, _f2, _f4, ..., _f1024 (F/4 FLOP/byte).
//
// What the assembler shows beyond the contract: the loads of a trip stand ahead of
// its arithmetic; above F = 16 an inner loop has 8 * F/2 DFMA, 512 at the most.
// Dead-code guard: as in fma.cu; both halves of each result go into the word
// that is stored.
#include "sweep.cuh"

// 4 blocks an SM at the least, which keeps 64 KiB of loads in flight.
#define INTENSITY_FP64(NAME, ARITHMETIC)                                                           \
  extern "C" __global__ void __launch_bounds__(kThreads, 4)                                        \
      intensity_fp64_##NAME(const double2* __restrict__ in, uint32_t* __restrict__ out, double c,  \
                            uint32_t trips) {                                                      \
    sweep<ARITHMETIC>(in, out, c, trips);                                                          \
  }

INTENSITY_FP64(half, Pair)
INTENSITY_FP64(f1, Chain<1>)
INTENSITY_FP64(f2, Chain<2>)
INTENSITY_FP64(f4, Chain<4>)
INTENSITY_FP64(f8, Chain<8>)
INTENSITY_FP64(f16, Chain<16>)
INTENSITY_FP64(f32, Chain<32>)
INTENSITY_FP64(f64, Chain<64>)
INTENSITY_FP64(f128, Chain<128>)
INTENSITY_FP64(f256, Chain<256>)
INTENSITY_FP64(f512, Chain<512>)
INTENSITY_FP64(f1024, Chain<1024>)
