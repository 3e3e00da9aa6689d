// targets: sm_75
// registers: 64
// contract *_chains1 sm_75-sm_90: loop IMMA.8816.S8.S8=16 IMMA=16; code IMMA=16
// contract *_chains2 sm_75-sm_90: loop IMMA.8816.S8.S8=32 IMMA=32; code IMMA=32
// contract *_chains4 sm_75-sm_90: loop IMMA.8816.S8.S8=64 IMMA=64; code IMMA=64
// contract *_chains1 sm_100+: loop IMMA.16816.S8.S8=16 IMMA=16; code IMMA=16
// contract *_chains2 sm_100+: loop IMMA.16816.S8.S8=32 IMMA=32; code IMMA=32
// contract *_chains4 sm_100+: loop IMMA.16816.S8.S8=64 IMMA=64; code IMMA=64
// contract: never LDS STS
//
// What it asks: how many operations a second the tensor cores do on integers of 8
// bits by mma.sync over 16 of k, which Turing has, and how many independent chains
// that takes.
// What limits it: the tensor cores on Turing; on later ones the instruction, which
// is a quarter of theirs (int8.cu).
//
// FLOPs, bytes and the check: chains.cuh, with m, n, k = 8, 8, 16. Variants, in
// order: tensor_int8_k16_chains1, 2, 4.
//
// What the assembler shows: 16 * CHAINS IMMA.8816 in the loop, from sm_100 on
// IMMA.16816 of which half is thrown away; no LDS, LDL or STL.
// Dead-code guard: each result goes into a word that is stored, in every trip.
#include "integers.cuh"

struct SmallBytes : SmallIntegers<kByteSigns, kByteOnes> {
  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    asm("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(d.r[0]), "+r"(d.r[1])
        : "r"(a.word), "r"(b.word));
  }
};

TENSOR_ENTRIES(tensor_int8_k16, SmallBytes)
