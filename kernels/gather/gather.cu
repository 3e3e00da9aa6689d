// targets: plain
// registers: 40
// contract gather_read_b32: loop LDG.32=16 LDG=16 STG=0; never LDS
// contract gather_read_b64: loop LDG.64=8 LDG.32=8 LDG=16 STG=0; never LDS
// contract gather_read_b128: loop LDG.128=4 LDG.32=4 LDG=8 STG=0; never LDS
// contract gather_read_b256: loop LDG.128=4 LDG.32=4 LDG=8 STG=0; never LDS
//
// What it asks: what a load costs whose address comes from a list of indices.
// What limits it: DRAM, which moves sectors of 32 bytes, used or not; and the
// requests, as a warp touches 32 sectors where 4 would do. A thread loads its
// indices, 8 or 4 of them, and then as many granules, none of which waits for
// another.
//
// G blocks of 256 threads; N = E * trips * G granules of g bytes, E = 2048, 2048,
// 1024 and 512 for 4, 8, 16 and 32 bytes; no FLOP:
//   gather_read_*   g * N useful bytes of 32 * N read, 4 * N of indices, 4 * 256 * G
//                   written
// Variants: _b32, _b64, _b128 and _b256, the bits of a granule.
//
// What the assembler shows beyond the contract: all loads of granules stand before
// the first use of one.
// Dead-code guard: every loaded word decides on the word that is stored, by a
// polynomial over the trips.
#include "../indexed.cuh"

// In trip k, x is the XOR of the thread's words of the granules of chunk b + k * G,
// and its word becomes 5 * word + x, beginning at the number of the thread.
template <typename Vector, uint32_t LANES>
__device__ __forceinline__ void gather(const char* __restrict__ in,
                                       const uint32_t* __restrict__ index,
                                       uint32_t* __restrict__ out, uint32_t trips) {
  using Mine = Granules<Vector, LANES>;
  uint32_t fold = thread_index(), chunk = blockIdx.x;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    uint32_t at[Mine::kOfThread];
    load_indices(at, index + Mine::place(chunk, 0), kThreads / LANES);
    const char* window = in + Mine::window(chunk);
    Vector v[Mine::kOfThread];
#pragma unroll
    for (uint32_t u = 0; u < Mine::kOfThread; ++u)
      v[u] = *reinterpret_cast<const Vector*>(window + uint64_t(at[u]) * kSectorBytes);
    all_loaded(v);
    chunk += gridDim.x;
    uint32_t x = 0;
#pragma unroll
    for (const Vector& granule : v) x ^= fold_words(granule);
    fold = fold * 5 + x;
  }
  out[thread_index()] = fold;
}

#define GATHER(WIDTH, VECTOR, LANES)                                                               \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      gather_read_##WIDTH(const char* __restrict__ in, const uint32_t* __restrict__ index,         \
                          uint32_t* __restrict__ out, uint32_t trips) {                            \
    gather<VECTOR, LANES>(in, index, out, trips);                                                  \
  }

GATHER(b32, uint32_t, 1)
GATHER(b64, uint2, 1)
GATHER(b128, uint4, 1)
GATHER(b256, uint4, 2)
