// targets: plain
// registers: 128
// contract *_fp32_wmma_chains1 sm_70: loop HMMA.884.F32=256 HMMA=256; code HMMA=256
// contract *_fp32_wmma_chains2 sm_70: loop HMMA.884.F32=512 HMMA=512; code HMMA=512
// contract *_fp32_wmma_chains4 sm_70: loop HMMA.884.F32=1024 HMMA=1024; code HMMA=1024
// contract *_fp32_wmma_chains1 sm_75: loop HMMA.1688.F32=64 HMMA=64; code HMMA=64
// contract *_fp32_wmma_chains2 sm_75: loop HMMA.1688.F32=128 HMMA=128; code HMMA=128
// contract *_fp32_wmma_chains4 sm_75: loop HMMA.1688.F32=256 HMMA=256; code HMMA=256
// contract *_fp32_wmma_chains1 sm_80+: loop HMMA.16816.F32=32 HMMA=32; code HMMA=32
// contract *_fp32_wmma_chains2 sm_80+: loop HMMA.16816.F32=64 HMMA=64; code HMMA=64
// contract *_fp32_wmma_chains4 sm_80+: loop HMMA.16816.F32=128 HMMA=128; code HMMA=128
// contract *_fp16_wmma_chains1 sm_70: loop HMMA.884.F16=128 HMMA=128; code HMMA=128
// contract *_fp16_wmma_chains2 sm_70: loop HMMA.884.F16=256 HMMA=256; code HMMA=256
// contract *_fp16_wmma_chains4 sm_70: loop HMMA.884.F16=512 HMMA=512; code HMMA=512
// contract *_fp16_wmma_chains1 sm_75: loop HMMA.1688.F16=64 HMMA=64; code HMMA=64
// contract *_fp16_wmma_chains2 sm_75: loop HMMA.1688.F16=128 HMMA=128; code HMMA=128
// contract *_fp16_wmma_chains4 sm_75: loop HMMA.1688.F16=256 HMMA=256; code HMMA=256
// contract *_fp16_wmma_chains1 sm_80+: loop HMMA.16816.F16=32 HMMA=32; code HMMA=32
// contract *_fp16_wmma_chains2 sm_80+: loop HMMA.16816.F16=64 HMMA=64; code HMMA=64
// contract *_fp16_wmma_chains4 sm_80+: loop HMMA.16816.F16=128 HMMA=128; code HMMA=128
// contract: never LDS STS
//
// What it asks: how many FP16 operations a second the tensor cores do by the CUDA
// C++ API for them, which runs on every architecture that has any, with sums in
// FP32 and in FP16, and how many independent chains that takes.
// What limits it: the tensor cores up to Ampere and Ada; from Hopper on the
// instructions that it is made of, those of mma.sync.
//
// FLOPs, bytes and the check: chains.cuh, with m, n, k = 16, 16, 16. Which lane has
// which element is not told: the words go through a fragment, too. Variants, in
// order: tensor_fp16_fp32_wmma_chains1, 2, 4, and tensor_fp16_fp16_wmma_chains1, 2, 4.
//
// What the assembler shows in the loop, for each of 16 * CHAINS: 2 HMMA.16816 from
// sm_80 on, 4 HMMA.1688 on sm_75, 16 HMMA.884 on sm_70 (8 with FP16 sums); no LDS,
// LDL or STL.
// Dead-code guard: each result goes into a word that is stored, in every trip.
#include <mma.h>

#include "chains.cuh"

using namespace nvcuda;

constexpr uint32_t kSide = 16;

// SUM is the type of the sums, WORD what is stored for each.
template <typename SUM, typename WORD>
struct Fragments {
  static constexpr uint32_t kRows = kSide, kColumns = kSide, kDepth = kSide;
  static constexpr uint32_t kLeftSize = kRows * kDepth, kRightSize = kColumns * kDepth;
  using Element = half;
  using Sum = SUM;
  using Word = WORD;
  using Left = wmma::fragment<wmma::matrix_a, kSide, kSide, kSide, half, wmma::row_major>;
  using Right = wmma::fragment<wmma::matrix_b, kSide, kSide, kSide, half, wmma::col_major>;
  using Sums = wmma::fragment<wmma::accumulator, kSide, kSide, kSide, SUM>;
  static constexpr uint32_t kElements = 8;
  static_assert(Sums::num_elements == kElements, "a lane has 8 of 256 elements");

  static __device__ __forceinline__ void load(Left& a, const Element* matrix) {
    wmma::load_matrix_sync(a, matrix, kSide);
  }
  static __device__ __forceinline__ void load(Right& b, const Element* matrix) {
    wmma::load_matrix_sync(b, matrix, kSide);
  }
  static __device__ __forceinline__ void load(Sums& d, const Sum* matrix) {
    wmma::load_matrix_sync(d, matrix, kSide, wmma::mem_row_major);
  }

  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    wmma::mma_sync(d, a, b, d);
  }

  static __device__ __forceinline__ void negate(Left& a) {
#pragma unroll
    for (uint32_t i = 0; i < Left::num_elements; ++i) {
      a.x[i] = __ushort_as_half(__half_as_ushort(a.x[i]) ^ 0x8000);
    }
  }

  static __device__ __forceinline__ uint32_t bits(const Sums& d, uint32_t i) {
    if constexpr (sizeof(SUM) == 4) return __float_as_uint(d.x[i]);
    else return __half_as_ushort(d.x[i]);
  }

  static __device__ __forceinline__ void store(Word* matrix, const uint32_t (&y)[kElements]) {
    Sums words;
#pragma unroll
    for (uint32_t i = 0; i < kElements; ++i) {
      if constexpr (sizeof(SUM) == 4) words.x[i] = __uint_as_float(y[i]);
      else words.x[i] = __ushort_as_half(uint16_t(y[i]));
    }
    wmma::store_matrix_sync(reinterpret_cast<SUM*>(matrix), words, kSide, wmma::mem_row_major);
  }
};

using OfSingles = Fragments<float, uint32_t>;
using OfHalves = Fragments<half, uint16_t>;

TENSOR_ENTRIES(tensor_fp16_fp32_wmma, OfSingles)
TENSOR_ENTRIES(tensor_fp16_fp16_wmma, OfHalves)
