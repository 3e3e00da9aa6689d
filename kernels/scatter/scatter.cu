// targets: plain
// registers: 48
// contract scatter_write_b32: loop STG.32=8 STG=8 LDG.32=8 LDG=8; never LDS
// contract scatter_write_b64: loop STG.64=8 STG=8 LDG.32=8 LDG=8; never LDS
// contract scatter_write_b128: loop STG.128=4 STG=4 LDG.32=4 LDG=4; never LDS
// contract scatter_write_b256: loop STG.128=4 STG=4 LDG.32=4 LDG=4; never LDS
//
// What it asks: what a store costs whose address comes from a list of indices, and
// what it costs to write a part of a sector.
// What limits it: DRAM, which moves sectors of 32 bytes. Of a sector that is not
// written in whole the rest is read first, so that a granule of less than 32 bytes
// moves 64.
//
// G blocks of 256 threads; N = E * trips * G granules of g bytes, E = 2048, 2048,
// 1024 and 512 for 4, 8, 16 and 32 bytes; no FLOP:
//   scatter_write_*   g * N useful bytes of 32 * N written, and as many read where g
//                     is less than 32; 4 * N of indices
// Variants: _b32, _b64, _b128 and _b256, the bits of a granule.
//
// What the assembler shows beyond the contract: all indices of a trip are loaded
// before the first store.
// Dead-code guard: stores to global memory stay.
#include "../indexed.cuh"

__device__ __forceinline__ void make(uint32_t& v, uint32_t first) { v = first; }
__device__ __forceinline__ void make(uint2& v, uint32_t first) { v = {first, first + 1}; }
__device__ __forceinline__ void make(uint4& v, uint32_t first) {
  v = {first, first + 1, first + 2, first + 3};
}

// The words of granule i are seed + i * w, w words a granule, and so on rising.
template <typename Vector, uint32_t LANES>
__device__ __forceinline__ void scatter(const uint32_t* __restrict__ index, char* __restrict__ out,
                                        uint32_t seed, uint32_t trips) {
  using Mine = Granules<Vector, LANES>;
  constexpr uint32_t kWords = sizeof(Vector) / 4;
  uint32_t chunk = blockIdx.x;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    uint32_t at[Mine::kOfThread];
    load_indices(at, index + Mine::place(chunk, 0), kThreads / LANES);
    char* window = out + Mine::window(chunk);
    const uint32_t first = seed + chunk * (Mine::kOfBlock * LANES * kWords) + threadIdx.x * kWords;
#pragma unroll
    for (uint32_t u = 0; u < Mine::kOfThread; ++u) {
      Vector v;
      make(v, first + u * kThreads * kWords);
      *reinterpret_cast<Vector*>(window + uint64_t(at[u]) * kSectorBytes) = v;
    }
    chunk += gridDim.x;
  }
}

#define SCATTER(WIDTH, VECTOR, LANES)                                                              \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      scatter_write_##WIDTH(const uint32_t* __restrict__ index, char* __restrict__ out,            \
                            uint32_t seed, uint32_t trips) {                                       \
    scatter<VECTOR, LANES>(index, out, seed, trips);                                               \
  }

SCATTER(b32, uint32_t, 1)
SCATTER(b64, uint2, 1)
SCATTER(b128, uint4, 1)
SCATTER(b256, uint4, 2)
