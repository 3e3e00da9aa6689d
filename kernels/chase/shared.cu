// targets: plain
// registers: 32
// contract: loop LDS.32=32 LDS=32 LDG=0 STG=0
//
// What it asks: how long a load from shared memory takes.
// What limits it: latency alone. All lanes of one warp follow one chain of
// addresses, each load gives the address of the next, and there is no other warp.
//
// G blocks of 32 threads, one for the latency of an idle GPU. in has a cycle through
// 1024 numbers, which the block turns into addresses in shared memory:
//   hops   32 * trips a thread, latency = time / (32 * trips); no FLOP
//   bytes  4 * 32 * trips * 32 * G used, of one word a load, as all lanes ask for
//          the same one; 4096 * G stored there once; 4 * 32 * G written
//
// What the assembler shows beyond the contract: each load is at the address that the
// last one has loaded, and nothing stands between them.
// Dead-code guard: the last address is stored, and it takes every hop to reach.
#include "../common.cuh"

constexpr uint32_t kNodes = 1024;
constexpr uint32_t kWarp = 32;
constexpr uint32_t kHops = 32;  // of a trip

// out[thread] = the number that 32 * trips hops from number 0 lead to.
extern "C" __global__ void __launch_bounds__(kWarp)
    chase_shared(const uint32_t* __restrict__ in, uint32_t* __restrict__ out, uint32_t trips) {
  __shared__ uint32_t nodes[kNodes];
  const uint32_t first = uint32_t(__cvta_generic_to_shared(nodes));
#pragma unroll 8
  for (uint32_t i = threadIdx.x; i < kNodes; i += kWarp) nodes[i] = first + 4 * in[i];
  __syncthreads();
  uint32_t a = first;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
#pragma unroll
    for (uint32_t hop = 0; hop < kHops; ++hop) asm("ld.shared.u32 %0, [%0];" : "+r"(a));
  }
  out[blockIdx.x * kWarp + threadIdx.x] = (a - first) / 4;
}
