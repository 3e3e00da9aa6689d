// targets: sm_80
// registers: 64
// contract *_fp16_fp32_sparse_chains1: loop HMMA.SP.16832.F32=16 HMMA=16; code HMMA=16
// contract *_fp16_fp32_sparse_chains2: loop HMMA.SP.16832.F32=32 HMMA=32; code HMMA=32
// contract *_fp16_fp32_sparse_chains4: loop HMMA.SP.16832.F32=64 HMMA=64; code HMMA=64
// contract *_bf16_fp32_sparse_chains1: loop HMMA.SP.16832.F32.BF16=16 HMMA=16; code HMMA=16
// contract *_bf16_fp32_sparse_chains2: loop HMMA.SP.16832.F32.BF16=32 HMMA=32; code HMMA=32
// contract *_bf16_fp32_sparse_chains4: loop HMMA.SP.16832.F32.BF16=64 HMMA=64; code HMMA=64
// contract *_tf32_fp32_sparse_chains1: loop HMMA.SP.16816.F32.TF32=16 HMMA=16; code HMMA=16
// contract *_tf32_fp32_sparse_chains2: loop HMMA.SP.16816.F32.TF32=32 HMMA=32; code HMMA=32
// contract *_tf32_fp32_sparse_chains4: loop HMMA.SP.16816.F32.TF32=64 HMMA=64; code HMMA=64
// contract *_int8_sparse_chains1: loop IMMA.SP.16864.S8.S8=16 IMMA=16; code IMMA=16
// contract *_int8_sparse_chains2: loop IMMA.SP.16864.S8.S8=32 IMMA=32; code IMMA=32
// contract *_int8_sparse_chains4: loop IMMA.SP.16864.S8.S8=64 IMMA=64; code IMMA=64
// contract: never LDS STS
//
// What it asks: how many operations a second the tensor cores do by mma.sp, where half
// of A is zero in a pattern, on FP16, BF16, TF32 and integers of 8 bits.
// What limits it: the tensor cores, which do twice the dense rate, counted as if A
// were dense; from Hopper on mma.sync itself.
//
// FLOPs, bytes and the check: chains.cuh, with m, n, k = 16, 8, 32; 16 for TF32, 64 for
// the integers. A in memory has its stored elements, then the word of places.
// Variants, in order: tensor_fp16_fp32_sparse_chains1, 2, 4, tensor_bf16_fp32_sparse_,
// tensor_tf32_fp32_sparse_ and tensor_int8_sparse_chains1, 2, 4.
//
// What the assembler shows in the loop, on each target: 16 * CHAINS HMMA.SP or IMMA.SP,
// and no other; no LDS, LDL or STL.
// Dead-code guard: each result goes into a word that is stored, in every trip.
#include "integers.cuh"
#include "sparse.cuh"

using HalvesOfA = Operands<uint16_t, 16, 0x80008000>;
using SinglesOfA = Operands<float, 8, 0x80000000>;
using BytesOfA = Operands<uint8_t, 32, kByteSigns>;

struct SparseHalves : SparseOperands<HalvesOfA>, SinglesOfD {
  using SparseOperands::load;
  using SinglesOfD::load;
  SPARSE_MULTIPLY("m16n8k32.row.col.f32.f16.f16.f32", "f")
};

struct SparseBrains : SparseOperands<HalvesOfA>, SinglesOfD {
  using SparseOperands::load;
  using SinglesOfD::load;
  SPARSE_MULTIPLY("m16n8k32.row.col.f32.bf16.bf16.f32", "f")
};

struct SparseTensorFloats : SparseOperands<SinglesOfA>, SinglesOfD {
  using SparseOperands::load;
  using SinglesOfD::load;
  SPARSE_MULTIPLY("m16n8k16.row.col.f32.tf32.tf32.f32", "f")
};

struct SparseBytes : SparseOperands<BytesOfA>, IntegersOfD {
  using SparseOperands::load;
  using IntegersOfD::load;
  SPARSE_MULTIPLY("m16n8k64.row.col.s32.s8.s8.s32", "r")

  static __device__ __forceinline__ void negate(Left& a) {
#pragma unroll
    for (uint32_t& word : a.r) word = negatives<kByteSigns, kByteOnes>(word);
  }
};

TENSOR_ENTRIES(tensor_fp16_fp32_sparse, SparseHalves)
TENSOR_ENTRIES(tensor_bf16_fp32_sparse, SparseBrains)
TENSOR_ENTRIES(tensor_tf32_fp32_sparse, SparseTensorFloats)
TENSOR_ENTRIES(tensor_int8_sparse, SparseBytes)
