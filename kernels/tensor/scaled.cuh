// The forms whose blocks have scales: the registers of 32 bytes of k, and of each row
// of A and each column of B a word with its scales. The lanes of a group of four that
// no selector names have theirs, too, which nobody reads.
#pragma once

#include "fragments.cuh"

template <uint32_t SIGNS>
struct ScaledOperands : Operands<uint8_t, 32, SIGNS>, SinglesOfD {
  using Base = Operands<uint8_t, 32, SIGNS>;
  using SinglesOfD::load;
  static constexpr uint32_t kScaleBytes = 4;
  static constexpr uint32_t kLeftSize = Base::kLeftSize + Base::kRows * kScaleBytes;
  static constexpr uint32_t kRightSize = Base::kRightSize + Base::kColumns * kScaleBytes;
  struct Left : Base::Left {
    uint32_t scales;
  };
  struct Right : Base::Right {
    uint32_t scales;
  };

  static __device__ __forceinline__ void load(Left& a, const uint8_t* matrix) {
    const Lane lane;
    Base::load(a, matrix);
    a.scales = scales(matrix + Base::kLeftSize, lane.g + 8 * (lane.t % 2));
  }

  static __device__ __forceinline__ void load(Right& b, const uint8_t* matrix) {
    const Lane lane;
    Base::load(b, matrix);
    b.scales = scales(matrix + Base::kRightSize, lane.g);
  }

  static __device__ __forceinline__ uint32_t scales(const uint8_t* all, uint32_t line) {
    return reinterpret_cast<const uint32_t*>(all)[line];
  }
};

// d += a * b of the kind and types that KIND names.
#define SCALED_MULTIPLY(KIND)                                                               \
  static __device__ __forceinline__ void multiply(Sums& d, const Left& a, const Right& b) { \
    asm("mma.sync.aligned." KIND                                                            \
        " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3}, "                 \
        "%10, {0, 0}, %11, {0, 0};"                                                         \
        : "+f"(d.r[0]), "+f"(d.r[1]), "+f"(d.r[2]), "+f"(d.r[3])                            \
        : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[0]), "r"(b.r[1]),     \
          "r"(a.scales), "r"(b.scales));                                                    \
  }
