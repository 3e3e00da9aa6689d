// The registers of the mma.sync instructions of 16 rows and 8 columns ("Matrix
// Fragments for mma" of the PTX ISA). With g = lane / 4, t = lane % 4 and PER
// elements of A or B in a register:
//   A, register r   row g + 8*(r % 2), columns PER*t + 4*PER*(r / 2) on
//   B, register r   column g, rows PER*t + 4*PER*r on
//   D, element i    row g + 8*(i / 2), column 2*t + i%2
#pragma once

#include "chains.cuh"

struct Lane {
  uint32_t g, t;
  __device__ __forceinline__ Lane() : g(threadIdx.x % 32 / 4), t(threadIdx.x % 4) {}
};

// What the forms have in common: DEPTH is k, and SIGNS are the signs of the
// elements in a register.
template <typename ELEMENT, uint32_t DEPTH, uint32_t SIGNS>
struct Operands {
  static constexpr uint32_t kRows = 16, kColumns = 8, kDepth = DEPTH, kElements = 4;
  static constexpr uint32_t kPer = 4 / sizeof(ELEMENT);
  static constexpr uint32_t kRight = DEPTH / (4 * kPer);  // registers of B
  static constexpr uint32_t kLeftSize = kRows * kDepth, kRightSize = kColumns * kDepth;
  using Element = ELEMENT;
  struct Left {
    uint32_t r[2 * kRight];
  };
  struct Right {
    uint32_t r[kRight];
  };

  static __device__ __forceinline__ void load(Left& a, const Element* matrix) {
    const Lane lane;
#pragma unroll
    for (uint32_t i = 0; i < 2 * kRight; ++i) {
      a.r[i] = word(matrix, lane.g + 8 * (i % 2), lane.t + 4 * (i / 2));
    }
  }

  static __device__ __forceinline__ void load(Right& b, const Element* matrix) {
    const Lane lane;
#pragma unroll
    for (uint32_t i = 0; i < kRight; ++i) b.r[i] = word(matrix, lane.g, lane.t + 4 * i);
  }

  // The i-th word of a line of DEPTH elements.
  static __device__ __forceinline__ uint32_t word(const Element* matrix, uint32_t line, uint32_t i) {
    return reinterpret_cast<const uint32_t*>(matrix)[line * (DEPTH / kPer) + i];
  }

  static __device__ __forceinline__ void negate(Left& a) {
#pragma unroll
    for (uint32_t& word : a.r) word ^= SIGNS;
  }
};

// D of FP32.
struct SinglesOfD {
  using Sum = float;
  using Word = uint32_t;
  struct Sums {
    float r[4];
  };

  static __device__ __forceinline__ void load(Sums& d, const Sum* matrix) {
    const Lane lane;
    const auto* pairs = reinterpret_cast<const float2*>(matrix) + lane.g * 4 + lane.t;
    const float2 low = pairs[0], high = pairs[32];
    d = {{low.x, low.y, high.x, high.y}};
  }

  static __device__ __forceinline__ uint32_t bits(const Sums& d, uint32_t i) {
    return fold_words(d.r[i]);
  }

  static __device__ __forceinline__ void store(Word* matrix, const uint32_t (&y)[4]) {
    const Lane lane;
    auto* pairs = reinterpret_cast<uint2*>(matrix) + lane.g * 4 + lane.t;
    pairs[0] = {y[0], y[1]};
    pairs[32] = {y[2], y[3]};
  }
};

// D of FP16, two elements in a register; of a word the low 16 bits are stored.
struct HalvesOfD {
  using Sum = uint16_t;
  using Word = uint16_t;
  struct Sums {
    uint32_t r[2];
  };

  static __device__ __forceinline__ void load(Sums& d, const Sum* matrix) {
    const Lane lane;
    const auto* pairs = reinterpret_cast<const uint32_t*>(matrix) + lane.g * 4 + lane.t;
    d = {{pairs[0], pairs[32]}};
  }

  static __device__ __forceinline__ uint32_t bits(const Sums& d, uint32_t i) {
    return d.r[i / 2] >> (i % 2 * 16) & 0xffff;
  }

  static __device__ __forceinline__ void store(Word* matrix, const uint32_t (&y)[4]) {
    const Lane lane;
    auto* pairs = reinterpret_cast<uint32_t*>(matrix) + lane.g * 4 + lane.t;
    pairs[0] = y[1] << 16 | (y[0] & 0xffff);
    pairs[32] = y[3] << 16 | (y[2] & 0xffff);
  }
};

// D of 32-bit integers.
struct IntegersOfD {
  using Sum = uint32_t;
  using Word = uint32_t;
  struct Sums {
    uint32_t r[4];
  };

  static __device__ __forceinline__ void load(Sums& d, const Sum* matrix) {
    const Lane lane;
    const auto* pairs = reinterpret_cast<const uint2*>(matrix) + lane.g * 4 + lane.t;
    const uint2 low = pairs[0], high = pairs[32];
    d = {{low.x, low.y, high.x, high.y}};
  }

  static __device__ __forceinline__ uint32_t bits(const Sums& d, uint32_t i) { return d.r[i]; }

  static __device__ __forceinline__ void store(Word* matrix, const uint32_t (&y)[4]) {
    SinglesOfD::store(matrix, y);
  }
};

// The negatives of the two's complements in a word, of which SIGNS are the signs:
// carries stop below them, and none is the least number.
template <uint32_t SIGNS, uint32_t ONES>
__device__ __forceinline__ uint32_t negatives(uint32_t word) {
  const uint32_t flipped = ~word;
  return ((flipped & ~SIGNS) + ONES) ^ (flipped & SIGNS);
}

constexpr uint32_t kByteSigns = 0x80808080, kByteOnes = 0x01010101;
constexpr uint32_t kNibbleSigns = 0x88888888, kNibbleOnes = 0x11111111;
