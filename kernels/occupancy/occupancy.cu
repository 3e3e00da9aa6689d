// targets: plain
// registers: 40
// contract occupancy_read_loads1: loop LDG.128=4 LDG=4
// contract occupancy_read_loads2: loop LDG.128=4 LDG=4
// contract occupancy_read_loads4: loop LDG.128=4 LDG=4
// contract: never STS LDS
//
// What it asks: how many warps an SM must hold, and how many loads each of them must have on
// their way, until DRAM is busy: Little's law, bytes on their way = rate * latency.
// What limits it: the latency of DRAM while too few bytes are on their way, the rate of DRAM
// when there are enough.
//
// G blocks of B threads. In a trip a thread loads 4 vectors of 16 bytes, LOADS at a time:
// where the next ones begin depends on the words of the last, so that they wait for them.
//   bytes  64 * B * G * trips read, 4 * B * G written
// Vector u of thread t of block b in trip k is number (b + k*G)*4*B + u*B + t.
// Variants: occupancy_read_loads1, 2, 4. How many warps an SM holds is the launch's.
//
// Dead-code guard: the XOR of all words is stored, and what the addresses depend on is an
// argument, `nothing`, which is zero.
#include "../common.cuh"

template <uint32_t LOADS>
__device__ __forceinline__ void read(const uint4* __restrict__ in, uint32_t* __restrict__ out,
                                     uint32_t nothing, uint32_t trips) {
  const uint32_t threads = blockDim.x;
  const uint4* p = in + uint64_t(blockIdx.x) * kVectors * threads + threadIdx.x;
  const uint64_t stride = uint64_t(gridDim.x) * kVectors * threads;
  uint32_t fold = 0;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
#pragma unroll
    for (uint32_t first = 0; first < kVectors; first += LOADS) {
      const uint4* q = p + (fold & nothing);
      uint4 v[LOADS];
#pragma unroll
      for (uint32_t u = 0; u < LOADS; ++u) v[u] = q[(first + u) * threads];
#pragma unroll
      for (uint32_t u = 0; u < LOADS; ++u) fold ^= fold_words(v[u]);
    }
    p += stride;
  }
  out[thread_index()] = fold;
}

#define OCCUPANCY_READ(LOADS)                                                                      \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      occupancy_read_loads##LOADS(const uint4* __restrict__ in, uint32_t* __restrict__ out,        \
                                  uint32_t nothing, uint32_t trips) {                              \
    read<LOADS>(in, out, nothing, trips);                                                          \
  }

OCCUPANCY_READ(1)
OCCUPANCY_READ(2)
OCCUPANCY_READ(4)
