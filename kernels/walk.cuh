// A walk round and round a set that stays in a cache, for the families that
// measure one.
#pragma once

#include "common.cuh"

// The walk of a thread through a set of some vectors: it stands at one of them,
// and each trip goes on by a step that divides the set, at its end to its begin.
// Places are numbers of 32 bits, as two more pointers would cost a register too
// many for 2048 threads: the address is one multiply-add a trip.
struct Walk {
  const uint4* first;
  uint32_t place, step, length;

  __device__ __forceinline__ void go_on() {
    place += step;
    if (place == length) place = 0;
  }
};

// Loads a vector so many bytes behind an address. The address is in the instruction:
// an addition before each load would take the issue slots that L1 needs. Nothing
// writes to the set, so that the compiler may place the load where it likes.
#define CACHED_LOAD(NAME, POLICY)                                                                  \
  struct NAME {                                                                                    \
    template <uint32_t BYTES>                                                                      \
    static __device__ __forceinline__ uint4 load(const uint4* p) {                                 \
      uint4 v;                                                                                     \
      asm("ld.global." POLICY ".v4.u32 {%0, %1, %2, %3}, [%4+%5];"                                 \
          : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)                                             \
          : "l"(p), "n"(BYTES));                                                                   \
      return v;                                                                                    \
    }                                                                                              \
  }

// The XOR of three words by one instruction, as the machine has it: PTX with one
// for each two words would seem to need more issue slots than there are.
__device__ __forceinline__ uint32_t xor3(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t x;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(x) : "r"(a), "r"(b), "r"(c));
  return x;
}

// The XOR of the 16 words of a thread's vectors.
__device__ __forceinline__ uint32_t xor16(const uint4 (&v)[kVectors]) {
  uint32_t x = xor3(v[0].x, v[0].y, v[0].z);
#pragma unroll
  for (uint32_t u = 1; u < kVectors; ++u) x = xor3(xor3(x, v[u - 1].w, v[u].x), v[u].y, v[u].z);
  return x ^ v[kVectors - 1].w;
}

// In each trip the thread loads four vectors, APART from each other, where it
// stands; x is the XOR of their words, and the thread's word becomes 5 * word + x,
// beginning at the number of the thread. So the same x in another trip counts
// anew, and a trip that is left out is seen. Load says by which cache.
template <typename Load, uint32_t APART>
__device__ __forceinline__ uint32_t fold_walk(Walk walk, uint32_t trips) {
  uint32_t fold = thread_index();
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    const uint4* at = walk.first + walk.place;
    constexpr uint32_t kApart = APART * sizeof(uint4);
    const uint4 v[kVectors] = {
        Load::template load<0>(at), Load::template load<kApart>(at),
        Load::template load<2 * kApart>(at), Load::template load<3 * kApart>(at)};
    walk.go_on();
    fold = fold * 5 + xor16(v);
  }
  return fold;
}
