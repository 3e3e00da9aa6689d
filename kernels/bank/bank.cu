// targets: plain
// registers: 32
// contract bank_read_b32: loop LDS.32=16 LDS=16 LDG=0; code LDS=16
// contract bank_read_b64: loop LDS.64=8 LDS=8 LDG=0; code LDS=8
// contract bank_read_b128: loop LDS.128=4 LDS=4 LDG=0; code LDS=4
//
// What it asks: what a load from shared memory costs when lanes of a warp want
// different words of one bank.
// What limits it: the one pass of 32 banks of 4 bytes that shared memory makes
// a cycle. A thread has 64 bytes of loads in flight and waits for no barrier.
// A load of b bytes a lane takes b/4 passes at the least; lanes are judged
// together in groups of 32, 16 and 8 at 4, 8 and 16 bytes:
//   passes a load  gcd(stride, 32), 2 * gcd(stride, 16), 4 * gcd(stride, 8)
// and 1, 2, 4 at stride 0, where all lanes want the same words.
//
// G blocks of 256 threads, U = 16, 8 and 4 loads a thread and trip; no FLOP:
//   loads         U * trips * 8 * G of a warp, each with the passes above
//   useful bytes  64 * trips * 256 * G from shared memory
//   global bytes  the tile, read once a block, and 4 * 256 * G written
// Variants: bank_read_b32, _b64 and _b128, the bits of a lane's load. The stride
// is in elements of that size, an argument from 0 to 33: one and
// the same code runs at all of them.
//
// What the assembler shows beyond the contract: at least 13, 8 or 4 of the loads of
// a trip stand before the first use of one.
// Dead-code guard: every trip reads at another address, which an argument has
// decided on; the words of a trip are folded by XOR, and the trips by a
// polynomial, so that no two cancel each other.
#include "../common.cuh"

constexpr uint32_t kStarts = 8;  // the warps and the trips take turns at these

// Shared memory with room for lane 31 at stride 33, from the last start on.
template <typename Element>
constexpr uint32_t kTile = 1024 + kStarts * kVectorsOf<Element>;

// Load u of trip k, in lane l of warp w, is the element
// l * stride + ((w + k) mod 8) * U + u of the tile; its words, over all u, are
// folded to x by XOR, and the thread's word becomes 5 * word + x, beginning at
// the number of the thread.
template <typename Element>
__device__ __forceinline__ void bank_read(const Element* __restrict__ in,
                                          uint32_t* __restrict__ out, uint32_t stride,
                                          uint32_t trips) {
  constexpr uint32_t kLoads = kVectorsOf<Element>;
  __shared__ Element tile[kTile<Element>];
#pragma unroll 1
  for (uint32_t i = threadIdx.x; i < kTile<Element>; i += kThreads) tile[i] = in[i];
  __syncthreads();
  const Element* lane = tile + threadIdx.x % 32 * stride;
  uint32_t start = threadIdx.x / 32 % kStarts * kLoads;
  uint32_t fold = thread_index();
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    Element v[kLoads];
#pragma unroll
    for (uint32_t u = 0; u < kLoads; ++u) v[u] = lane[start + u];
    all_loaded(v);
    start = (start + kLoads) % (kStarts * kLoads);
    uint32_t x = 0;
#pragma unroll
    for (const Element& element : v) x ^= fold_words(element);
    fold = fold * 5 + x;
  }
  out[thread_index()] = fold;
}

#define BANK_READ(WIDTH, ELEMENT)                                                                  \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      bank_read_##WIDTH(const ELEMENT* __restrict__ in, uint32_t* __restrict__ out,                \
                        uint32_t stride, uint32_t trips) {                                         \
    bank_read(in, out, stride, trips);                                                             \
  }

BANK_READ(b32, uint32_t)
BANK_READ(b64, uint2)
BANK_READ(b128, uint4)
