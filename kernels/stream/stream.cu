// targets: plain
// registers: 42
// contract stream_read_*: code STG=1
// contract stream_*_b32: loop LDG.32=16 LDG=16
// contract stream_*_b64: loop LDG.64=8 LDG=8
// contract stream_*_b128: loop LDG.128=4 LDG=4
// contract stream_copy_b32: loop STG.32=16 STG=16
// contract stream_copy_b64: loop STG.64=8 STG=8
// contract stream_copy_b128: loop STG.128=4 STG=4
//
// What it asks: how many bytes a second move between DRAM and the SMs, and
// what the width of an access has to do with it.
// What limits it: DRAM, as long as the footprint is far above L2. A thread has
// 64 bytes in flight whatever the width, and every thread of an SM resides: 128
// KiB in 2048 threads at 32 registers. Only where an SM has 1024 or 1536
// threads does an entry take more. The narrow ones take 4 or 2 times the
// instructions.
//
// G blocks of 256 threads, one chunk of 16 KiB a block and trip:
//   stream_read_*   reads G*trips*16384 bytes, writes 4*256*G; no FLOP
//   stream_copy_*   reads and writes G*trips*16384 bytes each; no FLOP
// Variants of each: _b32, _b64 and _b128, the bits that a lane moves at a time.
//
// What the assembler shows beyond the contract: all loads of a trip stand before the
// first use of one.
// Dead-code guard: the read folds every loaded word into the one it stores.
#include "../common.cuh"

// XOR of every 32-bit word that the thread loads.
template <typename Vector>
__device__ __forceinline__ void read(const Vector* __restrict__ in, uint32_t* __restrict__ out,
                                     uint32_t trips) {
  const Vector* p = in + first_vector<Vector>();
  const uint64_t stride = chunk_stride<Vector>();
  uint32_t fold = 0;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    Vector v[kVectorsOf<Vector>];
    load_vectors(v, p);
    p += stride;
#pragma unroll
    for (const Vector& x : v) fold ^= fold_words(x);
  }
  out[thread_index()] = fold;
}

// out[i] = in[i] over the thread's vectors.
template <typename Vector>
__device__ __forceinline__ void copy(const Vector* __restrict__ in, Vector* __restrict__ out,
                                     uint32_t trips) {
  const Vector* p = in + first_vector<Vector>();
  Vector* q = out + first_vector<Vector>();
  const uint64_t stride = chunk_stride<Vector>();
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    Vector v[kVectorsOf<Vector>];
    load_vectors(v, p);
    p += stride;
    store_vectors(q, v);
    q += stride;
  }
}

#define STREAM(WIDTH, VECTOR)                                                                      \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      stream_read_##WIDTH(const VECTOR* __restrict__ in, uint32_t* __restrict__ out,               \
                          uint32_t trips) {                                                        \
    read(in, out, trips);                                                                          \
  }                                                                                                \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      stream_copy_##WIDTH(const VECTOR* __restrict__ in, VECTOR* __restrict__ out,                 \
                          uint32_t trips) {                                                        \
    copy(in, out, trips);                                                                          \
  }

STREAM(b32, uint32_t)
STREAM(b64, uint2)
STREAM(b128, uint4)
