// targets: sm_100a sm_103a sm_107a
// registers: 128
// contract: loop UTCHMMA=4 UTCBAR=1 LDGSTS.128=12 LDGSTS=12; code UTCHMMA=4; never HMMA LDG
//
// What it asks: what the tensor cores of Blackwell's data centres give a matrix product
// by tcgen05.mma, which alone reaches their rate.
// What limits it: L2. A block has 128 x 256 elements of C, whose tiles are 48 KiB for 512
// cycles of the tensor cores, 96 bytes a cycle and SM; L2 gives an SM of B200 about 71 where
// all ask. Blocks that work in pairs share B, and the largest tiles are theirs.
//
// C = A * B, row-major, A and B FP16, C FP32 and summed as FP32: A is m x k, B is k x n;
// m a multiple of 128, n of 256, k of 64. The grid is n/256 x m/128 blocks of 256 threads,
// one an SM, with 4 stages of 48 KiB of dynamic shared memory:
//   FLOPs  2 * m * n * k
//   bytes  2 * m*n*k * (1/256 + 1/128) read through L2, 4 * m*n written
// The order of a sum is the tensor core's own: exact for integers, as long as every
// partial sum is below 2^24.
//
// What the assembler shows, on each target: the four UTCHMMA of a tile one behind the other.
// Dead-code guard: every element is stored.
#include "../tcgen05.cuh"

constexpr uint32_t kRows = 128, kColumns = 256;  // of C in a block
constexpr uint32_t kDepth = 64;                  // of k in a stage
constexpr uint32_t kStep = 16;                   // of k in an instruction
constexpr uint32_t kStages = 4;
constexpr uint32_t kUnitsA = kRows * kDepth / 8, kUnitsB = kColumns * kDepth / 8;  // of 16 bytes
constexpr uint32_t kUnitsOfThread = (kUnitsA + kUnitsB) / kThreads;
constexpr uint32_t kDescriptor = describe_product(1, 0, kRows, kColumns) | kTransposeB;

// A stage has the rows of A, of 128 bytes, then the rows of B in four parts of 64 columns,
// of 128 bytes as well. The 8 units of a row are exchanged by the lowest bits of its number.
__device__ __forceinline__ uint32_t place(uint32_t row, uint32_t unit) {
  return row * 8 + (unit ^ row % 8);
}

// Copies the thread's units of a tile: 4 of A, whose rows are 32 apart, and 8 of B.
struct Route {
  const uint16_t* a;
  const uint16_t* b;
  uint32_t n, k;

  __device__ __forceinline__ Route(const uint16_t* a0, const uint16_t* b0, uint32_t n0, uint32_t k0)
      : a(a0 + uint64_t(blockIdx.y * kRows + threadIdx.x / 8) * k0 + threadIdx.x % 8 * 8),
        b(b0 + uint64_t(threadIdx.x / 32) * n0 + blockIdx.x * kColumns + threadIdx.x % 32 * 8),
        n(n0),
        k(k0) {}

  __device__ __forceinline__ void copy(uint4* stage) const {
#pragma unroll
    for (uint32_t i = 0; i < kUnitsOfThread; ++i) {
      const uint32_t row_a = i * 32 + threadIdx.x / 8, row_b = (i - 4) * 8 + threadIdx.x / 32;
      const uint32_t unit_b = threadIdx.x % 32;
      const void* from = i < 4 ? a + uint64_t(i * 32) * k : b + uint64_t((i - 4) * 8) * n;
      const uint4* to = stage + (i < 4 ? place(row_a, threadIdx.x % 8)
                                       : kUnitsA + unit_b / 8 * (kDepth * 8) +
                                             place(row_b, unit_b % 8));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)),
                   "l"(__cvta_generic_to_global(from))
                   : "memory");
    }
  }

  __device__ __forceinline__ void advance() {
    a += kDepth;
    b += uint64_t(n) * kDepth;
  }
};

__device__ __forceinline__ void multiply(uint32_t d, const uint4* stage, bool first) {
  // The rows of A are lines along k; those of B lie across it: 64 columns are a line, the
  // next 64 lie 64 rows further, the next eight rows 1024 bytes.
  const uint64_t a = describe_matrix(stage, kSwizzle128, 16, 1024);
  const uint64_t b = describe_matrix(stage + kUnitsA, kSwizzle128, kDepth * 128, 1024);
#pragma unroll
  for (uint32_t s = 0; s < kDepth / kStep; ++s) {
    const uint32_t add = s > 0 || !first;
    asm volatile(
        "{\n.reg .pred p;\nsetp.ne.u32 p, %4, 0;\n"
        "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\n}" ::"r"(d),
        "l"(a + s * (kStep * 2 >> 4)), "l"(b + s * (kStep * 128 >> 4)), "r"(kDescriptor), "r"(add)
        : "memory");
  }
}

extern "C" __global__ void __launch_bounds__(kThreads, 1)
    gemm_fp16_tcgen05(const uint16_t* __restrict__ a, const uint16_t* __restrict__ b,
                      float* __restrict__ c, uint32_t n, uint32_t k) {
  extern __shared__ __align__(1024) uint4 stages[];
  __shared__ uint64_t done[kStages];
  __shared__ uint32_t base;
  constexpr uint32_t kStageUnits = kUnitsA + kUnitsB;
  if (threadIdx.x < 32) tensor_alloc<kColumns>(&base);
  if (threadIdx.x < kStages) barrier_init(&done[threadIdx.x]);
  __syncthreads();
  const uint32_t tensor = base;
  const uint32_t tiles = k / kDepth;
  Route route(a, b, n, k);
#pragma unroll
  for (uint32_t s = 0; s < kStages - 1; ++s) {
    if (s < tiles) route.copy(stages + s * kStageUnits);
    route.advance();
    asm volatile("cp.async.commit_group;" ::: "memory");
  }
#pragma unroll 1
  for (uint32_t t = 0; t < tiles; ++t) {
    asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
    shared_to_async();
    __syncthreads();
    if (threadIdx.x < 32 && elected()) {
      multiply(tensor, stages + t % kStages * kStageUnits, t == 0);
      tensor_commit(&done[t % kStages]);
    }
    // The stage before this one is free once it has been multiplied.
    const uint32_t next = t + kStages - 1;
    if (t > 0) barrier_wait(&done[(t - 1) % kStages], (t - 1) / kStages % 2);
    if (next < tiles) route.copy(stages + next % kStages * kStageUnits);
    route.advance();
    asm volatile("cp.async.commit_group;" ::: "memory");
  }
  barrier_wait(&done[(tiles - 1) % kStages], (tiles - 1) / kStages % 2);
  after_sync();
  float* row = c + uint64_t(blockIdx.y * kRows + threadIdx.x % 128) * n + blockIdx.x * kColumns +
               threadIdx.x / 128 * (kColumns / 2);
#pragma unroll 1
  for (uint32_t x = 0; x < kColumns / 2; x += 32) {
    uint32_t v[32];
    tensor_load(v, tensor + own_lanes() + threadIdx.x / 128 * (kColumns / 2) + x);
#pragma unroll
    for (uint32_t i = 0; i < 32; i += 4) {
      *reinterpret_cast<uint4*>(row + x + i) = {v[i], v[i + 1], v[i + 2], v[i + 3]};
    }
  }
  before_sync();
  __syncthreads();
  after_sync();
  if (threadIdx.x < 32) tensor_dealloc<kColumns>(tensor);
}
