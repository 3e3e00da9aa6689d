// targets: plain
// registers: 64
// spills: allowed
// contract *_live32_*: loop FFMA=32; code FFMA=32
// contract *_live64_*: loop FFMA=64; code FFMA=64
// contract *_live96_*: loop FFMA=96; code FFMA=96
// contract *_live128_*: loop FFMA=128; code FFMA=128
// contract *_live160_*: loop FFMA=160; code FFMA=160
// contract *_live192_*: loop FFMA=192; code FFMA=192
// contract *_live224_*: loop FFMA=224; code FFMA=224
// contract *_live64_* sm_70: loop LDL.32=8 LDL=8 STL.32=8 STL=8
// contract *_live64_* sm_75+: loop LDL.32=6 LDL=6 STL.32=6 STL=6
// contract *_live96_* sm_70: loop LDL.32=53 LDL=53 STL.32=53 STL=53
// contract *_live96_* sm_75+: loop LDL.32=52 LDL=52 STL.32=52 STL=52
// contract *_live128_* sm_70: loop LDL.32=85 LDL=85 STL.32=85 STL=85
// contract *_live128_* sm_75+: loop LDL.32=84 LDL=84 STL.32=84 STL=84
// contract *_live160_* sm_70: loop LDL.32=117 LDL=117 STL.32=117 STL=117
// contract *_live160_* sm_75+: loop LDL.32=116 LDL=116 STL.32=116 STL=116
// contract *_live192_* sm_70: loop LDL.32=149 LDL=149 STL.32=149 STL=149
// contract *_live192_* sm_75+: loop LDL.32=148 LDL=148 STL.32=148 STL=148
// contract *_live224_* sm_70: loop LDL.32=181 LDL=181 STL.32=181 STL=181
// contract *_live224_* sm_75+: loop LDL.32=180 LDL=180 STL.32=180 STL=180
//
// The ladder of ladder.cuh in 64 registers, with which 1024 threads of an SM reside.
#include "ladder.cuh"

SPILL_FP32_LADDER(64)
