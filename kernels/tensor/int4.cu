// targets: sm_80
// registers: 64
// contract *_chains1 sm_80-sm_89: loop IMMA.16864.S4.S4=16 IMMA=16; code IMMA=16
// contract *_chains2 sm_80-sm_89: loop IMMA.16864.S4.S4=32 IMMA=32; code IMMA=32
// contract *_chains4 sm_80-sm_89: loop IMMA.16864.S4.S4=64 IMMA=64; code IMMA=64
// contract *_chains1 sm_90+: loop CALL=16; never IMMA.S4
// contract *_chains2 sm_90+: loop CALL=32; never IMMA.S4
// contract *_chains4 sm_90+: loop CALL=64; never IMMA.S4
// contract: never LDS STS
//
// What it asks: how many operations a second the tensor cores do on integers of 4
// bits by mma.sync over 64 of k, and how many independent chains that takes.
// What limits it: the tensor cores of Ampere and Ada; Hopper and later have none for
// 4 bits, and the assembler makes two instructions of 8 bits of each.
//
// FLOPs, bytes and the check: chains.cuh, with m, n, k = 16, 8, 64. Variants, in
// order: tensor_int4_k64_chains1, 2, 4.
//
// What the assembler shows: 16 * CHAINS IMMA.16864.S4.S4 in the loop up to sm_89, and
// from sm_90 on as many calls of a function that unpacks and has two IMMA.16832.S8.S8;
// no LDS, LDL or STL.
// Dead-code guard: each result goes into a word that is stored, in every trip.
#include "integers.cuh"

struct Nibbles : Integers<kNibbleSigns, kNibbleOnes> {
  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    asm("mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(d.r[0]), "+r"(d.r[1]), "+r"(d.r[2]), "+r"(d.r[3])
        : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[0]), "r"(b.r[1]));
  }
};

TENSOR_ENTRIES(tensor_int4_k64, Nibbles)
