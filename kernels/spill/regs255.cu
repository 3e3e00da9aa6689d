// targets: plain
// registers: 255
//
// The ladder of ladder.cuh in as many registers as it wants, which are 4 to 8 more
// than it has accumulators: the twin without spills.
#include "ladder.cuh"

SPILL_FP32_LADDER(255)
