// targets: plain
// registers: 64
// contract: outside LDG.128=4 LDG=4
// contract *_f1: loop LDG.128=4 LDG=4 DFMA=8
// contract *_f4: loop LDG.128=4 LDG=4 DFMA=32
// contract *_f16: loop LDG.128=4 LDG=4 DFMA=128
// contract *_f64: loop LDG.128=4 LDG=4; loop LDG=0 DFMA=256
//
// What it asks: at which arithmetic intensity the bound turns from L1 or L2 to the FP64 pipe,
// as intensity.cu asks it of DRAM.
// What limits it: the cache at few FMA an element, the pipe at many. The loads in flight are
// the same for every entry.
//
// G blocks of 256 threads, 2048 elements of 8 bytes a block and trip, E = G * trips * 2048
// elements, F steps on each:
//   FLOPs  2 * F * E
//   bytes  16384 * G * trips from the cache, 4 * 256 * G written
// Variants: intensity_fp64_l1_f1, _f4, _f16, _f64, whose blocks go round a set of 8 KiB each,
// and intensity_fp64_l2_f1, ... _f64, which all go round one set.
//
// Dead-code guard: the fold of the results of a trip goes into a hash that is stored.
#include "cached.cuh"

INTENSITY_CACHED(fp64, 1, c, double c)
INTENSITY_CACHED(fp64, 4, c, double c)
INTENSITY_CACHED(fp64, 16, c, double c)
INTENSITY_CACHED(fp64, 64, c, double c)
