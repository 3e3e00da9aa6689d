// targets: plain
// registers: 32
// contract: loop LDG.32=8 LDG=8 STG=0
//
// What it asks: what a load costs whose lanes do not read one word beside the
// other, and one that does not begin on a sector.
// What limits it: DRAM, as long as the footprint is far above L2. It moves
// sectors of 32 bytes, used or not. A thread has 32 bytes in flight, which are
// up to 256 bytes of sectors.
//
// G blocks of 256 threads, E = G * trips * 2048 elements of 4 bytes. No word is
// read twice, and from stride 8 on no sector:
//   stride_read_b32    element e is word e * stride of the array
//   stride_offset_b32  element e is word e + offset
//   useful bytes  4 * E read, 4 * 256 * G written; no FLOP
//   footprint     4 * stride * E bytes, of which min(stride, 8) * 4 * E move;
//                 4 * (E + offset) with an offset
//   sectors       4 * min(stride, 8) a request of a warp; 4 with an offset that
//                 is a multiple of 8, else 5
// The stride and the offset are arguments: one and the same code runs at all of
// them, and stride 1 or offset 0 is the coalesced twin.
//
// What the assembler shows beyond the contract: all loads of a trip stand before the
// first use of one.
// Dead-code guard: it folds every loaded word into the one it stores.
#include "../common.cuh"

constexpr uint32_t kLoads = 8;  // of a thread in a trip

// XOR of the thread's elements: the words from in on, at the stride.
__device__ __forceinline__ void read_elements(const uint32_t* __restrict__ in,
                                              uint32_t* __restrict__ out, uint32_t stride,
                                              uint32_t trips) {
  const uint32_t* p = in + (uint64_t(blockIdx.x) * (kThreads * kLoads) + threadIdx.x) * stride;
  const uint64_t next_load = uint64_t(stride) * kThreads;
  const uint64_t next_trip = (uint64_t(gridDim.x) - 1) * kLoads * next_load;
  uint32_t fold = 0;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    uint32_t v[kLoads];
#pragma unroll
    for (uint32_t& x : v) {
      x = *p;
      p += next_load;
    }
    all_loaded(v);
    p += next_trip;
#pragma unroll
    for (uint32_t x : v) fold ^= x;
  }
  out[thread_index()] = fold;
}

extern "C" __global__ void __launch_bounds__(kThreads)
    stride_read_b32(const uint32_t* __restrict__ in, uint32_t* __restrict__ out, uint32_t stride,
                    uint32_t trips) {
  read_elements(in, out, stride, trips);
}

extern "C" __global__ void __launch_bounds__(kThreads)
    stride_offset_b32(const uint32_t* __restrict__ in, uint32_t* __restrict__ out, uint32_t offset,
                      uint32_t trips) {
  read_elements(in + offset, out, 1, trips);
}
