// The kernels of tcgen05.mma: what its files have in common.
//
// A block multiplies one A of 128 x k by one B of k x N, both in shared memory, k being
// two steps of the instruction: 64 bytes of each line. Its sums D lie in tensor memory,
// twice: a trip adds kSteps instructions to one of the two, each step of k in turn, while
// the threads read what the trip before made of the other one. All blocks have the same
// A, B and C; C lies in memory by columns.
//
// The instruction counts A negative in every other two trips, so that the sums rise in a
// trip and fall back in the next one of the same D: they stay small integers, which
// every accumulator holds exactly, however many trips there are. (Integers have no such
// sign: they rise, and wrap around.) A thread makes of the row of D that it reads, of N/2
// columns, 32 words y:
//   y[j] = block; in each trip y[j] = 5*y[j] + (XOR of the bits of columns j, j+32, …)
// and stores them.
//
// G blocks of 256 threads, one an SM:
//   FLOPs  2 * 128 * N * k/2 * 16 * trips * G
//   bytes  A, B and C once, with the scales that belong to A and B; 32 KiB written a block
#pragma once

#include "../tcgen05.cuh"

constexpr uint32_t kSteps = 16;
constexpr uint32_t kRows = 128;        // of A
constexpr uint32_t kUnits = 4;         // of 16 bytes in a line
constexpr uint32_t kWords = 32;        // y of a thread
constexpr uint32_t kAhead = 16;        // columns of C that are loaded before one is stored

// The instruction descriptors, of one type of A and B.
constexpr uint32_t describe(uint32_t sums, uint32_t type, uint32_t n) {
  return describe_product(sums, type, kRows, n);
}
constexpr uint32_t describe_scaled(uint32_t type, uint32_t ue8m0, uint32_t n) {
  return describe_product(0, type, kRows, n) | ue8m0 << 23;
}
constexpr uint32_t kNegateA = 1 << 13;

// The descriptor of a matrix of lines of 64 bytes: units of 16 are exchanged within a
// line by bits 1 and 2 of its number, eight lines are 512 bytes.
__device__ __forceinline__ uint64_t describe_lines(const void* p) {
  return describe_matrix(p, kSwizzle64, 16, 512);
}

__device__ __forceinline__ uint32_t swizzled(uint32_t unit) {
  return unit ^ (unit / kUnits / 2 % kUnits);
}

// Copies lines from global memory.
template <uint32_t LINES>
__device__ __forceinline__ void bring(uint4* to, const uint4* __restrict__ from) {
#pragma unroll
  for (uint32_t i = 0; i < LINES * kUnits / kThreads; ++i) {
    const uint32_t unit = i * kThreads + threadIdx.x;
    to[swizzled(unit)] = from[unit];
  }
}

// The bits of a sum as D holds it.
__device__ __forceinline__ uint32_t sum_bits(uint16_t half) { return half; }
__device__ __forceinline__ uint32_t sum_bits(uint32_t word) { return word; }

// A Form is a kind of tcgen05.mma and its types.
//   kN                columns of B, and of D
//   kDescriptor       of the instruction
//   kSigned           A can count negative
//   kScaleWords       words of scales behind the lines of A and of B, for each line; 0 is none
//   Sum               an element of C in memory
//   multiply(d, a, b, descriptor, scales, step)   d += a * b, over one step of k
template <typename Form>
struct Memory {
  static constexpr uint32_t kHalf = Form::kN / 2;  // columns that a thread reads
  static constexpr uint32_t kScales = 2 * Form::kN;  // the first column of those of A
  static constexpr uint32_t kScaleColumnsA = kRows / 32, kScaleColumnsB = Form::kN / 32;
};

// Where the scales of A and B of one step lie.
struct Scales {
  uint32_t a, b;
};

// Stores a column of scales for each 32 lines, in the quarter of the warp.
template <uint32_t LINES, uint32_t WORDS>
__device__ __forceinline__ void bring_scales(uint32_t to, const uint32_t* __restrict__ from) {
#pragma unroll
  for (uint32_t word = 0; word < WORDS; ++word) {
#pragma unroll
    for (uint32_t c = 0; c < LINES / 32; ++c) {
      tensor_store(to + word * (LINES / 32) + c, from[(c * 32 + threadIdx.x % 32) * WORDS + word]);
    }
  }
}

