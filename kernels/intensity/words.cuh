// Elements of one word whose step is an instruction: pairs of FP16 or BF16 numbers, and
// integers.
#pragma once

#include "sweep.cuh"

struct Word {
  uint32_t bits;
};

__device__ __forceinline__ uint32_t fold_words(Word w) { return w.bits; }

__device__ __forceinline__ void unpack(Word* x, uint4 v) {
  x[0].bits = v.x, x[1].bits = v.y, x[2].bits = v.z, x[3].bits = v.w;
}

// x = x*x + c in both halves, each rounded once; the low 16 bits of c are the constant of
// the low half.
struct HalfPair {
  uint32_t c;
};

template <>
struct ElementOf<HalfPair> {
  using Type = Word;
};

__device__ __forceinline__ Word multiply_add(Word x, Word y, HalfPair k) {
  Word z;
  asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(z.bits) : "r"(x.bits), "r"(y.bits), "r"(k.c));
  return z;
}

struct BrainPair {
  uint32_t c;
};

template <>
struct ElementOf<BrainPair> {
  using Type = Word;
};

__device__ __forceinline__ Word multiply_add(Word x, Word y, BrainPair k) {
  Word z;
  asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(z.bits) : "r"(x.bits), "r"(y.bits), "r"(k.c));
  return z;
}

// x = a*x + c modulo 2^32.
struct Congruence {
  uint32_t a, c;
};

template <>
struct ElementOf<Congruence> {
  using Type = Word;
};

__device__ __forceinline__ Word multiply_add(Word x, Word, Congruence k) {
  return {k.a * x.bits + k.c};
}
