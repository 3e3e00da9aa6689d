// targets: plain
// registers: 32
// contract: loop LDG.128.STRONG.GPU=4 LDG=4 STG=0; never LDS LDGSTS
//
// What it asks: how many bytes a second L2 gives to all SMs together.
// What limits it: L2 and the way from it to the SMs, as long as the set fits in
// L2. The loads are ld.global.cg, which L1 does not keep; and every block walks
// through the whole set, which is far larger than the L1 of an SM, from a start
// of its own. A thread has 64 bytes in flight, an SM with 2048 threads 128 KiB.
//
// G blocks of 256 threads, a set of C chunks of 16 KiB, one chunk a block and
// trip; no FLOP:
//   l2_read_b128   loads G*trips*16384 bytes, writes 4*256*G
//
// What the assembler shows beyond the contract: the loads of a trip stand before the
// first use of one.
// Dead-code guard: every loaded word and the order of the trips decide on the
// word that is stored.
#include "../walk.cuh"

CACHED_LOAD(FromL2, "cg");

// Block b begins at chunk b mod C and goes on by a chunk each trip.
extern "C" __global__ void __launch_bounds__(kThreads)
    l2_read_b128(const uint4* __restrict__ in, uint32_t* __restrict__ out, uint32_t chunks,
                 uint32_t trips) {
  const Walk walk = {in + threadIdx.x, blockIdx.x % chunks * kChunk, kChunk, chunks * kChunk};
  out[thread_index()] = fold_walk<FromL2, kThreads>(walk, trips);
}
