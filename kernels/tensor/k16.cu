// targets: sm_80
// registers: 64
// contract *_fp32_k16_chains1: loop HMMA.16816.F32=16 HMMA=16; code HMMA=16
// contract *_fp32_k16_chains2: loop HMMA.16816.F32=32 HMMA=32; code HMMA=32
// contract *_fp32_k16_chains4: loop HMMA.16816.F32=64 HMMA=64; code HMMA=64
// contract *_fp16_k16_chains1: loop HMMA.16816.F16=16 HMMA=16; code HMMA=16
// contract *_fp16_k16_chains2: loop HMMA.16816.F16=32 HMMA=32; code HMMA=32
// contract *_fp16_k16_chains4: loop HMMA.16816.F16=64 HMMA=64; code HMMA=64
// contract: never LDS STS
//
// What it asks: how many FP16 operations a second the tensor cores do by mma.sync
// over 16 of k, with sums in FP32 and in FP16, and how many independent chains
// that takes. GeForce is half as fast with FP32 sums.
// What limits it: the tensor cores; from Hopper on mma.sync itself, which reaches a
// part of what wgmma and tcgen05 do.
//
// FLOPs, bytes and the check: chains.cuh, with m, n, k = 16, 8, 16. Variants, in
// order: tensor_fp16_fp32_k16_chains1, 2, 4, and tensor_fp16_fp16_k16_chains1, 2, 4.
//
// What the assembler shows, on each target: 16 * CHAINS HMMA.16816 in the loop, of
// .F32 or of .F16, and no other; no LDS, LDL or STL.
// Dead-code guard: each result goes into a word that is stored, in every trip.
#include "fragments.cuh"

constexpr uint32_t kTwoSigns = 0x80008000;

struct K16OfSingles : Operands<uint16_t, 16, kTwoSigns>, SinglesOfD {
  using Operands::load;
  using SinglesOfD::load;

  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d.r[0]), "+f"(d.r[1]), "+f"(d.r[2]), "+f"(d.r[3])
        : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[0]), "r"(b.r[1]));
  }
};

struct K16OfHalves : Operands<uint16_t, 16, kTwoSigns>, HalvesOfD {
  using Operands::load;
  using HalvesOfD::load;

  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
        "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
        : "+r"(d.r[0]), "+r"(d.r[1])
        : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[0]), "r"(b.r[1]));
  }
};

TENSOR_ENTRIES(tensor_fp16_fp32_k16, K16OfSingles)
TENSOR_ENTRIES(tensor_fp16_fp16_k16, K16OfHalves)
