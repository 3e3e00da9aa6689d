// targets: sm_80
// registers: 64
// contract *_chains1: loop DMMA=16; code DMMA=16
// contract *_chains2: loop DMMA=32; code DMMA=32
// contract *_chains4: loop DMMA=64; code DMMA=64
// contract: never LDS STS DFMA
//
// What it asks: how many FP64 operations a second the tensor cores do by mma.sync,
// and how many independent chains that takes.
// What limits it: the tensor cores on GPUs for computing, at up to twice the FP64
// pipe; the others have the instruction and no tensor cores for it.
//
// FLOPs, bytes and the check: chains.cuh, with m, n, k = 8, 8, 4. Lane l has row l/4
// and column l%4 of A, row l%4 and column l/4 of B, and row l/4 and the columns
// 2*(l%4) and the next one of D. Variants, in order: tensor_fp64_chains1, 2, 4.
//
// What the assembler shows, on each target: 16 * CHAINS DMMA.884 in the loop,
// spelled DMMA.8x8x4 from sm_90 on, and no other; no LDS, LDL or STL.
// Dead-code guard: each result goes into a word that is stored, in every trip; the
// two halves of a double are folded into one.
#include "chains.cuh"

struct Doubles {
  static constexpr uint32_t kRows = 8, kColumns = 8, kDepth = 4, kElements = 2;
  static constexpr uint32_t kLeftSize = kRows * kDepth, kRightSize = kColumns * kDepth;
  using Element = double;
  using Sum = double;
  using Word = uint32_t;
  struct Left {
    double value;
  };
  struct Right {
    double value;
  };
  struct Sums {
    double r[2];
  };

  // Both lie as the lanes want them.
  static __device__ __forceinline__ void load(Left& a, const Element* matrix) {
    a.value = matrix[threadIdx.x % 32];
  }
  static __device__ __forceinline__ void load(Right& b, const Element* matrix) {
    b.value = matrix[threadIdx.x % 32];
  }
  static __device__ __forceinline__ void load(Sums& d, const Sum* matrix) {
    const double2 pair = reinterpret_cast<const double2*>(matrix)[threadIdx.x % 32];
    d = {{pair.x, pair.y}};
  }

  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(d.r[0]), "+d"(d.r[1])
        : "d"(a.value), "d"(b.value));
  }

  static __device__ __forceinline__ void negate(Left& a) { a.value = -a.value; }

  static __device__ __forceinline__ uint32_t bits(const Sums& d, uint32_t i) {
    return fold_words(d.r[i]);
  }

  static __device__ __forceinline__ void store(Word* matrix, const uint32_t (&y)[2]) {
    reinterpret_cast<uint2*>(matrix)[threadIdx.x % 32] = {y[0], y[1]};
  }
};

TENSOR_ENTRIES(tensor_fp64, Doubles)
