// targets: sm_80
// registers: 48
// contract: loop LDGSTS.128=4 LDGSTS=4 LDS.128=4 LDS=7; code LDGSTS=8; never LDG
//
// What it asks: how many bytes a second the SMs read from DRAM by asynchronous
// copies into shared memory (cp.async), which need no registers for what is in
// flight.
// What limits it: DRAM, as long as the footprint is far above L2. A block has two
// chunks of 16 KiB in shared memory: one in flight while it folds the other, so
// that what is in flight does not depend on how many threads reside.
//
// G blocks of 256 threads, one chunk a block and trip; no FLOP:
//   stream_read_async   reads G*trips*16384 bytes, writes 4*256*G; result and bytes
//                       are those of stream_read_b128
//
// What the assembler shows beyond the contract: no barrier: each thread waits for
// its own copies and reads nothing else. Three of the seven loads are the assembler's
// and never run: their predicate is false.
// Dead-code guard: every copied word is folded into the one that is stored.
#include "stage.cuh"

// Copies the thread's vectors of a chunk, past L1, and closes the group.
__device__ __forceinline__ void copy_chunk(uint32_t to, const uint4* from, bool there) {
  if (there) {
#pragma unroll
    for (uint32_t u = 0; u < kVectors; ++u)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to + u * kThreads * 16),
                   "l"(from + u * kThreads)
                   : "memory");
  }
  asm volatile("cp.async.commit_group;" ::: "memory");
}

extern "C" __global__ void __launch_bounds__(kThreads)
    stream_read_async(const uint4* __restrict__ in, uint32_t* __restrict__ out, uint32_t trips) {
  __shared__ uint4 tile[kStages * kChunk];
  const uint4* p = in + first_vector();
  const uint64_t stride = chunk_stride();
  uint32_t here = uint32_t(__cvta_generic_to_shared(tile + threadIdx.x)), ahead = here + kChunk * 16;
  uint32_t fold = 0;
  copy_chunk(here, p, true);
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    p += stride;
    copy_chunk(ahead, p, left != 1);
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    fold ^= fold_stage(here);
    const uint32_t folded = here;
    here = ahead;
    ahead = folded;
  }
  out[thread_index()] = fold;
}
