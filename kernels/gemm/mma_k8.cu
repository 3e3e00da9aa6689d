// targets: sm_75
// registers: 128
// contract: loop HMMA.1688.F32=32 HMMA=32 LDSM.4=6 LDSM=6; loop LDG.128=4 LDG=4 STS.128=4 STS=4 BAR=1; code HMMA=32
//
// What it asks: what the tensor cores give a matrix product by way of mma.sync as
// Turing has it: ldmatrix from swizzled shared memory, instructions over 8 of k,
// and tiles that pass through registers.
// What limits it: the tensor cores on Turing; later ones want instructions over 16
// of k (mma_k16.cu).
//
// FLOPs, bytes, grid and operands: mma.cuh. A block of 256 threads, of which a warp
// has 64 x 32 elements of C. 2 stages of 16 KiB.
//
// What the assembler shows beyond the contract: the inner loop runs 2 rounds a tile.
// Dead-code guard: every element is stored.
#include "mma.cuh"

constexpr uint32_t kColumnsB = 4;  // instructions of a warp across C, 8 columns each
constexpr uint32_t kStages = 2;

// Brings tiles to shared memory by way of registers: they are loaded before a
// stage is multiplied and stored after it.
struct RegisterCopy {
  Route<kThreads> route;
  uint4 v[4];

  __device__ __forceinline__ void load() {
#pragma unroll
    for (uint32_t i = 0; i < 4; ++i) v[i] = *route.from(i);
    route.advance();
  }

  __device__ __forceinline__ void store(uint4* stage) const {
#pragma unroll
    for (uint32_t i = 0; i < 4; ++i) stage[route.to(i)] = v[i];
  }
};

// sum += a * b, 16 x 8 elements over 8 of k.
__device__ __forceinline__ void multiply_add(float (&sum)[4], uint32_t a0, uint32_t a1,
                                             uint32_t b) {
  asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a0), "r"(a1), "r"(b));
}

// sum += the product of the warp's rows of A and columns of B in a stage. The loop
// over the depth stays a loop: the tiles on their way are in registers as well, and
// the operands of two rounds would not fit beside them.
__device__ __forceinline__ void multiply(Sums<kColumnsB>& sum, const uint4* stage) {
  const Lane<kColumnsB> lane;
#pragma unroll 1
  for (uint32_t d = 0; d < kDepth; d += 16) {
    uint32_t b[kColumnsB / 2][4];
#pragma unroll
    for (uint32_t j = 0; j < kColumnsB / 2; ++j) load_transposed(b[j], stage + lane.b(d, j));
#pragma unroll
    for (uint32_t i = 0; i < kRowsA; ++i) {
      uint32_t a[4];
      load_matrices(a, stage + lane.a(d, i));
#pragma unroll
      for (uint32_t j = 0; j < kColumnsB; ++j) {
        multiply_add(sum[i][j], a[0], a[1], b[j / 2][j % 2 * 2]);
        multiply_add(sum[i][j], a[2], a[3], b[j / 2][j % 2 * 2 + 1]);
      }
    }
  }
}

// While a stage is multiplied the next tiles are on their way.
extern "C" __global__ void __launch_bounds__(kThreads, 2)
    gemm_fp16_mma_k8(const uint16_t* __restrict__ a, const uint16_t* __restrict__ b,
                     float* __restrict__ c, uint32_t n, uint32_t k) {
  static_assert(kThreads == kThreadsOf<kColumnsB>);
  __shared__ __align__(128) uint4 stages[kStages][kStageVectors];
  RegisterCopy copy = {Route<kThreads>(a, b, n, k)};
  Sums<kColumnsB> sum = {};
  const uint32_t tiles = k / kDepth;
  if (tiles != 0) {
    copy.load();
    copy.store(stages[0]);
  }
  uint32_t now = 0;
#pragma unroll 1
  for (uint32_t left = tiles; left != 0; --left) {
    __syncthreads();
    if (left >= kStages) copy.load();
    multiply(sum, stages[now]);
    now ^= 1;
    if (left >= kStages) copy.store(stages[now]);
  }
  store_sums<kColumnsB>(c, n, sum);
}
