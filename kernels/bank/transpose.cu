// targets: plain
// registers: 64
// contract: loop LDG.32=16 LDG=16 STG.32=16 STG=16
// contract bank_transpose_naive: never LDS STS
// contract bank_transpose_[sp]*: loop LDS.32=16 LDS=16 STS.32=16 STS=16 BAR=2
//
// What it asks: what shared memory is for when rows must become columns, and
// what a bank conflict costs there.
// What limits it: DRAM, where each request fills its sectors and each access to
// shared memory is one pass; else the sectors of the stores (naive) or the
// passes of the loads from shared memory (shared).
//
// G blocks of 256 threads; in is a row-major matrix of 128 * trips rows and
// 32 * G columns, out its transpose. A block takes 32 columns, and in a trip
// 128 rows of them, 16 KiB, as 4 tiles of 32 x 32 words:
//   bytes  G * trips * 16384 read, as many written; no FLOP
//   a trip of a warp loads 16 times and stores 16 times; it stores to shared
//   memory 16 times, one pass each, and loads from it 16 times (not naive)
// Variants, with the sectors of a store and the passes of a load from shared
// memory:
//   bank_transpose_naive      32 sectors, no shared memory
//   bank_transpose_shared      4 sectors, 32 passes: all lanes in one bank
//   bank_transpose_padded      4 sectors,  1 pass: 33 words a row
//   bank_transpose_swizzled    4 sectors,  1 pass: column XOR row, no padding
//
// What the assembler shows beyond the contract: at least 14 of the 16 loads stand
// before the first use of one.
// Dead-code guard: every word is stored.
#include "../common.cuh"

constexpr uint32_t kSide = 32;     // of a tile
constexpr uint32_t kTiles = 4;     // of a block in a trip, one below the other
constexpr uint32_t kWarps = kThreads / 32;
constexpr uint32_t kLines = kSide / kWarps;  // rows of a tile that a warp takes

// Where word (row, column) of a tile lies.
struct Unpadded {
  static constexpr uint32_t kWords = kSide * kSide;
  static __device__ __forceinline__ uint32_t at(uint32_t row, uint32_t column) {
    return row * kSide + column;
  }
};

struct Padded {
  static constexpr uint32_t kWords = kSide * (kSide + 1);
  static __device__ __forceinline__ uint32_t at(uint32_t row, uint32_t column) {
    return row * (kSide + 1) + column;
  }
};

struct Swizzled {
  static constexpr uint32_t kWords = kSide * kSide;
  static __device__ __forceinline__ uint32_t at(uint32_t row, uint32_t column) {
    return row * kSide + (column ^ row);
  }
};

// A walk over the two matrices: this thread's word of the first tile in each,
// and the words between two rows.
struct Walk {
  const uint32_t* in;
  uint32_t* out;
  uint64_t in_pitch, out_pitch;
};

// The thread reads rows warp, warp + 8, ... of a tile, its lane for a column.
__device__ __forceinline__ Walk reading(const uint32_t* in, uint32_t* out, uint32_t trips) {
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Walk w{in, out, uint64_t(gridDim.x) * kSide, uint64_t(trips) * (kTiles * kSide)};
  w.in += warp * w.in_pitch + blockIdx.x * kSide + lane;
  return w;
}

// Loads the thread's words of a trip.
__device__ __forceinline__ void load_tiles(uint32_t (&v)[kTiles * kLines], Walk& w) {
#pragma unroll
  for (uint32_t& x : v) {
    x = *w.in;
    w.in += kWarps * w.in_pitch;
  }
}

// Each warp stores the row that it has loaded as a column.
__device__ __forceinline__ void transpose_naive(const uint32_t* __restrict__ in,
                                                uint32_t* __restrict__ out, uint32_t trips) {
  Walk w = reading(in, out, trips);
  w.out += (blockIdx.x * kSide + threadIdx.x % 32) * w.out_pitch + threadIdx.x / 32;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    uint32_t v[kTiles * kLines];
    load_tiles(v, w);
#pragma unroll
    for (uint32_t i = 0; i < kTiles * kLines; ++i) w.out[i * kWarps] = v[i];
    w.out += kTiles * kSide;
  }
}

// Each warp reads columns of a tile from shared memory and stores them as rows.
template <typename Layout>
__device__ __forceinline__ void transpose_shared(const uint32_t* __restrict__ in,
                                                 uint32_t* __restrict__ out, uint32_t trips) {
  __shared__ uint32_t tile[kTiles][Layout::kWords];
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Walk w = reading(in, out, trips);
  w.out += (blockIdx.x * kSide + warp) * w.out_pitch + lane;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    uint32_t v[kTiles * kLines];
    load_tiles(v, w);
#pragma unroll
    for (uint32_t i = 0; i < kTiles * kLines; ++i) {
      tile[i / kLines][Layout::at(warp + i % kLines * kWarps, lane)] = v[i];
    }
    __syncthreads();
#pragma unroll
    for (uint32_t i = 0; i < kTiles * kLines; ++i) {
      v[i] = tile[i % kTiles][Layout::at(lane, warp + i / kTiles * kWarps)];
    }
    all_loaded(v);
    uint32_t* row = w.out;
#pragma unroll
    for (uint32_t i = 0; i < kTiles * kLines; ++i) {
      row[i % kTiles * kSide] = v[i];
      if (i % kTiles == kTiles - 1) row += kWarps * w.out_pitch;
    }
    w.out += kTiles * kSide;
    __syncthreads();
  }
}

#define TRANSPOSE(NAME, FUNCTION)                                                                  \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      bank_transpose_##NAME(const uint32_t* __restrict__ in, uint32_t* __restrict__ out,           \
                            uint32_t trips) {                                                      \
    FUNCTION(in, out, trips);                                                                      \
  }

TRANSPOSE(naive, transpose_naive)
TRANSPOSE(shared, transpose_shared<Unpadded>)
TRANSPOSE(padded, transpose_shared<Padded>)
TRANSPOSE(swizzled, transpose_shared<Swizzled>)
