// targets: plain
// registers: 32
// contract stream_*_b32: loop STG.32=16 STG=16
// contract stream_*_b64: loop STG.64=8 STG=8
// contract stream_*_b128: loop STG.128=4 STG=4
// contract: never LDG LD
//
// What it asks: how many bytes a second the SMs can write to DRAM, when each
// word is another one and when all are the same.
// What limits it: DRAM, as long as the footprint is far above L2: a store waits
// for nothing. The write computes each word that it stores, one addition each;
// the fill does not, and its memory is what a GPU that compresses can compress.
//
// G blocks of 256 threads, one chunk of 16 KiB a block and trip:
//   stream_write_*   writes G*trips*16384 bytes; no FLOP
//   stream_fill_*    the same
// Variants of each: _b32, _b64 and _b128, the bits that a lane stores at a time.
//
// Dead-code guard: every word is stored, and its value is an argument or comes
// from one.
#include "../common.cuh"

// The words at, at + 1, ... as a vector.
__device__ __forceinline__ void count_from(uint32_t& v, uint32_t at) { v = at; }
__device__ __forceinline__ void count_from(uint2& v, uint32_t at) { v = {at, at + 1}; }
__device__ __forceinline__ void count_from(uint4& v, uint32_t at) {
  v = {at, at + 1, at + 2, at + 3};
}

// The same word all over a vector.
__device__ __forceinline__ void fill_with(uint32_t& v, uint32_t value) { v = value; }
__device__ __forceinline__ void fill_with(uint2& v, uint32_t value) { v = {value, value}; }
__device__ __forceinline__ void fill_with(uint4& v, uint32_t value) {
  v = {value, value, value, value};
}

// Word i of out becomes seed + i, modulo 2^32.
template <typename Vector>
__device__ __forceinline__ void write(Vector* __restrict__ out, uint32_t seed, uint32_t trips) {
  constexpr uint32_t kWords = sizeof(Vector) / sizeof(uint32_t);
  Vector* q = out + first_vector<Vector>();
  const uint64_t stride = chunk_stride<Vector>();
  uint32_t value = seed + uint32_t(first_vector<Vector>()) * kWords;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    Vector v[kVectorsOf<Vector>];
#pragma unroll
    for (uint32_t u = 0; u < kVectorsOf<Vector>; ++u) {
      count_from(v[u], value + u * kThreads * kWords);
    }
    store_vectors(q, v);
    q += stride;
    value += uint32_t(stride) * kWords;
  }
}

// Every word of out becomes value.
template <typename Vector>
__device__ __forceinline__ void fill(Vector* __restrict__ out, uint32_t value, uint32_t trips) {
  Vector* q = out + first_vector<Vector>();
  const uint64_t stride = chunk_stride<Vector>();
  Vector v[kVectorsOf<Vector>];
#pragma unroll
  for (Vector& x : v) fill_with(x, value);
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    store_vectors(q, v);
    q += stride;
  }
}

#define WRITE(WIDTH, VECTOR)                                                                       \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      stream_write_##WIDTH(VECTOR* __restrict__ out, uint32_t seed, uint32_t trips) {              \
    write(out, seed, trips);                                                                       \
  }                                                                                                \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      stream_fill_##WIDTH(VECTOR* __restrict__ out, uint32_t value, uint32_t trips) {              \
    fill(out, value, trips);                                                                       \
  }

WRITE(b32, uint32_t)
WRITE(b64, uint2)
WRITE(b128, uint4)