template <typename Form>
__device__ __forceinline__ void multiply_blocks(const void* __restrict__ operands,
                                                void* __restrict__ out, uint32_t trips) {
  using M = Memory<Form>;
  using Sum = typename Form::Sum;
  __shared__ __align__(1024) uint4 left[kRows * kUnits];
  __shared__ __align__(1024) uint4 right[Form::kN * kUnits];
  __shared__ uint64_t barriers[2];
  __shared__ uint32_t base;
  const auto* lefts = static_cast<const uint4*>(operands);
  const auto* scales_a = reinterpret_cast<const uint32_t*>(lefts + kRows * kUnits);
  const auto* rights = reinterpret_cast<const uint4*>(scales_a + kRows * Form::kScaleWords);
  const auto* scales_b = reinterpret_cast<const uint32_t*>(rights + Form::kN * kUnits);
  const auto* sums = reinterpret_cast<const Sum*>(scales_b + Form::kN * Form::kScaleWords);

  bring<kRows>(left, lefts);
  bring<Form::kN>(right, rights);
  shared_to_async();
  if (threadIdx.x < 32) tensor_alloc<kTensorColumns>(&base);
  if (threadIdx.x == 0) {
    barrier_init(&barriers[0]);
    barrier_init(&barriers[1]);
  }
  __syncthreads();
  const uint32_t tensor = base;
  const uint32_t mine = tensor + own_lanes() + threadIdx.x / 128 * M::kHalf;
  const Sum* row = sums + threadIdx.x / 128 * (M::kHalf * kRows) + threadIdx.x % 128;
#pragma unroll 1
  for (uint32_t c = 0; c < M::kHalf; c += kAhead) {
    uint32_t v[kAhead];
#pragma unroll
    for (uint32_t i = 0; i < kAhead; ++i) v[i] = sum_bits(row[(c + i) * kRows]);
    all_loaded(v);
#pragma unroll
    for (uint32_t i = 0; i < kAhead; ++i) {
      tensor_store(mine + c + i, v[i]);
      tensor_store(mine + Form::kN + c + i, v[i]);
    }
  }
  const Scales scales = {tensor + M::kScales,
                         tensor + M::kScales + Form::kScaleWords * M::kScaleColumnsA};
  if (Form::kScaleWords > 0 && threadIdx.x < 128) {
    bring_scales<kRows, Form::kScaleWords>(scales.a + own_lanes(), scales_a);
    bring_scales<Form::kN, Form::kScaleWords>(scales.b + own_lanes(), scales_b);
  }
  tensor_stored();
  before_sync();
  __syncthreads();
  after_sync();

  const uint64_t a = describe_lines(left), b = describe_lines(right);
  uint32_t y[kWords];
#pragma unroll
  for (uint32_t& word : y) word = blockIdx.x;
#pragma unroll 1
  for (uint32_t t = 0; t <= trips; ++t) {
    if (t < trips && threadIdx.x < 32 && elected()) {
      const uint32_t d = tensor + t % 2 * Form::kN;
      const uint32_t descriptor = Form::kDescriptor | (Form::kSigned ? t / 2 % 2 * kNegateA : 0);
#pragma unroll
      for (uint32_t s = 0; s < kSteps; ++s) {
        Form::multiply(d, a + s % 2 * 2, b + s % 2 * 2, descriptor, scales, s % 2);
      }
      tensor_commit(&barriers[t % 2]);
    }
    if (t > 0) {
      const uint32_t last = t - 1;
      barrier_wait(&barriers[last % 2], last / 2 % 2);
      after_sync();
      uint32_t fold[kWords] = {};
#pragma unroll 1
      for (uint32_t c = 0; c < M::kHalf; c += kWords) {
        uint32_t v[kWords];
        tensor_load(v, mine + last % 2 * Form::kN + c);
#pragma unroll
        for (uint32_t i = 0; i < kWords; ++i) fold[i] ^= v[i];
      }
#pragma unroll
      for (uint32_t i = 0; i < kWords; ++i) y[i] = 5 * y[i] + fold[i];
      before_sync();
    }
    __syncthreads();
    after_sync();
  }
  if (threadIdx.x < 32) tensor_dealloc<kTensorColumns>(tensor);
  auto* to = static_cast<uint4*>(out) + uint64_t(thread_index()) * (kWords / 4);
#pragma unroll
  for (uint32_t i = 0; i < kWords / 4; ++i) {
    to[i] = {y[4 * i], y[4 * i + 1], y[4 * i + 2], y[4 * i + 3]};
  }
}

// The Forms without scales are Plain, and multiply by a kind.
template <uint32_t SUMS, uint32_t TYPE, typename SUM>
struct Plain {
  static constexpr uint32_t kN = 256;
  static constexpr uint32_t kDescriptor = describe(SUMS, TYPE, kN);
  static constexpr bool kSigned = true;
  static constexpr uint32_t kScaleWords = 0;
  using Sum = SUM;
};

#define PLAIN_MULTIPLY(KIND)                                                            \
  static __device__ __forceinline__ void multiply(uint32_t d, uint64_t a, uint64_t b,   \
                                                  uint32_t descriptor, Scales, uint32_t) { \
    asm volatile("{\n.reg .pred p;\nsetp.eq.u32 p, 0, 0;\n"                             \
                 "tcgen05.mma.cta_group::1.kind::" KIND " [%0], %1, %2, %3, p;\n}" ::"r"(d), \
                 "l"(a), "l"(b), "r"(descriptor)                                        \
                 : "memory");                                                           \
  }

constexpr uint32_t kHalfSums = 0, kSingleSums = 1, kIntegerSums = 2;

#define TCGEN05_ENTRY(NAME, FORM)                                                      \
  extern "C" __global__ void __launch_bounds__(kThreads, 1)                            \
      NAME(const void* __restrict__ operands, void* __restrict__ out, uint32_t trips) { \
    multiply_blocks<FORM>(operands, out, trips);                                       \
  }
