// targets: plain
// registers: 64
// spills: allowed
//
// The ladder of ladder.cuh in 64 registers, with which 1024 threads of an SM reside.
#include "ladder.cuh"

SPILL_FP32_LADDER(64)
