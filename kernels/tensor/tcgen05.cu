// targets: sm_100a sm_103a sm_107a
// registers: 128
// contract *_fp16_fp32_tcgen05: loop UTCHMMA=16 UTCBAR=1; code UTCHMMA=16 UTCQMMA=0
// contract *_fp16_fp16_tcgen05: loop UTCHMMA=16 UTCBAR=1; code UTCHMMA=16 UTCQMMA=0
// contract *_bf16_fp32_tcgen05: loop UTCHMMA=16 UTCBAR=1; code UTCHMMA=16 UTCQMMA=0
// contract *_tf32_fp32_tcgen05: loop UTCHMMA=16 UTCBAR=1; code UTCHMMA=16 UTCQMMA=0
// contract *_e4m3_fp32_tcgen05: loop UTCQMMA=16 UTCBAR=1; code UTCQMMA=16 UTCHMMA=0
// contract *_e5m2_fp32_tcgen05: loop UTCQMMA=16 UTCBAR=1; code UTCQMMA=16 UTCHMMA=0
// contract *_e2m3_fp32_tcgen05: loop UTCQMMA=16 UTCBAR=1; code UTCQMMA=16 UTCHMMA=0
// contract *_e2m1_fp32_tcgen05: loop UTCQMMA=16 UTCBAR=1; code UTCQMMA=16 UTCHMMA=0
// contract: loop LDTM=1; code LDTM=1; never HMMA QMMA
//
// What it asks: how many operations a second the tensor cores of Blackwell's data
// centres do by tcgen05.mma, which alone reaches their rate: on FP16 with sums in FP32
// and in FP16, BF16, TF32, and floats of 8, 6 and 4 bits (kind f8f6f4).
// What limits it: the tensor cores. An instruction of 128 x 256 x 32 bytes takes 128
// cycles, in which shared memory brings 12 KiB of the 16 that it can.
//
// FLOPs, bytes and the check: tcgen05.cuh, with N = 256 and k of 16 FP16 or BF16, 8 TF32,
// and 32 narrower floats an instruction. Of the floats of 6 and 4 bits 16 lie in 16
// bytes of memory, one after the other, with a padding behind them. Variants, in order:
// tensor_fp16_fp32_tcgen05, fp16_fp16, bf16_fp32, tf32_fp32, e4m3_fp32, e5m2_fp32,
// e2m3_fp32 and e2m1_fp32.
//
// What the assembler shows, on each target: 16 UTCHMMA or UTCQMMA in the loop, one behind
// the other, whose types stand in a descriptor that the machine code does not show; what
// the threads read meanwhile (LDTM) in a loop of its own.
// Dead-code guard: each sum goes into a word that is stored, in every trip.
#include "tcgen05.cuh"

struct Fp16OfSingles : Plain<kSingleSums, 0, uint32_t> { PLAIN_MULTIPLY("f16") };
struct Fp16OfHalves : Plain<kHalfSums, 0, uint16_t> { PLAIN_MULTIPLY("f16") };
struct Bf16 : Plain<kSingleSums, 1, uint32_t> { PLAIN_MULTIPLY("f16") };
struct Tf32 : Plain<kSingleSums, 2, uint32_t> { PLAIN_MULTIPLY("tf32") };
struct E4M3 : Plain<kSingleSums, 0, uint32_t> { PLAIN_MULTIPLY("f8f6f4") };
struct E5M2 : Plain<kSingleSums, 1, uint32_t> { PLAIN_MULTIPLY("f8f6f4") };
struct E2M3 : Plain<kSingleSums, 3, uint32_t> { PLAIN_MULTIPLY("f8f6f4") };
struct E2M1 : Plain<kSingleSums, 5, uint32_t> { PLAIN_MULTIPLY("f8f6f4") };

TCGEN05_ENTRY(tensor_fp16_fp32_tcgen05, Fp16OfSingles)
TCGEN05_ENTRY(tensor_fp16_fp16_tcgen05, Fp16OfHalves)
TCGEN05_ENTRY(tensor_bf16_fp32_tcgen05, Bf16)
TCGEN05_ENTRY(tensor_tf32_fp32_tcgen05, Tf32)
TCGEN05_ENTRY(tensor_e4m3_fp32_tcgen05, E4M3)
TCGEN05_ENTRY(tensor_e5m2_fp32_tcgen05, E5M2)
TCGEN05_ENTRY(tensor_e2m3_fp32_tcgen05, E2M3)
TCGEN05_ENTRY(tensor_e2m1_fp32_tcgen05, E2M1)
