// targets: sm_80
// registers: 255
// contract: loop HMMA.16816.F32=64 HMMA=64 LDSM.4=16 LDSM=16 LDGSTS.128=8 LDGSTS=8 BAR=1; code HMMA=64 LDSM=24; never LDG STS
//
// What it asks: what the tensor cores give a matrix product by way of mma.sync,
// as Ampere and all later GPUs have it: ldmatrix from swizzled shared memory, and
// tiles that cp.async brings there past the registers.
// What limits it: the tensor cores; from Hopper on mma.sync itself, which reaches a
// part of their peak. A warp has 64 x 64 elements of C, so that shared memory, at
// 128 bytes a cycle, is busy for 384 cycles of a tile: 256 of ldmatrix, 128 of the
// copies. The tensor cores of an A100 take 512 for it, those of an H100 392.
//
// FLOPs, bytes, grid and operands: mma.cuh. A block of 128 threads, two an SM.
// 3 stages of 16 KiB.
//
// What the assembler shows beyond the contract: LDS that never run (@!PT) around the
// barrier of the copies.
// Dead-code guard: every element is stored.
#include "mma.cuh"

constexpr uint32_t kColumnsB = 8;  // instructions of a warp across C, 8 columns each
constexpr uint32_t kBlock = kThreadsOf<kColumnsB>;
constexpr uint32_t kStages = 3;

// Starts the copy of one of the thread's vectors into a stage, if there is a tile.
__device__ __forceinline__ void copy(const Route<kBlock>& route, uint32_t i, uint4* stage,
                                     bool more) {
  const uint32_t to = uint32_t(__cvta_generic_to_shared(stage + route.to(i)));
  asm volatile(
      "{\n.reg .pred more;\nsetp.ne.u32 more, %2, 0;\n"
      "@more cp.async.cg.shared.global [%0], [%1], 16; }" ::"r"(to),
      "l"(route.from(i)), "r"(uint32_t(more))
      : "memory");
}

// The copies of a stage are a group, if only an empty one, so that the count of
// groups holds.
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }

// Waits for all threads' copies into a stage: for all groups but the last ones.
template <uint32_t kGroups>
__device__ __forceinline__ void wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kGroups) : "memory");
  __syncthreads();
}

// What a warp multiplies over 16 of k, in the order in which it is needed.
struct Operands {
  static constexpr uint32_t kLoads = kRowsA + kColumnsB / 2;
  uint32_t a[kRowsA][4], b[kColumnsB / 2][4];

  __device__ __forceinline__ void load(uint32_t i, const uint4* stage, uint32_t d) {
    const Lane<kColumnsB> lane;
    if (i < kColumnsB / 2) {
      load_transposed(b[i], stage + lane.b(d, i));
    } else {
      load_matrices(a[i - kColumnsB / 2], stage + lane.a(d, i - kColumnsB / 2));
    }
  }

  // The part of the product between two loads: half a row of instructions.
  __device__ __forceinline__ void multiply(uint32_t part, Sums<kColumnsB>& sum) const {
    const uint32_t i = part / 2;
#pragma unroll
    for (uint32_t j = part % 2 * 4; j < part % 2 * 4 + 4; ++j) {
      multiply_add(sum[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1]);
    }
  }

  // sum += a * b, 16 x 8 elements. Volatile, to stay between the loads.
  static __device__ __forceinline__ void multiply_add(float (&sum)[4], const uint32_t (&a)[4],
                                                      uint32_t b0, uint32_t b1) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
  }
};

// The operands of a half of a tile are loaded while the half before it is
// multiplied, a load to four instructions. Between the halves all of a stage has been
// read: the copies of the tile after the next ones go there.
extern "C" __global__ void __launch_bounds__(kBlock, 2)
    gemm_fp16_mma_k16(const uint16_t* __restrict__ a, const uint16_t* __restrict__ b,
                      float* __restrict__ c, uint32_t n, uint32_t k) {
  static_assert(kDepth == 2 * 16 && Operands::kLoads == 2 * kRowsA);
  static_assert(Route<kBlock>::kVectors == Operands::kLoads);
  __shared__ __align__(128) uint4 stages[kStages][kStageVectors];
  Route<kBlock> route(a, b, n, k);
  Sums<kColumnsB> sum = {};
  const uint32_t tiles = k / kDepth;
#pragma unroll
  for (uint32_t s = 0; s < kStages; ++s) {
#pragma unroll
    for (uint32_t i = 0; i < route.kVectors; ++i) copy(route, i, stages[s], s < tiles);
    route.advance();
    commit();
  }
  Operands first, second;
  wait<kStages - 1>();
#pragma unroll
  for (uint32_t i = 0; i < Operands::kLoads; ++i) first.load(i, stages[0], 0);
  uint32_t now = 0;
#pragma unroll 1
  for (uint32_t left = tiles; left != 0; --left) {
    uint4* stage = stages[now];
#pragma unroll
    for (uint32_t i = 0; i < Operands::kLoads; ++i) {
      second.load(i, stage, 16);
      first.multiply(i, sum);
    }
    wait<kStages - 2>();
    now = now + 1 == kStages ? 0 : now + 1;
#pragma unroll
    for (uint32_t i = 0; i < Operands::kLoads; ++i) {
      first.load(i, stages[now], 0);
      copy(route, i, stage, left > kStages);
      second.multiply(i, sum);
    }
    route.advance();
    commit();
  }
  store_sums<kColumnsB>(c, n, sum);
}
