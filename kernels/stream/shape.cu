// targets: plain
// registers: 64
// contract stream_shape_b64_u1: loop LDG.64=1 LDG=1 STG=0
// contract stream_shape_b64_u4: loop LDG.64=4 LDG=4 STG=0
// contract stream_shape_b64_u8: loop LDG.64=8 LDG=8 STG=0
// contract stream_shape_b128_u1: loop LDG.128=1 LDG=1 STG=0
// contract stream_shape_b128_u4: loop LDG.128=4 LDG=4 STG=0
// contract stream_shape_b128_u8: loop LDG.128=8 LDG=8 STG=0
//
// What it asks: in which shape of a launch the SMs read most bytes a second from
// DRAM.
// What limits it: DRAM where enough bytes are in flight, which are the width of a
// load times the loads of a thread times the threads that reside; else latency.
//
// G blocks of B threads, B up to 512, U loads of w bytes a thread and trip; no FLOP:
//   stream_shape_*   reads G*trips*B*U*w bytes, writes 4*B*G
// Variants: _b64 and _b128, the bits of a load, and _u1, _u4 and _u8, the loads of a
// trip. The threads of a block and the blocks are those of the launch.
//
// What the assembler shows beyond the contract: all loads of a trip stand before the
// first use of one.
// Dead-code guard: every loaded word decides on the word that is stored.
#include "../common.cuh"

constexpr uint32_t kMostThreads = 512;

// Vector u of thread t of block b in trip k is ((b + k * G) * U + u) * B + t. x is the
// XOR of the words of a trip, and the thread's word becomes 5 * word + x, beginning
// at the number of the thread.
template <typename Vector, uint32_t U>
__device__ __forceinline__ void read_shape(const Vector* __restrict__ in,
                                           uint32_t* __restrict__ out, uint32_t trips) {
  const Vector* p = in + uint64_t(blockIdx.x) * (U * blockDim.x) + threadIdx.x;
  const uint64_t stride = uint64_t(gridDim.x) * (U * blockDim.x);
  const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t fold = thread;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    Vector v[U];
#pragma unroll
    for (uint32_t u = 0; u < U; ++u) v[u] = p[u * blockDim.x];
    p += stride;
    uint32_t x = 0;
#pragma unroll
    for (const Vector& y : v) x ^= fold_words(y);
    fold = fold * 5 + x;
  }
  out[thread] = fold;
}

#define STREAM_SHAPE(WIDTH, VECTOR, U)                                                             \
  extern "C" __global__ void __launch_bounds__(kMostThreads)                                       \
      stream_shape_##WIDTH##_u##U(const VECTOR* __restrict__ in, uint32_t* __restrict__ out,       \
                                  uint32_t trips) {                                                \
    read_shape<VECTOR, U>(in, out, trips);                                                         \
  }

STREAM_SHAPE(b64, uint2, 1)
STREAM_SHAPE(b64, uint2, 4)
STREAM_SHAPE(b64, uint2, 8)
STREAM_SHAPE(b128, uint4, 1)
STREAM_SHAPE(b128, uint4, 4)
STREAM_SHAPE(b128, uint4, 8)
