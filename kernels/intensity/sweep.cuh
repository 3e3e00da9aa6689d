// The walk and the arithmetic of every path: what the entries of the family have
// in common.
#pragma once

#include "../common.cuh"

__device__ __forceinline__ float multiply_add(float x, float y, float c) { return fmaf(x, y, c); }
__device__ __forceinline__ double multiply_add(double x, double y, double c) { return fma(x, y, c); }

// The elements of a vector.
__device__ __forceinline__ void unpack(float* x, float4 v) {
  x[0] = v.x, x[1] = v.y, x[2] = v.z, x[3] = v.w;
}
__device__ __forceinline__ void unpack(double* x, double2 v) { x[0] = v.x, x[1] = v.y; }

// The elements that a constant goes with: those of its own type, unless it says otherwise.
template <typename Constant>
struct ElementOf {
  using Type = Constant;
};

// F dependent steps of x = x*x + c on each element.
//
// Above 16 steps they run as rounds of an inner loop, two rounds at the least.
// In one long stretch of code the assembler moves the loads of the next trip
// down to where their results are needed; past the head of a loop it does not.
template <uint32_t F>
struct Chain {
  static constexpr uint32_t kRounds = F <= 16 ? 1 : F <= 128 ? 2 : F / 64;
  static constexpr uint32_t kSteps = F / kRounds;

  template <typename Element, uint32_t COUNT, typename Constant>
  static __device__ __forceinline__ uint32_t fold(Element (&x)[COUNT], Constant c) {
#pragma unroll 1
    for (uint32_t round = 0; round < kRounds; ++round) {
#pragma unroll
      for (uint32_t s = 0; s < kSteps; ++s) {
#pragma unroll
        for (uint32_t i = 0; i < COUNT; ++i) x[i] = multiply_add(x[i], x[i], c);
      }
    }
    uint32_t bits = 0;
#pragma unroll
    for (uint32_t i = 0; i < COUNT; ++i) bits ^= fold_words(x[i]);
    return bits;
  }
};

// One FMA on each pair of elements.
struct Pair {
  template <typename Element, uint32_t COUNT>
  static __device__ __forceinline__ uint32_t fold(Element (&x)[COUNT], Element c) {
    uint32_t bits = 0;
#pragma unroll
    for (uint32_t i = 0; i < COUNT; i += 2) bits ^= fold_words(multiply_add(x[i], x[i + 1], c));
    return bits;
  }
};

// The arithmetic on the thread's vectors of a trip.
template <typename Arithmetic, typename Vector, typename Constant>
__device__ __forceinline__ uint32_t fold_vectors(const Vector (&v)[kVectors], Constant c) {
  using Element = typename ElementOf<Constant>::Type;
  constexpr uint32_t kWide = sizeof(Vector) / sizeof(Element);
  Element x[kVectors * kWide];
#pragma unroll
  for (uint32_t u = 0; u < kVectors; ++u) unpack(x + u * kWide, v[u]);
  return Arithmetic::fold(x, c);
}

// Walks the chunks with one trip of loads ahead of the arithmetic. The last
// trip loads nothing, so that no thread reads past the end.
template <typename Arithmetic, typename Vector, typename Constant>
__device__ __forceinline__ void sweep(const Vector* __restrict__ in, uint32_t* __restrict__ out,
                                      Constant c, uint32_t trips) {
  const Vector* p = in + first_vector();
  const uint64_t stride = chunk_stride();
  Vector v[kVectors], next[kVectors];
  load_vectors(v, p);
  uint32_t fold = 0;
#pragma unroll 1
  for (uint32_t left = trips - 1;; --left) {
    p += stride;
    if (left != 0) load_vectors(next, p);
    fold ^= fold_vectors<Arithmetic>(v, c);
    if (left == 0) break;
#pragma unroll
    for (uint32_t u = 0; u < kVectors; ++u) v[u] = next[u];
  }
  out[thread_index()] = fold;
}
