// targets: sm_120a sm_121a
// registers: 64
// contract *_mxfp8_fp32_chains1: loop QMMA.SF.16832.F32.E4M3.E4M3.E8=16 QMMA=16; code QMMA=16
// contract *_mxfp8_fp32_chains2: loop QMMA.SF.16832.F32.E4M3.E4M3.E8=32 QMMA=32; code QMMA=32
// contract *_mxfp8_fp32_chains4: loop QMMA.SF.16832.F32.E4M3.E4M3.E8=64 QMMA=64; code QMMA=64
// contract *_mxfp6_fp32_chains1: loop QMMA.SF.16832.F32.E2M3.E2M3.E8=16 QMMA=16; code QMMA=16
// contract *_mxfp6_fp32_chains2: loop QMMA.SF.16832.F32.E2M3.E2M3.E8=32 QMMA=32; code QMMA=32
// contract *_mxfp6_fp32_chains4: loop QMMA.SF.16832.F32.E2M3.E2M3.E8=64 QMMA=64; code QMMA=64
// contract *_mxfp4_fp32_chains1: loop OMMA.SF.16864.F32.E2M1.E2M1.E8=16 OMMA=16; code OMMA=16
// contract *_mxfp4_fp32_chains2: loop OMMA.SF.16864.F32.E2M1.E2M1.E8=32 OMMA=32; code OMMA=32
// contract *_mxfp4_fp32_chains4: loop OMMA.SF.16864.F32.E2M1.E2M1.E8=64 OMMA=64; code OMMA=64
// contract *_nvfp4_fp32_chains1: loop OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X=16 OMMA=16; code OMMA=16
// contract *_nvfp4_fp32_chains2: loop OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X=32 OMMA=32; code OMMA=32
// contract *_nvfp4_fp32_chains4: loop OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X=64 OMMA=64; code OMMA=64
// contract *_e2m3_fp32_chains1: loop QMMA.16832.F32.E2M3.E2M3=16 QMMA=16; code QMMA=16
// contract *_e2m3_fp32_chains2: loop QMMA.16832.F32.E2M3.E2M3=32 QMMA=32; code QMMA=32
// contract *_e2m3_fp32_chains4: loop QMMA.16832.F32.E2M3.E2M3=64 QMMA=64; code QMMA=64
// contract *_e2m1_fp32_chains1: loop QMMA.16832.F32.E2M1.E2M1=16 QMMA=16; code QMMA=16
// contract *_e2m1_fp32_chains2: loop QMMA.16832.F32.E2M1.E2M1=32 QMMA=32; code QMMA=32
// contract *_e2m1_fp32_chains4: loop QMMA.16832.F32.E2M1.E2M1=64 QMMA=64; code QMMA=64
// contract: never LDS STS
//
// What it asks: how many operations a second the tensor cores do by mma.sync on floats
// of 8, 6 and 4 bits whose blocks have scales, and on those of 6 and 4 bits without.
// What limits it: the tensor cores of Blackwell of compute capability 12. Floats of 4
// bits are twice as fast where two lie in a byte, which the kinds mxf4 and mxf4nvf4
// take; without scales they go at the rate of 8 bits.
//
// FLOPs, bytes and the check: chains.cuh, with m, n, k = 16, 8, 32; 64 for mxfp4 and
// nvfp4. A and B in memory have behind them a word of scales for each row of A and
// each column of B: ue8m0, one of them for mxfp8 and mxfp6 and two for mxfp4; four
// ue4m3 for nvfp4. Variants, in order: tensor_mxfp8_fp32_chains1, 2, 4,
// tensor_mxfp6_fp32_, tensor_mxfp4_fp32_, tensor_nvfp4_fp32_, tensor_e2m3_fp32_ and
// tensor_e2m1_fp32_chains1, 2, 4.
//
// What the assembler shows in the loop, on each target: 16 * CHAINS QMMA or OMMA, .SF
// where there are scales, and no other; no LDS, LDL or STL.
// Dead-code guard: each result goes into a word that is stored, in every trip.
#include "scaled.cuh"

constexpr uint32_t kSixBitSigns = 0x20202020;  // of e2m3, and of e2m1 in a byte

struct MxE4M3 : ScaledOperands<kByteSigns> {
  SCALED_MULTIPLY("m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0")
};

struct MxE2M3 : ScaledOperands<kSixBitSigns> {
  SCALED_MULTIPLY("m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e2m3.e2m3.f32.ue8m0")
};

struct MxE2M1 : ScaledOperands<kNibbleSigns> {
  SCALED_MULTIPLY("m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0")
};

struct NvE2M1 : ScaledOperands<kNibbleSigns> {
  SCALED_MULTIPLY("m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3")
};

struct E2M3 : Operands<uint8_t, 32, kSixBitSigns>, SinglesOfD {
  using Operands::load;
  using SinglesOfD::load;

  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    asm("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m3.e2m3.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d.r[0]), "+f"(d.r[1]), "+f"(d.r[2]), "+f"(d.r[3])
        : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[0]), "r"(b.r[1]));
  }
};

struct E2M1 : Operands<uint8_t, 32, kSixBitSigns>, SinglesOfD {
  using Operands::load;
  using SinglesOfD::load;

  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    asm("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d.r[0]), "+f"(d.r[1]), "+f"(d.r[2]), "+f"(d.r[3])
        : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[0]), "r"(b.r[1]));
  }
};

TENSOR_ENTRIES(tensor_mxfp8_fp32, MxE4M3)
TENSOR_ENTRIES(tensor_mxfp6_fp32, MxE2M3)
TENSOR_ENTRIES(tensor_mxfp4_fp32, MxE2M1)
TENSOR_ENTRIES(tensor_nvfp4_fp32, NvE2M1)
TENSOR_ENTRIES(tensor_e2m3_fp32, E2M3)
TENSOR_ENTRIES(tensor_e2m1_fp32, E2M1)
