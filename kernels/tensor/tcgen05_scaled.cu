// targets: sm_100a sm_103a sm_107a
// registers: 128
// contract *_mxfp8_fp32_tcgen05: loop UTCQMMA=16 UTCBAR=1; code UTCQMMA=16 UTCOMMA=0
// contract *_mxfp6_fp32_tcgen05: loop UTCQMMA=16 UTCBAR=1; code UTCQMMA=16 UTCOMMA=0
// contract *_mxfp4_fp32_tcgen05: loop UTCOMMA=16 UTCBAR=1; code UTCOMMA=16 UTCQMMA=0
// contract *_nvfp4_fp32_tcgen05: loop UTCOMMA=16 UTCBAR=1; code UTCOMMA=16 UTCQMMA=0
// contract *_nvfp4_fp32_tcgen05: loop UTCOMMA.4X=16
// contract: loop LDTM=1; code LDTM=1; never HMMA QMMA OMMA
//
// What it asks: how many operations a second the tensor cores of Blackwell's data
// centres do by tcgen05.mma on floats of 8, 6 and 4 bits whose blocks have scales.
// What limits it: the tensor cores. An instruction of 128 x 192 x 32 bytes takes 96
// cycles, in which shared memory brings 10 KiB of the 12 that it can. Floats of 4 bits
// are twice as fast where two lie in a byte, which the kinds mxf4 and mxf4nvf4 take.
//
// FLOPs, bytes and the check: tcgen05.cuh, with N = 192, so that the scales have room in
// tensor memory, and k of 32 for mxfp8 and mxfp6, 64 for mxfp4 and nvfp4, an
// instruction. Behind the lines of A and B stand their scales, words of each line: ue8m0,
// of mxfp8 and mxfp6 a byte for each step of k, of mxfp4 two; of nvfp4 four ue4m3 and a
// word for each step. Variants, in order: tensor_mxfp8_fp32_tcgen05, mxfp6_fp32,
// mxfp4_fp32 and nvfp4_fp32.
//
// What the assembler shows, on each target: 16 UTCQMMA or UTCOMMA in the loop, one behind
// the other.
// Dead-code guard: each sum goes into a word that is stored, in every trip.
#include "tcgen05.cuh"

// BYTES are the scales of a step in a line. Where they are fewer than a word, the
// descriptor says where in the word they begin, of A in bits 29 and 30, of B in 4 and 5.
template <uint32_t TYPE, uint32_t UE8M0, uint32_t BYTES>
struct Scaled {
  static constexpr uint32_t kN = 192;
  static constexpr uint32_t kDescriptor = describe_scaled(TYPE, UE8M0, kN);
  static constexpr bool kSigned = true;
  static constexpr uint32_t kScaleWords = BYTES == 4 ? 2 : 1;
  using Sum = uint32_t;

  static __device__ __forceinline__ uint32_t at(uint32_t step) {
    return BYTES == 4 ? 0 : step * BYTES << 29 | step * BYTES << 4;
  }
  static __device__ __forceinline__ uint32_t column(uint32_t step, uint32_t lines) {
    return BYTES == 4 ? step * (lines / 32) : 0;
  }
};

#define SCALED_MULTIPLY(KIND)                                                                  \
  static __device__ __forceinline__ void multiply(uint32_t d, uint64_t a, uint64_t b,          \
                                                  uint32_t descriptor, Scales s, uint32_t step) { \
    asm volatile("{\n.reg .pred p;\nsetp.eq.u32 p, 0, 0;\n"                                    \
                 "tcgen05.mma.cta_group::1.kind::" KIND " [%0], %1, %2, %3, [%4], [%5], p;\n}" ::"r"(d), \
                 "l"(a), "l"(b), "r"(descriptor | at(step)), "r"(s.a + column(step, kRows)),   \
                 "r"(s.b + column(step, kN))                                                   \
                 : "memory");                                                                  \
  }

struct MxE4M3 : Scaled<0, 1, 1> { SCALED_MULTIPLY("mxf8f6f4.block_scale.scale_vec::1X") };
struct MxE2M3 : Scaled<3, 1, 1> { SCALED_MULTIPLY("mxf8f6f4.block_scale.scale_vec::1X") };
struct MxE2M1 : Scaled<1, 1, 2> { SCALED_MULTIPLY("mxf4.block_scale.scale_vec::2X") };
struct NvE2M1 : Scaled<1, 0, 4> { SCALED_MULTIPLY("mxf4nvf4.block_scale.scale_vec::4X") };

TCGEN05_ENTRY(tensor_mxfp8_fp32_tcgen05, MxE4M3)
TCGEN05_ENTRY(tensor_mxfp6_fp32_tcgen05, MxE2M3)
TCGEN05_ENTRY(tensor_mxfp4_fp32_tcgen05, MxE2M1)
TCGEN05_ENTRY(tensor_nvfp4_fp32_tcgen05, NvE2M1)
