// The forms of integers: the same registers for 8 and for 4 bits, twice as many
// elements in each.
#pragma once

#include "fragments.cuh"

// m16n8, 32 bytes of k.
template <uint32_t SIGNS, uint32_t ONES>
struct Integers : Operands<uint8_t, 32, SIGNS>, IntegersOfD {
  using Base = Operands<uint8_t, 32, SIGNS>;
  using Base::load;
  using IntegersOfD::load;

  static __device__ __forceinline__ void negate(typename Base::Left& a) {
#pragma unroll
    for (uint32_t& word : a.r) word = negatives<SIGNS, ONES>(word);
  }
};

// m8n8, 16 bytes of k: a word of A, one of B, and a pair of D.
template <uint32_t SIGNS, uint32_t ONES>
struct SmallIntegers {
  static constexpr uint32_t kRows = 8, kColumns = 8, kDepth = 16, kElements = 2;
  static constexpr uint32_t kLeftSize = kRows * kDepth, kRightSize = kColumns * kDepth;
  using Element = uint8_t;
  using Sum = uint32_t;
  using Word = uint32_t;
  struct Left {
    uint32_t word;
  };
  struct Right {
    uint32_t word;
  };
  struct Sums {
    uint32_t r[2];
  };

  // Both lie as the lanes want them.
  static __device__ __forceinline__ void load(Left& a, const Element* matrix) {
    a.word = reinterpret_cast<const uint32_t*>(matrix)[threadIdx.x % 32];
  }
  static __device__ __forceinline__ void load(Right& b, const Element* matrix) {
    b.word = reinterpret_cast<const uint32_t*>(matrix)[threadIdx.x % 32];
  }
  static __device__ __forceinline__ void load(Sums& d, const Sum* matrix) {
    const uint2 pair = reinterpret_cast<const uint2*>(matrix)[threadIdx.x % 32];
    d.r[0] = pair.x;
    d.r[1] = pair.y;
  }

  static __device__ __forceinline__ void negate(Left& a) {
    a.word = negatives<SIGNS, ONES>(a.word);
  }

  static __device__ __forceinline__ uint32_t bits(const Sums& d, uint32_t i) { return d.r[i]; }

  static __device__ __forceinline__ void store(Word* matrix, const uint32_t (&y)[2]) {
    reinterpret_cast<uint2*>(matrix)[threadIdx.x % 32] = {y[0], y[1]};
  }
};
