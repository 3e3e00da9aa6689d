// targets: plain
// registers: 32
// contract shared_read_b32: loop LDS.32=16 LDS=16 LDG=0 STS=0 BAR=0; code LDS=16
// contract shared_read_b64: loop LDS.64=8 LDS=8 LDG=0 STS=0 BAR=0; code LDS=8
// contract shared_read_b128: loop LDS.128=4 LDS=4 LDG=0 STS=0 BAR=0; code LDS=4
//
// What it asks: how many bytes a cycle an SM loads from its shared memory, and what
// the width of a load has to do with it.
// What limits it: the 32 banks of 4 bytes, 128 bytes a cycle and SM. A warp loads
// 2 KiB in one piece each trip, by 16, 8 or 4 loads without a conflict, and waits
// for no barrier. A block of 256 threads takes 8 KiB, so that the threads alone
// decide on how many reside.
//
// G blocks of 256 threads; no FLOP:
//   shared_read_*   16384 * trips * G bytes loaded from shared memory, 8192 * G
//                   stored there once; 8192 bytes of global memory read by each
//                   block, the same for all, and 4 * 256 * G written
// Variants: _b32, _b64 and _b128, the bits of a lane's load.
//
// What the assembler shows beyond the contract: the loads of a trip stand before the
// first use of one, and their offsets are in the instructions.
// Dead-code guard: every trip reads at another address, whose order decides on the
// word that is stored; the words of a trip are folded by XOR, and the trips by a
// polynomial, so that no two cancel each other.
#include "../walk.cuh"

constexpr uint32_t kTileWords = 2048;
constexpr uint32_t kPhaseWords = 512;  // what a warp loads in a trip
constexpr uint32_t kLaneWords = 16;    // of them of a lane

// Loads the 16 words of a lane, in vectors that lie a row of the warp apart: their
// bytes are in the instructions.
template <typename Vector>
struct Row;

#define SHARED_ROW(VECTOR, LOAD)                                                                   \
  template <>                                                                                      \
  struct Row<VECTOR> {                                                                             \
    template <uint32_t U>                                                                          \
    static __device__ __forceinline__ void load(uint32_t* v, uint32_t at) {                        \
      constexpr uint32_t kBytes = U * 32 * sizeof(VECTOR);                                         \
      LOAD                                                                                         \
    }                                                                                              \
  };

SHARED_ROW(uint32_t, asm("ld.shared.u32 %0, [%1+%2];" : "=r"(v[0]) : "r"(at), "n"(kBytes));)
SHARED_ROW(uint2, asm("ld.shared.v2.u32 {%0, %1}, [%2+%3];"
                      : "=r"(v[0]), "=r"(v[1])
                      : "r"(at), "n"(kBytes));)
SHARED_ROW(uint4, asm("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4+%5];"
                      : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3])
                      : "r"(at), "n"(kBytes));)

template <typename Vector, uint32_t U = 0>
__device__ __forceinline__ void load_rows(uint32_t (&v)[kLaneWords], uint32_t at) {
  constexpr uint32_t kWords = sizeof(Vector) / 4;
  Row<Vector>::template load<U>(v + U * kWords, at);
  if constexpr ((U + 1) * kWords < kLaneWords) load_rows<Vector, U + 1>(v, at);
}

// In trip k, warp w loads phase (w + k) mod 4 of the tile; x is the XOR of the
// thread's 16 words, and its word becomes 5 * word + x, beginning at the number of
// the thread.
template <typename Vector>
__device__ __forceinline__ void shared_read(const uint32_t* __restrict__ in,
                                            uint32_t* __restrict__ out, uint32_t trips) {
  __shared__ __align__(16) uint32_t tile[kTileWords];
#pragma unroll
  for (uint32_t i = 0; i < kTileWords; i += kThreads) tile[i + threadIdx.x] = in[i + threadIdx.x];
  __syncthreads();
  const uint32_t lane = uint32_t(__cvta_generic_to_shared(tile)) + threadIdx.x % 32 * sizeof(Vector);
  uint32_t place = threadIdx.x / 32 * kPhaseWords * 4 % (kTileWords * 4);
  uint32_t fold = thread_index();
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    uint32_t v[kLaneWords];
    load_rows<Vector>(v, lane + place);
    all_loaded(v);
    place = (place + kPhaseWords * 4) % (kTileWords * 4);
    uint32_t x = xor3(v[0], v[1], v[2]);
#pragma unroll
    for (uint32_t i = 3; i < kLaneWords - 1; i += 2) x = xor3(x, v[i], v[i + 1]);
    fold = fold * 5 + (x ^ v[kLaneWords - 1]);
  }
  out[thread_index()] = fold;
}

#define SHARED_READ(WIDTH, VECTOR)                                                                 \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      shared_read_##WIDTH(const uint32_t* __restrict__ in, uint32_t* __restrict__ out,             \
                          uint32_t trips) {                                                        \
    shared_read<VECTOR>(in, out, trips);                                                           \
  }

SHARED_READ(b32, uint32_t)
SHARED_READ(b64, uint2)
SHARED_READ(b128, uint4)
