// targets: plain
// registers: 64
// contract: outside LDG.128=4 LDG=4
// contract *_f1: loop LDG.128=4 LDG=4 FFMA=16
// contract *_f4: loop LDG.128=4 LDG=4 FFMA=64
// contract *_f16: loop LDG.128=4 LDG=4 FFMA=256
// contract *_f64: loop LDG.128=4 LDG=4; loop LDG=0 FFMA=512
//
// What it asks: at which arithmetic intensity the bound turns from L1 or L2 to the FMA pipe,
// as intensity.cu asks it of DRAM.
// What limits it: the cache at few FMA an element, the pipe at many. The loads in flight are
// the same for every entry.
//
// G blocks of 256 threads, 4096 elements of 4 bytes a block and trip, E = G * trips * 4096
// elements, F steps on each:
//   FLOPs  2 * F * E
//   bytes  16384 * G * trips from the cache, 4 * 256 * G written
// Variants: intensity_fp32_l1_f1, _f4, _f16, _f64, whose blocks go round a set of 8 KiB each,
// and intensity_fp32_l2_f1, ... _f64, which all go round one set.
//
// Dead-code guard: the fold of the results of a trip goes into a hash that is stored.
#include "cached.cuh"

INTENSITY_CACHED(fp32, 1, c, float c)
INTENSITY_CACHED(fp32, 4, c, float c)
INTENSITY_CACHED(fp32, 16, c, float c)
INTENSITY_CACHED(fp32, 64, c, float c)
