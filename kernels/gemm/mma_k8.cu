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
// FLOPs, bytes, grid and operands: mma.cuh. 2 stages of 16 KiB.
//
// What the assembler shows beyond the contract: the inner loop runs 2 rounds a tile.
// Dead-code guard: every element is stored.
#include "mma.cuh"

// Brings tiles to shared memory by way of registers: they are loaded before a
// stage is multiplied and stored after it.
struct RegisterCopy {
  static constexpr uint32_t kStages = 2;
  Route route;
  uint4 v[4];

  __device__ __forceinline__ explicit RegisterCopy(const Route& r) : route(r) {}

  __device__ __forceinline__ void load(uint4*) {
#pragma unroll
    for (uint32_t i = 0; i < 4; ++i) v[i] = *route.from(i);
    route.advance();
  }

  __device__ __forceinline__ void store(uint4* stage) const {
#pragma unroll
    for (uint32_t i = 0; i < 4; ++i) stage[Route::to(i)] = v[i];
  }

  __device__ __forceinline__ void commit() {}
  __device__ __forceinline__ void wait() {}
};

extern "C" __global__ void __launch_bounds__(kThreads, 2)
    gemm_fp16_mma_k8(const uint16_t* __restrict__ a, const uint16_t* __restrict__ b,
                     float* __restrict__ c, uint32_t n, uint32_t k) {
  gemm<K8, RegisterCopy>(a, b, c, n, k);
}
