// targets: plain
// registers: 32
//
// What it asks: how many bytes a second move between DRAM and the SMs.
// What limits it: DRAM, as long as the footprint is far above L2. A thread has
// 64 bytes in flight, and 32 registers let all 2048 threads of an SM reside
// (1024 on sm_75): 128 KiB an SM.
//
// G blocks of 256 threads, one chunk of 16 KiB a block and trip:
//   stream_read_b128   reads G*trips*16384 bytes, writes 4*256*G; no FLOP
//   stream_copy_b128   reads and writes G*trips*16384 bytes each; no FLOP
//
// What the assembler shows, on each target: 4 LDG.E.128 a trip, all before the
// first use of one; 4 STG.E.128 in the copy; no LDL or STL.
// Dead-code guard: the read folds every loaded word into the one it stores.
#include "../common.cuh"

// XOR of every 32-bit word that the thread loads.
extern "C" __global__ void __launch_bounds__(kThreads)
    stream_read_b128(const uint4* __restrict__ in, uint32_t* __restrict__ out, uint32_t trips) {
  const uint4* p = in + first_vector();
  const uint64_t stride = chunk_stride();
  uint32_t fold = 0;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    uint4 v[kVectors];
    load_vectors(v, p);
    p += stride;
#pragma unroll
    for (uint32_t u = 0; u < kVectors; ++u) fold ^= v[u].x ^ v[u].y ^ v[u].z ^ v[u].w;
  }
  out[thread_index()] = fold;
}

// out[i] = in[i] over the thread's vectors.
extern "C" __global__ void __launch_bounds__(kThreads)
    stream_copy_b128(const uint4* __restrict__ in, uint4* __restrict__ out, uint32_t trips) {
  const uint4* p = in + first_vector();
  uint4* q = out + first_vector();
  const uint64_t stride = chunk_stride();
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    uint4 v[kVectors];
    load_vectors(v, p);
    p += stride;
#pragma unroll
    for (uint32_t u = 0; u < kVectors; ++u) q[u * kThreads] = v[u];
    q += stride;
  }
}
