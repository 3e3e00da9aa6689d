// The operations of the family, each on a word of global or of shared memory.
#pragma once

#include "../common.cuh"

constexpr uint32_t kOperations = 16;  // of a thread in a trip

#define ATOMICS_SPACE(SPACE, POINTER, CONSTRAINT)                                                  \
  struct SPACE {                                                                                   \
    using Pointer = POINTER;                                                                       \
    static __device__ __forceinline__ void add(Pointer p, uint32_t v) {                            \
      asm volatile("red." #SPACE ".add.u32 [%0], %1;" ::CONSTRAINT(p), "r"(v) : "memory");         \
    }                                                                                              \
    static __device__ __forceinline__ void add(Pointer p, float v) {                               \
      asm volatile("red." #SPACE ".add.f32 [%0], %1;" ::CONSTRAINT(p), "f"(v) : "memory");         \
    }                                                                                              \
    static __device__ __forceinline__ uint32_t add_returned(Pointer p, uint32_t v) {               \
      uint32_t old;                                                                                \
      asm volatile("atom." #SPACE ".add.u32 %0, [%1], %2;"                                         \
                   : "=r"(old)                                                                     \
                   : CONSTRAINT(p), "r"(v)                                                         \
                   : "memory");                                                                    \
      return old;                                                                                  \
    }                                                                                              \
    static __device__ __forceinline__ void swap(Pointer p, uint32_t from, uint32_t to) {           \
      asm volatile("{ .reg .b32 old; atom." #SPACE ".cas.b32 old, [%0], %1, %2; }" ::CONSTRAINT(p),\
                   "r"(from), "r"(to)                                                              \
                   : "memory");                                                                    \
    }                                                                                              \
  }

ATOMICS_SPACE(global, uint32_t*, "l");
ATOMICS_SPACE(shared, uint32_t, "r");

// Adds an odd number of the thread's own 16 times a trip. A number that all lanes
// share could be added once for all.
template <typename Space>
struct Add {
  static __device__ __forceinline__ uint32_t first(uint32_t word) { return word; }
  static __device__ __forceinline__ void run(typename Space::Pointer p, uint32_t, uint32_t,
                                             uint32_t trips) {
    const uint32_t v = 2 * thread_index() + 1;
#pragma unroll 1
    for (uint32_t left = trips; left != 0; --left) {
#pragma unroll
      for (uint32_t u = 0; u < kOperations; ++u) Space::add(p, v);
    }
  }
};

// The same in floats: 1 to 4, by the thread.
template <typename Space>
struct AddFloat {
  static __device__ __forceinline__ uint32_t first(uint32_t) { return 0; }
  static __device__ __forceinline__ void run(typename Space::Pointer p, uint32_t, uint32_t,
                                             uint32_t trips) {
    const float v = float(thread_index() % 4 + 1);
#pragma unroll 1
    for (uint32_t left = trips; left != 0; --left) {
#pragma unroll
      for (uint32_t u = 0; u < kOperations; ++u) Space::add(p, v);
    }
  }
};

// As Add, with the old values, which decide on what is added next as far as the
// mask lets them; it is zero, which the compiler does not know.
template <typename Space>
struct AddReturned {
  static __device__ __forceinline__ uint32_t first(uint32_t word) { return word; }
  static __device__ __forceinline__ void run(typename Space::Pointer p, uint32_t, uint32_t mask,
                                             uint32_t trips) {
    uint32_t v = 2 * thread_index() + 1;
#pragma unroll 1
    for (uint32_t left = trips; left != 0; --left) {
      uint32_t old[kOperations];
#pragma unroll
      for (uint32_t u = 0; u < kOperations; ++u) old[u] = Space::add_returned(p, v);
      uint32_t x = 0;
#pragma unroll
      for (const uint32_t o : old) x ^= o;
      v += x & mask;
    }
  }
};

// Goes from a number to the next one of a sequence that begins with the number of
// the word. All threads of a word go the same way: the first to come to a step
// takes it, the others find the word further on and change nothing.
template <typename Space>
struct Swap {
  static __device__ __forceinline__ uint32_t first(uint32_t word) { return word; }
  static __device__ __forceinline__ void run(typename Space::Pointer p, uint32_t word, uint32_t,
                                             uint32_t trips) {
    uint32_t at = word;
#pragma unroll 1
    for (uint32_t left = trips; left != 0; --left) {
#pragma unroll
      for (uint32_t u = 0; u < kOperations; ++u) {
        const uint32_t next = at * 1664525 + 1013904223;
        Space::swap(p, at, next);
        at = next;
      }
    }
  }
};
