// The chains of every form of tensor instruction: what the entries of the family
// have in common.
//
// A warp has CHAINS matrices of sums D, all with the same A and each with a B of
// its own, in registers. In a trip it does kSteps times D = A*B + D on each, then
// makes each element's word y of what the chains have there, and turns the signs
// of A around: the sums rise in one trip and fall back in the next. So they stay
// small integers, which every accumulator holds exactly, however many trips there
// are, and y still tells how many there were:
//   y = warp; in each trip y = 5*y + (XOR of the bits of the element of each D)
// The words of the elements are stored as a matrix, so that it does not matter
// which lane has which element.
//
// G blocks of 256 threads, the instruction m x n x k:
//   FLOPs  2 * m*n*k * CHAINS * 16 * trips * 8 * G
//   bytes  16 matrices A, B and C, which stay in cache, and the words of m x n
//          elements a warp written: 4 bytes each, 2 where the sums are FP16
#pragma once

#include "../common.cuh"

constexpr uint32_t kSteps = 16;
constexpr uint32_t kPool = 16;  // different A, B and C; a power of two

// A Form is a tensor instruction. Matrix is what an operand lies in, in memory: A
// and C by rows, B by columns.
//   kRows, kColumns, kDepth     m, n and k
//   kLeftSize, kRightSize       of A and B in memory, in elements, with what else
//                               belongs to them
//   Element, Sum                of A and B, and of C and D
//   Left, Right, Sums           the registers of A, B and D
//   kElements                   of D in a thread
//   load(registers, matrix)     for each of the three
//   multiply(d, a, b)           d += a * b
//   negate(a)
//   bits(d, i)                  the word of element i of the thread
//   store(matrix, y)            stores a word for each element
template <typename Form, uint32_t CHAINS>
__device__ __forceinline__ void chains(const void* __restrict__ operands, void* __restrict__ out,
                                       uint32_t trips) {
  using Element = typename Form::Element;
  using Sum = typename Form::Sum;
  constexpr uint32_t kLeft = Form::kLeftSize;
  constexpr uint32_t kRight = Form::kRightSize;
  constexpr uint32_t kSums = Form::kRows * Form::kColumns;
  const auto* lefts = static_cast<const Element*>(operands);
  const auto* rights = lefts + kPool * kLeft;
  const auto* sums = reinterpret_cast<const Sum*>(rights + kPool * kRight);
  const uint32_t warp = thread_index() / 32;

  typename Form::Left a;
  typename Form::Right b[CHAINS];
  typename Form::Sums d[CHAINS];
  Form::load(a, lefts + warp % kPool * kLeft);
#pragma unroll
  for (uint32_t c = 0; c < CHAINS; ++c) {
    const uint32_t chain = (warp * CHAINS + c) % kPool;
    Form::load(b[c], rights + chain * kRight);
    Form::load(d[c], sums + chain * kSums);
  }
  uint32_t y[Form::kElements];
#pragma unroll
  for (uint32_t& word : y) word = warp;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
#pragma unroll
    for (uint32_t s = 0; s < kSteps; ++s) {
#pragma unroll
      for (uint32_t c = 0; c < CHAINS; ++c) Form::multiply(d[c], a, b[c]);
    }
    Form::negate(a);
#pragma unroll
    for (uint32_t i = 0; i < Form::kElements; ++i) {
      uint32_t fold = 0;
#pragma unroll
      for (uint32_t c = 0; c < CHAINS; ++c) fold ^= Form::bits(d[c], i);
      y[i] = 5 * y[i] + fold;
    }
  }
  Form::store(static_cast<typename Form::Word*>(out) + uint64_t(warp) * kSums, y);
}

// The entries of a form: NAME_chains1, 2 and 4.
#define TENSOR_ENTRY(NAME, FORM, CHAINS)                                                     \
  extern "C" __global__ void __launch_bounds__(kThreads, 2)                                  \
      NAME##_chains##CHAINS(const void* __restrict__ operands, void* __restrict__ out,       \
                            uint32_t trips) {                                                \
    chains<FORM, CHAINS>(operands, out, trips);                                              \
  }

#define TENSOR_ENTRIES(NAME, FORM) \
  TENSOR_ENTRY(NAME, FORM, 1)      \
  TENSOR_ENTRY(NAME, FORM, 2)      \
  TENSOR_ENTRY(NAME, FORM, 4)
