// targets: plain
// registers: 32
// contract shared_write_b32: loop STS.32=16 STS=16 LDS=0 LDG=0 BAR=0
// contract shared_write_b64: loop STS.64=8 STS=8 LDS=0 LDG=0 BAR=0
// contract shared_write_b128: loop STS.128=4 STS=4 LDS=0 LDG=0 BAR=0
//
// What it asks: how many bytes a cycle an SM stores to its shared memory.
// What limits it: the 32 banks of 4 bytes. Each warp stores 2 KiB of its own in one
// piece each trip, by 16, 8 or 4 stores without a conflict, and waits for no
// barrier.
//
// G blocks of 256 threads; no FLOP:
//   shared_write_*   16384 * trips * G bytes stored to shared memory, and 16384 * G
//                    loaded once; 4 * 256 * G written to global memory
// Variants: _b32, _b64 and _b128, the bits of a lane's store. A block takes 16 KiB.
//
// What the assembler shows beyond the contract: one addition a word, and nothing
// else between the stores.
// Dead-code guard: the words of each trip follow from those of the last by a
// polynomial, and in the end every word of the tile is loaded into the word that is
// stored. The stores are volatile: those of a trip take the place of the last
// trip's, which nothing has read.
#include "../common.cuh"

constexpr uint32_t kLaneWords = 16;
constexpr uint32_t kWarpBytes = 2048;  // of the tile

template <typename Vector>
struct Row;

#define SHARED_ROW(VECTOR, STORE)                                                                  \
  template <>                                                                                      \
  struct Row<VECTOR> {                                                                             \
    template <uint32_t U>                                                                          \
    static __device__ __forceinline__ void store(uint32_t at, uint32_t v) {                        \
      constexpr uint32_t kBytes = U * 32 * sizeof(VECTOR);                                         \
      STORE                                                                                        \
    }                                                                                              \
  };

SHARED_ROW(uint32_t, asm volatile("st.shared.u32 [%0+%1], %2;" ::"r"(at), "n"(kBytes), "r"(v));)
SHARED_ROW(uint2, asm volatile("st.shared.v2.u32 [%0+%1], {%2, %3};" ::"r"(at), "n"(kBytes),
                               "r"(v), "r"(v + 1));)
SHARED_ROW(uint4, asm volatile("st.shared.v4.u32 [%0+%1], {%2, %3, %4, %5};" ::"r"(at),
                               "n"(kBytes), "r"(v), "r"(v + 1), "r"(v + 2), "r"(v + 3));)

template <typename Vector, uint32_t U = 0>
__device__ __forceinline__ void store_rows(uint32_t at, uint32_t v) {
  constexpr uint32_t kWords = sizeof(Vector) / 4;
  Row<Vector>::template store<U>(at, v + U * kWords);
  if constexpr ((U + 1) * kWords < kLaneWords) store_rows<Vector, U + 1>(at, v);
}

// x = 5 * x + 1 each trip, beginning at the number of the thread, and then the
// thread's 16 words of the tile are x, x + 1, ... x + 15. In the end it folds the
// words of the lane beside it, lane + 1 of its warp, y = 5 * y + word from y = 0 on.
template <typename Vector>
__device__ __forceinline__ void shared_write(uint32_t* __restrict__ out, uint32_t trips) {
  constexpr uint32_t kWords = sizeof(Vector) / 4;
  __shared__ __align__(16) uint32_t tile[kThreads * kLaneWords];
  const uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const uint32_t at = uint32_t(__cvta_generic_to_shared(tile)) + warp * kWarpBytes + lane * sizeof(Vector);
  uint32_t x = thread_index();
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    x = x * 5 + 1;
    store_rows<Vector>(at, x);
  }
  __syncthreads();
  const uint32_t* beside = tile + warp * (kWarpBytes / 4) + (lane + 1) % 32 * kWords;
  uint32_t fold = 0;
#pragma unroll
  for (uint32_t i = 0; i < kLaneWords; ++i) fold = fold * 5 + beside[i / kWords * 32 * kWords + i % kWords];
  out[thread_index()] = fold;
}

#define SHARED_WRITE(WIDTH, VECTOR)                                                                \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      shared_write_##WIDTH(uint32_t* __restrict__ out, uint32_t trips) {                           \
    shared_write<VECTOR>(out, trips);                                                              \
  }

SHARED_WRITE(b32, uint32_t)
SHARED_WRITE(b64, uint2)
SHARED_WRITE(b128, uint4)
