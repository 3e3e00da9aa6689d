// targets: sm_75
// registers: 64
// contract *_chains1 sm_75-sm_89: loop IMMA.8832.S4.S4=16 IMMA=16; code IMMA=16
// contract *_chains2 sm_75-sm_89: loop IMMA.8832.S4.S4=32 IMMA=32; code IMMA=32
// contract *_chains4 sm_75-sm_89: loop IMMA.8832.S4.S4=64 IMMA=64; code IMMA=64
// contract *_chains1 sm_90+: loop CALL=16; never IMMA.S4
// contract *_chains2 sm_90+: loop CALL=32; never IMMA.S4
// contract *_chains4 sm_90+: loop CALL=64; never IMMA.S4
// contract: never LDS STS
//
// What it asks: how many operations a second the tensor cores do on integers of 4
// bits by mma.sync over 32 of k, which Turing has, and how many independent chains
// that takes.
// What limits it: the tensor cores on Turing; on Ampere and Ada the instruction,
// which is a quarter of theirs (int4.cu); Hopper and later have none, and the
// assembler makes two of 8 bits of each.
//
// FLOPs, bytes and the check: chains.cuh, with m, n, k = 8, 8, 32. Variants, in
// order: tensor_int4_k32_chains1, 2, 4.
//
// What the assembler shows: 16 * CHAINS IMMA.8832.S4.S4 in the loop up to sm_89, and
// from sm_90 on as many calls of a function that unpacks and has two IMMA of S8; no
// LDS, LDL or STL.
// Dead-code guard: each result goes into a word that is stored, in every trip.
#include "integers.cuh"

struct SmallNibbles : SmallIntegers<kNibbleSigns, kNibbleOnes> {
  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    asm("mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(d.r[0]), "+r"(d.r[1])
        : "r"(a.word), "r"(b.word));
  }
};

TENSOR_ENTRIES(tensor_int4_k32, SmallNibbles)
