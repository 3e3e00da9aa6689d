// targets: plain
// registers: 24
// contract: loop LDG.64=32 LDG=32 STG=0
// contract chase_ca sm_70-sm_75: loop LDG.STRONG.CTA=32
// contract chase_ca sm_80+: loop LDG.STRONG.SM=32
// contract chase_cg: loop LDG.STRONG.GPU=32
//
// What it asks: how long a load takes, from each level of the memory.
// What limits it: latency alone. A thread follows a chain of pointers, each load
// gives the address of the next, and one thread has one load in flight. The
// footprint decides on the level that answers.
//
// G blocks of B threads, B from 1 to 256; one thread in all for the latency of an
// idle GPU. The host lays a chain of absolute 64-bit device addresses into a
// buffer, one node to a line of 128 bytes and the pointer in its first 8 bytes: a
// random cycle through all lines, so that no prefetch guesses the next. starts
// has one such address for each thread:
//   hops   32 * trips a thread, latency = time / (32 * trips); no FLOP
//   bytes  8 * 32 * trips * B * G used of a sector of 32 each, 8 * B * G of
//          starts, 8 * B * G written
// Variants: chase_ca asks L1 and what is behind it; chase_cg passes L1 by, so
// that a footprint of any size is answered by L2 or DRAM.
//
// What the assembler shows beyond the contract: each load is at the address that the
// last one has loaded, and nothing stands between them.
// Dead-code guard: the last address is stored, and it takes every hop to reach.
#include "../common.cuh"

constexpr uint32_t kHops = 32;  // of a trip

using Address = unsigned long long;

// The loads name global memory and a cache policy: ld.global.ca and .cg.
struct FromL1 {
  static __device__ __forceinline__ Address load(Address a) {
    return __ldca(reinterpret_cast<const Address*>(a));
  }
};

struct FromL2 {
  static __device__ __forceinline__ Address load(Address a) {
    return __ldcg(reinterpret_cast<const Address*>(a));
  }
};

// out[thread] = the address that 32 * trips hops from starts[thread] lead to.
template <typename Level>
__device__ __forceinline__ void chase(const Address* __restrict__ starts,
                                      Address* __restrict__ out, uint32_t trips) {
  const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  Address a = starts[thread];
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
#pragma unroll
    for (uint32_t hop = 0; hop < kHops; ++hop) a = Level::load(a);
  }
  out[thread] = a;
}

#define CHASE(NAME, LEVEL)                                                                         \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      chase_##NAME(const Address* __restrict__ starts, Address* __restrict__ out,                  \
                   uint32_t trips) {                                                               \
    chase<LEVEL>(starts, out, trips);                                                              \
  }

CHASE(ca, FromL1)
CHASE(cg, FromL2)
