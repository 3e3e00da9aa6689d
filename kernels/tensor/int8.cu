// targets: sm_80
// registers: 64
// contract *_chains1: loop IMMA.16832.S8.S8=16 IMMA=16; code IMMA=16
// contract *_chains2: loop IMMA.16832.S8.S8=32 IMMA=32; code IMMA=32
// contract *_chains4: loop IMMA.16832.S8.S8=64 IMMA=64; code IMMA=64
// contract: never LDS STS
//
// What it asks: how many operations a second the tensor cores do on integers of 8
// bits by mma.sync over 32 of k, and how many independent chains that takes.
// What limits it: the tensor cores; from Hopper on mma.sync itself.
//
// FLOPs, bytes and the check: chains.cuh, with m, n, k = 16, 8, 32. Variants, in
// order: tensor_int8_k32_chains1, 2, 4.
//
// What the assembler shows, on each target: 16 * CHAINS IMMA.16832.S8.S8 in the
// loop, and no other; no LDS, LDL or STL.
// Dead-code guard: each result goes into a word that is stored, in every trip.
#include "integers.cuh"

struct Bytes : Integers<kByteSigns, kByteOnes> {
  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(d.r[0]), "+r"(d.r[1]), "+r"(d.r[2]), "+r"(d.r[3])
        : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[0]), "r"(b.r[1]));
  }
};

TENSOR_ENTRIES(tensor_int8_k32, Bytes)
