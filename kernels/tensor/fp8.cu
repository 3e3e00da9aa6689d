// targets: sm_89
// registers: 96
// contract *_e4m3_fp32_chains1 sm_89: loop QMMA.16832.F32.E4M3.E4M3=16 QMMA=16; code QMMA=16
// contract *_e4m3_fp32_chains2 sm_89: loop QMMA.16832.F32.E4M3.E4M3=32 QMMA=32; code QMMA=32
// contract *_e4m3_fp32_chains4 sm_89: loop QMMA.16832.F32.E4M3.E4M3=64 QMMA=64; code QMMA=64
// contract *_e4m3_fp32_chains1 sm_120+: loop QMMA.16832.F32.E4M3.E4M3=16 QMMA=16; code QMMA=16
// contract *_e4m3_fp32_chains2 sm_120+: loop QMMA.16832.F32.E4M3.E4M3=32 QMMA=32; code QMMA=32
// contract *_e4m3_fp32_chains4 sm_120+: loop QMMA.16832.F32.E4M3.E4M3=64 QMMA=64; code QMMA=64
// contract *_e4m3_fp32_chains* sm_90-sm_110: loop HMMA.16816.F32>=2; never QMMA
// contract *_e5m2_fp32_chains1 sm_89: loop QMMA.16832.F32.E5M2.E5M2=16 QMMA=16; code QMMA=16
// contract *_e5m2_fp32_chains2 sm_89: loop QMMA.16832.F32.E5M2.E5M2=32 QMMA=32; code QMMA=32
// contract *_e5m2_fp32_chains4 sm_89: loop QMMA.16832.F32.E5M2.E5M2=64 QMMA=64; code QMMA=64
// contract *_e5m2_fp32_chains1 sm_120+: loop QMMA.16832.F32.E5M2.E5M2=16 QMMA=16; code QMMA=16
// contract *_e5m2_fp32_chains2 sm_120+: loop QMMA.16832.F32.E5M2.E5M2=32 QMMA=32; code QMMA=32
// contract *_e5m2_fp32_chains4 sm_120+: loop QMMA.16832.F32.E5M2.E5M2=64 QMMA=64; code QMMA=64
// contract *_e5m2_fp32_chains* sm_90-sm_110: loop HMMA.16816.F32>=2; never QMMA
// contract *_e4m3_fp16_chains1 sm_89: loop QMMA.16832.F16.E4M3.E4M3=16 QMMA=16; code QMMA=16
// contract *_e4m3_fp16_chains2 sm_89: loop QMMA.16832.F16.E4M3.E4M3=32 QMMA=32; code QMMA=32
// contract *_e4m3_fp16_chains4 sm_89: loop QMMA.16832.F16.E4M3.E4M3=64 QMMA=64; code QMMA=64
// contract *_e4m3_fp16_chains1 sm_120+: loop QMMA.16832.F16.E4M3.E4M3=16 QMMA=16; code QMMA=16
// contract *_e4m3_fp16_chains2 sm_120+: loop QMMA.16832.F16.E4M3.E4M3=32 QMMA=32; code QMMA=32
// contract *_e4m3_fp16_chains4 sm_120+: loop QMMA.16832.F16.E4M3.E4M3=64 QMMA=64; code QMMA=64
// contract *_e4m3_fp16_chains* sm_90-sm_110: loop HMMA.16816.F16>=2; never QMMA
// contract: never LDS STS
//
// What it asks: how many operations a second the tensor cores do on floats of 8 bits
// by mma.sync over 32 of k, in both formats, with sums in FP32 and in FP16, and how
// many independent chains that takes. GeForce is half as fast with FP32 sums.
// What limits it: the tensor cores of Ada and of Blackwell of compute capability 12.
// Hopper and Blackwell of 10 have no such mma.sync: the assembler unpacks to FP16.
//
// FLOPs, bytes and the check: chains.cuh, with m, n, k = 16, 8, 32. Variants, in
// order: tensor_e4m3_fp32_chains1, 2, 4, tensor_e5m2_fp32_chains1, 2, 4, and
// tensor_e4m3_fp16_chains1, 2, 4.
//
// What the assembler shows in the loop: 16 * CHAINS QMMA.16832 on sm_89 and from
// sm_120 on, and from sm_90 to sm_110 HMMA.16816 with the code that unpacks; no LDS, LDL
// or STL.
// Dead-code guard: each result goes into a word that is stored, in every trip.
#include "fragments.cuh"

struct E4M3 : Operands<uint8_t, 32, kByteSigns>, SinglesOfD {
  using Operands::load;
  using SinglesOfD::load;

  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    asm("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d.r[0]), "+f"(d.r[1]), "+f"(d.r[2]), "+f"(d.r[3])
        : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[0]), "r"(b.r[1]));
  }
};

struct E5M2 : Operands<uint8_t, 32, kByteSigns>, SinglesOfD {
  using Operands::load;
  using SinglesOfD::load;

  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    asm("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d.r[0]), "+f"(d.r[1]), "+f"(d.r[2]), "+f"(d.r[3])
        : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[0]), "r"(b.r[1]));
  }
};

struct E4M3OfHalves : Operands<uint8_t, 32, kByteSigns>, HalvesOfD {
  using Operands::load;
  using HalvesOfD::load;

  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    asm("mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16 "
        "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
        : "+r"(d.r[0]), "+r"(d.r[1])
        : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[0]), "r"(b.r[1]));
  }
};

TENSOR_ENTRIES(tensor_e4m3_fp32, E4M3)
TENSOR_ENTRIES(tensor_e5m2_fp32, E5M2)
TENSOR_ENTRIES(tensor_e4m3_fp16, E4M3OfHalves)
