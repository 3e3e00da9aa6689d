// targets: plain
// registers: 48
//
// What it asks: at which arithmetic intensity the bound turns from DRAM to the
// FMA pipe: the knee of the roofline, taken from one kernel at many
// intensities.
// What limits it: DRAM at few FMAs an element, the FMA pipe at many. The loads
// in flight are the same for every entry: the 4 vectors of the next trip are
// on their way during the arithmetic of this one. Else the knee would be
// rounded off and sit too low.
//
// G blocks of 256 threads, 4096 elements of 4 bytes a block and trip,
// E = G * trips * 4096 elements, F FMAs on each:
//   FLOPs  2 * F * E (half: E)
//   bytes  4 * E read, 4 * 256 * G written
// Variants, in order: intensity_fp32_half, one FMA on two elements
// (1/4 FLOP/byte); intensity_fp32_f1, _f2, _f4, ..., _f1024 (F/2 FLOP/byte).
//
// What the assembler shows, on each target: 4 LDG.E.128 ahead of the trip loop
// and 4 in it, ahead of the arithmetic; 16 * F FFMA in the loop up to F = 16
// (8 in half), above that an inner loop of 16 * F/2 FFMA, 1024 at the most, so
// that the instruction cache holds it; no LDL or STL. Besides the FFMA a trip
// costs 29 to 41 instructions (fold, moves, addresses), whatever F is.
// Dead-code guard: as in fma.cu; the bits of each result go into the word that
// is stored.
#include "../common.cuh"

constexpr uint32_t kElements = 4 * kVectors;  // of a thread in a trip

// F dependent steps of x = x*x + c on each element.
//
// Above 16 steps they run as rounds of an inner loop, two rounds at the least.
// In one long stretch of code the assembler moves the loads of the next trip
// down to where their results are needed; past the head of a loop it does not.
template <uint32_t F>
struct Chain {
  static constexpr uint32_t kRounds = F <= 16 ? 1 : F <= 128 ? 2 : F / 64;
  static constexpr uint32_t kSteps = F / kRounds;

  static __device__ __forceinline__ uint32_t fold(const float4 (&v)[kVectors], float c) {
    float x[kElements];
#pragma unroll
    for (uint32_t u = 0; u < kVectors; ++u) {
      x[4 * u] = v[u].x, x[4 * u + 1] = v[u].y, x[4 * u + 2] = v[u].z, x[4 * u + 3] = v[u].w;
    }
#pragma unroll 1
    for (uint32_t round = 0; round < kRounds; ++round) {
#pragma unroll
      for (uint32_t s = 0; s < kSteps; ++s) {
#pragma unroll
        for (uint32_t i = 0; i < kElements; ++i) x[i] = fmaf(x[i], x[i], c);
      }
    }
    uint32_t bits = 0;
#pragma unroll
    for (uint32_t i = 0; i < kElements; ++i) bits ^= __float_as_uint(x[i]);
    return bits;
  }
};

// One FMA on each pair of elements.
struct Pair {
  static __device__ __forceinline__ uint32_t fold(const float4 (&v)[kVectors], float c) {
    uint32_t bits = 0;
#pragma unroll
    for (uint32_t u = 0; u < kVectors; ++u) {
      bits ^= __float_as_uint(fmaf(v[u].x, v[u].y, c)) ^ __float_as_uint(fmaf(v[u].z, v[u].w, c));
    }
    return bits;
  }
};

// Walks the chunks with one trip of loads ahead of the arithmetic. The last
// trip loads nothing, so that no thread reads past the end.
template <typename Arithmetic>
__device__ __forceinline__ void sweep(const float4* __restrict__ in, uint32_t* __restrict__ out,
                                      float c, uint32_t trips) {
  const float4* p = in + first_vector();
  const uint64_t stride = chunk_stride();
  float4 v[kVectors], next[kVectors];
  load_vectors(v, p);
  uint32_t fold = 0;
#pragma unroll 1
  for (uint32_t left = trips - 1;; --left) {
    p += stride;
    if (left != 0) load_vectors(next, p);
    fold ^= Arithmetic::fold(v, c);
    if (left == 0) break;
#pragma unroll
    for (uint32_t u = 0; u < kVectors; ++u) v[u] = next[u];
  }
  out[thread_index()] = fold;
}

// 4 blocks an SM at the least, which keeps 64 KiB of loads in flight.
#define INTENSITY_FP32(NAME, ARITHMETIC)                                                           \
  extern "C" __global__ void __launch_bounds__(kThreads, 4)                                        \
      intensity_fp32_##NAME(const float4* __restrict__ in, uint32_t* __restrict__ out, float c,    \
                            uint32_t trips) {                                                      \
    sweep<ARITHMETIC>(in, out, c, trips);                                                          \
  }

INTENSITY_FP32(half, Pair)
INTENSITY_FP32(f1, Chain<1>)
INTENSITY_FP32(f2, Chain<2>)
INTENSITY_FP32(f4, Chain<4>)
INTENSITY_FP32(f8, Chain<8>)
INTENSITY_FP32(f16, Chain<16>)
INTENSITY_FP32(f32, Chain<32>)
INTENSITY_FP32(f64, Chain<64>)
INTENSITY_FP32(f128, Chain<128>)
INTENSITY_FP32(f256, Chain<256>)
INTENSITY_FP32(f512, Chain<512>)
INTENSITY_FP32(f1024, Chain<1024>)
