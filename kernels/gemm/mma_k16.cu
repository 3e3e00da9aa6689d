// targets: sm_80
// registers: 128
// contract: loop HMMA.16816.F32=32 HMMA=32 LDSM.4=12 LDSM=12 LDGSTS.128=4 LDGSTS=4 BAR=1; code HMMA=32; never LDG STS
//
// What it asks: what the tensor cores give a matrix product by way of mma.sync,
// as Ampere and all later GPUs have it: ldmatrix from swizzled shared memory, and
// tiles that cp.async brings there past the registers.
// What limits it: the tensor cores, where two blocks of 8 warps an SM keep them
// fed; from Hopper on mma.sync itself, which reaches a part of their peak.
//
// FLOPs, bytes, grid and operands: mma.cuh. 3 stages of 16 KiB.
//
// What the assembler shows beyond the contract: LDS that never run (@!PT) around the
// barrier of the copies.
// Dead-code guard: every element is stored.
#include "mma.cuh"

// Brings tiles to shared memory asynchronously: a group of copies for each stage,
// of which the last one may still be on its way when a stage is needed.
struct AsyncCopy {
  static constexpr uint32_t kStages = 3;
  Route route;

  __device__ __forceinline__ explicit AsyncCopy(const Route& r) : route(r) {}

  __device__ __forceinline__ void load(uint4* stage) {
#pragma unroll
    for (uint32_t i = 0; i < 4; ++i) {
      const uint32_t to = uint32_t(__cvta_generic_to_shared(stage + Route::to(i)));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(route.from(i))
                   : "memory");
    }
    route.advance();
  }

  // A group each time, if only an empty one, so that the count of groups holds.
  __device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }

  __device__ __forceinline__ void wait() { asm volatile("cp.async.wait_group 1;" ::: "memory"); }

  __device__ __forceinline__ void store(uint4*) {}
};

extern "C" __global__ void __launch_bounds__(kThreads, 2)
    gemm_fp16_mma_k16(const uint16_t* __restrict__ a, const uint16_t* __restrict__ b,
                      float* __restrict__ c, uint32_t n, uint32_t k) {
  gemm<K16, AsyncCopy>(a, b, c, n, k);
}
