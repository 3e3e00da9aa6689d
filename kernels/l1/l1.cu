// targets: plain
// registers: 32
// contract: loop LDG.128=4 LDG=4 STG=0; never LDS LDGSTS
//
// What it asks: how many bytes a cycle an SM loads from its L1.
// What limits it: the data path of L1. Each block reads 8 KiB of its own again
// and again, ld.global.ca: 64 KiB for the 2048 threads that an SM has at most,
// which is half of the smallest L1 that has as many. Lanes load 16 bytes side by
// side, so that no two meet in a bank. A thread has 64 bytes in flight.
//
// G blocks of 256 threads; no FLOP:
//   l1_read_b128   loads G*trips*16384 bytes, of which 8192*G are different;
//                  writes 4*256*G
//
// What the assembler shows beyond the contract: the loads of a trip stand before the
// first use of one.
// Dead-code guard: every loaded word and the order of the trips decide on the
// word that is stored; every trip loads from another address.
#include "../walk.cuh"

CACHED_LOAD(FromL1, "ca");

// In vectors:
constexpr uint32_t kRow = 32;                // a load of a warp
constexpr uint32_t kStep = kVectors * kRow;  // a warp in a trip
constexpr uint32_t kSet = 4 * kStep;         // a block, 8 KiB

// Warp w of a block begins at quarter w mod 4 and goes on by a quarter each trip.
extern "C" __global__ void __launch_bounds__(kThreads)
    l1_read_b128(const uint4* __restrict__ in, uint32_t* __restrict__ out, uint32_t trips) {
  const uint4* lane = in + uint64_t(blockIdx.x) * kSet + threadIdx.x % kRow;
  const Walk walk = {lane, threadIdx.x / kRow * kStep % kSet, kStep, kSet};
  out[thread_index()] = fold_walk<FromL1, kRow>(walk, trips);
}
