// targets: sm_80
// registers: 64
// contract *_chains1: loop HMMA.1688.F32.TF32=16 HMMA=16; code HMMA=16
// contract *_chains2: loop HMMA.1688.F32.TF32=32 HMMA=32; code HMMA=32
// contract *_chains4: loop HMMA.1688.F32.TF32=64 HMMA=64; code HMMA=64
// contract: never LDS STS
//
// What it asks: how many TF32 operations a second the tensor cores do by mma.sync,
// and how many independent chains that takes.
// What limits it: the tensor cores; from Hopper on mma.sync itself, which reaches a
// part of what wgmma and tcgen05 do. On GeForce it is no more than the FMA pipe.
//
// FLOPs, bytes and the check: chains.cuh, with m, n, k = 16, 8, 8. Variants, in
// order: tensor_tf32_fp32_chains1, 2, 4.
//
// What the assembler shows, on each target: 16 * CHAINS HMMA.1688.F32.TF32 in the
// loop, and no other; no LDS, LDL or STL.
// Dead-code guard: each result goes into a word that is stored, in every trip.
#include "fragments.cuh"

struct TensorFloats : Operands<float, 8, 0x80000000>, SinglesOfD {
  using Operands::load;
  using SinglesOfD::load;

  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d.r[0]), "+f"(d.r[1]), "+f"(d.r[2]), "+f"(d.r[3])
        : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[0]), "r"(b.r[1]));
  }
};

TENSOR_ENTRIES(tensor_tf32_fp32, TensorFloats)
