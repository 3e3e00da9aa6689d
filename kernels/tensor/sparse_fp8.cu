// targets: sm_89
// registers: 128
// spills: allowed
// contract *_chains1 sm_89: loop QMMA.SP.16864.F32.E4M3.E4M3=16 QMMA=16; code QMMA=16
// contract *_chains2 sm_89: loop QMMA.SP.16864.F32.E4M3.E4M3=32 QMMA=32; code QMMA=32
// contract *_chains4 sm_89: loop QMMA.SP.16864.F32.E4M3.E4M3=64 QMMA=64; code QMMA=64
// contract *_chains1 sm_120+: loop QMMA.SP.16864.F32.E4M3.E4M3=16 QMMA=16; code QMMA=16
// contract *_chains2 sm_120+: loop QMMA.SP.16864.F32.E4M3.E4M3=32 QMMA=32; code QMMA=32
// contract *_chains4 sm_120+: loop QMMA.SP.16864.F32.E4M3.E4M3=64 QMMA=64; code QMMA=64
// contract sm_90-sm_110: code HMMA.SP.16832.F32>=32
// contract: never LDS STS
//
// What it asks: how many operations a second the tensor cores do by mma.sp, where half
// of A is zero in a pattern, on floats of 8 bits.
// What limits it: the tensor cores of Ada and of Blackwell of compute capability 12;
// for Hopper and Blackwell of 10 the assembler unpacks to FP16, by way of local memory,
// which is no measure of anything.
//
// FLOPs, bytes and the check: chains.cuh, with m, n, k = 16, 8, 64. A in memory has its
// stored elements, then the word of places. Variants, in order:
// tensor_e4m3_fp32_sparse_chains1, 2, 4.
//
// What the assembler shows in the loop: 16 * CHAINS QMMA.SP.16864 on sm_89 and from
// sm_120 on, without local memory, and from sm_90 to sm_110 HMMA.SP.16832 with much
// else around them; no LDS.
// Dead-code guard: each result goes into a word that is stored, in every trip.
#include "sparse.cuh"

using BytesOfA = Operands<uint8_t, 32, kByteSigns>;

struct SparseE4M3 : SparseOperands<BytesOfA>, SinglesOfD {
  using SparseOperands::load;
  using SinglesOfD::load;
  SPARSE_MULTIPLY("m16n8k64.row.col.f32.e4m3.e4m3.f32", "f")
};

TENSOR_ENTRIES(tensor_e4m3_fp32_sparse, SparseE4M3)
