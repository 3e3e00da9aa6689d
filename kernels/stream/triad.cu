// targets: plain
// registers: 48
// contract stream_triad_b32: loop LDG.32=32 LDG=32 STG.32=16 STG=16
// contract stream_triad_b64: loop LDG.64=16 LDG=16 STG.64=8 STG=8
// contract stream_triad_b128: loop LDG.128=8 LDG=8 STG.128=4 STG=4
// contract: loop FFMA=16; code FFMA=16; never FADD FMUL
//
// What it asks: how many bytes a second move between DRAM and the SMs when two
// streams are read and one is written, as in STREAM's triad.
// What limits it: DRAM, as long as the footprint is far above L2. A thread has
// up to 128 bytes of loads in flight whatever the width, 72 at the least.
//
// G blocks of 256 threads, one chunk of 16 KiB of each array a block and trip,
// E = G * trips * 4096 elements of 4 bytes:
//   FLOPs  2 * E
//   bytes  8 * E read, 4 * E written: 1/6 FLOP/byte
// Variants: stream_triad_b32, _b64 and _b128, the bits that a lane moves at a
// time.
//
// What the assembler shows beyond the contract: at least 18, 10 or 5 of the loads of
// a trip stand before the first use of one (on sm_75 all). From
// sm_80 on it gives up the others to stay within 32 or 40 registers, so that
// every thread of an SM resides: 144 KiB of loads in flight in 2048 threads.
// Dead-code guard: every result is stored.
#include "../common.cuh"

// x + s * y, element by element, rounded once.
__device__ __forceinline__ float axpy(float x, float s, float y) { return fmaf(s, y, x); }
__device__ __forceinline__ float2 axpy(float2 x, float s, float2 y) {
  return {fmaf(s, y.x, x.x), fmaf(s, y.y, x.y)};
}
__device__ __forceinline__ float4 axpy(float4 x, float s, float4 y) {
  return {fmaf(s, y.x, x.x), fmaf(s, y.y, x.y), fmaf(s, y.z, x.z), fmaf(s, y.w, x.w)};
}

// a[i] = b[i] + s * c[i] over the thread's elements.
template <typename Vector>
__device__ __forceinline__ void triad(const Vector* __restrict__ b, const Vector* __restrict__ c,
                                      Vector* __restrict__ a, float s, uint32_t trips) {
  const uint64_t first = first_vector<Vector>();
  const uint64_t stride = chunk_stride<Vector>();
  b += first, c += first, a += first;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    Vector x[kVectorsOf<Vector>], y[kVectorsOf<Vector>];
    load_vectors(x, b);
    load_vectors(y, c);
    b += stride, c += stride;
#pragma unroll
    for (uint32_t u = 0; u < kVectorsOf<Vector>; ++u) x[u] = axpy(x[u], s, y[u]);
    store_vectors(a, x);
    a += stride;
  }
}

#define TRIAD(WIDTH, VECTOR)                                                                       \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      stream_triad_##WIDTH(const VECTOR* __restrict__ b, const VECTOR* __restrict__ c,             \
                           VECTOR* __restrict__ a, float s, uint32_t trips) {                      \
    triad(b, c, a, s, trips);                                                                      \
  }

TRIAD(b32, float)
TRIAD(b64, float2)
TRIAD(b128, float4)
