// targets: plain
// registers: 128
// spills: allowed
//
// The ladder of ladder.cuh in 128 registers, with which 512 threads of an SM reside.
#include "ladder.cuh"

SPILL_FP32_LADDER(128)
