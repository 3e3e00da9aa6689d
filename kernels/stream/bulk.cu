// targets: sm_90
// registers: 40
// contract: code UBLKCP=3; loop LDS.128=4 LDS=4 BAR=1; never LDG LDGSTS
//
// What it asks: how many bytes a second the SMs read from DRAM by bulk copies into
// shared memory (cp.async.bulk), one instruction for 16 KiB.
// What limits it: DRAM, as long as the footprint is far above L2. A block has two
// chunks of 16 KiB in shared memory: one in flight while it folds the other. One
// thread asks for a copy, an mbarrier counts its bytes, and all wait for that.
//
// G blocks of 256 threads, one chunk a block and trip; no FLOP:
//   stream_read_bulk   reads G*trips*16384 bytes, writes 4*256*G; result and bytes
//                      are those of stream_read_b128
//
// What the assembler shows beyond the contract: one barrier a trip, before a chunk
// is overwritten; two copies stand before the loop and one in it, in a loop of its
// own that one lane goes through once.
// Dead-code guard: every copied word is folded into the one that is stored.
#include "stage.cuh"

constexpr uint32_t kChunkBytes = kChunk * sizeof(uint4);

// Asks for a chunk, and has the mbarrier wait for its bytes.
__device__ __forceinline__ void copy_chunk(uint32_t to, const uint4* from, uint32_t barrier) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier), "r"(kChunkBytes)
               : "memory");
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
      "l"(from), "r"(kChunkBytes), "r"(barrier)
      : "memory");
}

// Waits until the mbarrier has left a phase.
__device__ __forceinline__ void wait_for(uint32_t barrier, uint32_t phase) {
  uint32_t done;
  do {
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(barrier), "r"(phase)
        : "memory");
  } while (done == 0);
}

extern "C" __global__ void __launch_bounds__(kThreads)
    stream_read_bulk(const uint4* __restrict__ in, uint32_t* __restrict__ out, uint32_t trips) {
  __shared__ alignas(128) uint4 tile[kStages][kChunk];
  __shared__ uint64_t arrived[kStages];
  const uint32_t first = uint32_t(__cvta_generic_to_shared(tile));
  const uint32_t barrier = uint32_t(__cvta_generic_to_shared(arrived));
  const uint4* p = in + uint64_t(blockIdx.x) * kChunk;
  const uint64_t stride = chunk_stride();
  const bool asks = threadIdx.x == 0;
  if (asks) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(barrier) : "memory");
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(barrier + 8) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    copy_chunk(first, p, barrier);
    if (trips > 1) copy_chunk(first + kChunkBytes, p + stride, barrier + 8);
  }
  p += 2 * stride;
  __syncthreads();
  uint32_t fold = 0, stage = 0, phase = 0;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    wait_for(barrier + 8 * stage, phase);
    fold ^= fold_stage(first + stage * kChunkBytes + threadIdx.x * 16);
    __syncthreads();
    if (asks && left > 2) copy_chunk(first + stage * kChunkBytes, p, barrier + 8 * stage);
    p += stride;
    phase ^= stage;
    stage ^= 1;
  }
  out[thread_index()] = fold;
}
