// The forms in which A is sparse, two of four: the registers of a dense A of half the
// depth, those of a B of twice the depth, and a word that tells which two there are.
// All chunks of a matrix A have theirs at the same places, so that it does not matter
// which lane tells of which chunk.
#pragma once

#include "fragments.cuh"

// LEFT is the dense form of A, of 32 bytes a row.
template <typename LEFT>
struct SparseOperands : LEFT {
  static constexpr uint32_t kPlaces = 4 / sizeof(typename LEFT::Element);  // elements
  static constexpr uint32_t kLeftSize = LEFT::kLeftSize + kPlaces;
  static constexpr uint32_t kRightSize = 2 * LEFT::kRightSize;
  using Element = typename LEFT::Element;
  struct Left : LEFT::Left {
    uint32_t places;
  };
  struct Right {
    uint32_t r[4];
  };

  static __device__ __forceinline__ void load(Left& a, const Element* matrix) {
    LEFT::load(a, matrix);
    a.places = *reinterpret_cast<const uint32_t*>(matrix + LEFT::kLeftSize);
  }

  static __device__ __forceinline__ void load(Right& b, const Element* matrix) {
    const Lane lane;
#pragma unroll
    for (uint32_t i = 0; i < 4; ++i) {
      b.r[i] = reinterpret_cast<const uint32_t*>(matrix)[lane.g * 16 + lane.t + 4 * i];
    }
  }
};

// d += a * b of the types and shape that TYPES names, the sums in registers of kind R.
#define SPARSE_MULTIPLY(TYPES, R)                                                              \
  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) {    \
    asm("mma.sp::ordered_metadata.sync.aligned." TYPES                                         \
        " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, 0x0;" \
        : "+" R(d.r[0]), "+" R(d.r[1]), "+" R(d.r[2]), "+" R(d.r[3])                           \
        : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[0]), "r"(b.r[1]),        \
          "r"(b.r[2]), "r"(b.r[3]), "r"(a.places));                                            \
  }
