// targets: plain
// registers: 255
// contract *_live32_*: loop FFMA=32; code FFMA=32
// contract *_live64_*: loop FFMA=64; code FFMA=64
// contract *_live96_*: loop FFMA=96; code FFMA=96
// contract *_live128_*: loop FFMA=128; code FFMA=128
// contract *_live160_*: loop FFMA=160; code FFMA=160
// contract *_live192_*: loop FFMA=192; code FFMA=192
// contract *_live224_*: loop FFMA=224; code FFMA=224
//
// The ladder of ladder.cuh in as many registers as it wants, which are 4 to 8 more
// than it has accumulators: the twin without spills.
#include "ladder.cuh"

SPILL_FP32_LADDER(255)
