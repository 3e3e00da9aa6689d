// targets: plain
// registers: 24
// contract divergence_paths1: loop FFMA=32; code FFMA=32
// contract divergence_paths2: code FFMA=64
// contract divergence_paths4: code FFMA=128
// contract divergence_paths8: code FFMA=256
// contract divergence_paths16: code FFMA=512
// contract divergence_paths32: code FFMA=1024
// contract: never FADD FMUL
//
// What it asks: what it costs when the lanes of a warp go different ways.
// What limits it: the FMA pipe, which takes an instruction for a whole warp whatever number
// of lanes is on it: K ways take K times as long as one.
//
// G blocks of 256 threads. In a trip a thread goes one of K ways, that of its number modulo
// K, and does there 32 steps of x = x*x + c, with the c of that way, -1.5 - way/128:
//   FLOPs  2 * 32 * trips * 256 * G, whatever K is
//   bytes  4 * 256 * G of seeds, from a 4 KiB table that stays in cache, and
//          4 * 256 * G written
// Variants: divergence_paths1, 2, 4, 8, 16, 32.
//
// What the assembler shows beyond the contract: the ways lie one after the other, behind an
// indexed branch or a tree of branches. They are no loops of their own.
// Dead-code guard: as in fma.cu. The c of a way is in its instructions, so that no two ways
// are one.
#include "../common.cuh"

constexpr uint32_t kSeeds = 1024;  // a power of two, so that the wrap is a mask
constexpr uint32_t kSteps = 32;

template <uint32_t WAY>
__device__ __forceinline__ float walk(float x) {
  constexpr float c = -1.5f - float(WAY) / 128;
#pragma unroll
  for (uint32_t s = 0; s < kSteps; ++s) x = fmaf(x, x, c);
  // No instruction comes of it: it only keeps the compiler from making one way of all.
  asm volatile("// the end of way %1" : "+f"(x) : "n"(WAY));
  return x;
}

// Goes the way of that number, of those from FIRST on.
#define WAY(N) \
  case N:      \
    return walk<N>(x);
#define WAYS4(N) WAY(N) WAY(N + 1) WAY(N + 2) WAY(N + 3)

template <uint32_t PATHS>
__device__ __forceinline__ float step(float x, uint32_t way) {
  if constexpr (PATHS == 1) return walk<0>(x);
  if constexpr (PATHS == 2) {
    switch (way) { WAY(0) default: return walk<1>(x); }
  }
  if constexpr (PATHS == 4) {
    switch (way) { WAY(0) WAY(1) WAY(2) default: return walk<3>(x); }
  }
  if constexpr (PATHS == 8) {
    switch (way) { WAYS4(0) WAY(4) WAY(5) WAY(6) default: return walk<7>(x); }
  }
  if constexpr (PATHS == 16) {
    switch (way) { WAYS4(0) WAYS4(4) WAYS4(8) WAY(12) WAY(13) WAY(14) default: return walk<15>(x); }
  }
  if constexpr (PATHS == 32) {
    switch (way) {
      WAYS4(0) WAYS4(4) WAYS4(8) WAYS4(12) WAYS4(16) WAYS4(20) WAYS4(24) WAY(28) WAY(29) WAY(30)
      default: return walk<31>(x);
    }
  }
}

#define DIVERGENCE(PATHS)                                                                          \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      divergence_paths##PATHS(const float* __restrict__ seeds, uint32_t* __restrict__ out,         \
                              uint32_t trips) {                                                    \
    float x = seeds[thread_index() % kSeeds];                                                      \
    const uint32_t way = threadIdx.x % PATHS;                                                      \
    _Pragma("unroll 1") for (uint32_t left = trips; left != 0; --left) x = step<PATHS>(x, way);    \
    out[thread_index()] = fold_words(x);                                                           \
  }

DIVERGENCE(1)
DIVERGENCE(2)
DIVERGENCE(4)
DIVERGENCE(8)
DIVERGENCE(16)
DIVERGENCE(32)
