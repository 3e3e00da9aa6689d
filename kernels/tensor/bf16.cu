// targets: sm_80
// registers: 64
// contract *_chains1: loop HMMA.16816.F32.BF16=16 HMMA=16; code HMMA=16
// contract *_chains2: loop HMMA.16816.F32.BF16=32 HMMA=32; code HMMA=32
// contract *_chains4: loop HMMA.16816.F32.BF16=64 HMMA=64; code HMMA=64
// contract: never LDS STS
//
// What it asks: how many BF16 operations a second the tensor cores do by mma.sync,
// and how many independent chains that takes.
// What limits it: the tensor cores; from Hopper on mma.sync itself, which reaches a
// part of what wgmma and tcgen05 do.
//
// FLOPs, bytes and the check: chains.cuh, with m, n, k = 16, 8, 16. Variants, in
// order: tensor_bf16_fp32_chains1, 2, 4.
//
// What the assembler shows, on each target: 16 * CHAINS HMMA.16816.F32.BF16 in the
// loop, and no other; no LDS, LDL or STL.
// Dead-code guard: each result goes into a word that is stored, in every trip.
#include "fragments.cuh"

struct Brains : Operands<uint16_t, 16, 0x80008000>, SinglesOfD {
  using Operands::load;
  using SinglesOfD::load;

  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d.r[0]), "+f"(d.r[1]), "+f"(d.r[2]), "+f"(d.r[3])
        : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[0]), "r"(b.r[1]));
  }
};

TENSOR_ENTRIES(tensor_bf16_fp32, Brains)
