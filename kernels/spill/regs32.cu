// targets: plain
// registers: 32
// spills: allowed
//
// The ladder of ladder.cuh in 32 registers, with which all 2048 threads of an SM reside.
#include "ladder.cuh"

SPILL_FP32_LADDER(32)
