// targets: sm_75
// registers: 32
// contract: loop LDSM.4=4 LDSM=4 LDS=0 LDG=0; code LDSM=4
//
// What it asks: what a load of four 8 x 8 matrices of halves (ldmatrix) costs, by how
// far apart their rows lie, with padding and with a swizzle.
// What limits it: the one pass of 32 banks of 4 bytes that shared memory makes a
// cycle. A matrix is 8 rows of 16 bytes: a pass where they lie in different banks,
// and as many as rows meet in one. Rows 128 bytes apart all meet; 16 bytes more, the
// padding, part them; and so does the swizzle, which exchanges the pieces of 16
// bytes of a row by the number of the row.
//
// G blocks of 256 threads, 4 loads of a warp and trip, 64 bytes a thread; no FLOP:
//   useful bytes  16384 * trips * G from shared memory
//   global bytes  the tile of 4608 bytes, read once a block, and 4 * 256 * G written
// How far apart rows lie, in bytes, and the mask of the swizzle are arguments: one
// and the same code runs at all of them.
//
// What the assembler shows beyond the contract: the loads of a trip stand before the
// first use of one.
// Dead-code guard: every trip reads at another address, which arguments have decided
// on; the words of a trip are folded by XOR, the trips by a polynomial.
#include "../walk.cuh"

constexpr uint32_t kLoads = 4;
constexpr uint32_t kTileBytes = 31 * 144 + 8 * 16;

// Lane l asks for row l, from byte l * apart on. In trip k, load u of warp w takes
// piece c = ((w + k) mod 2) * 4 + u of each row, or of row r piece c ^ (r & mask);
// x is the XOR of the words that come to the thread, and its word becomes
// 5 * word + x, beginning at the number of the thread.
extern "C" __global__ void __launch_bounds__(kThreads)
    bank_matrix(const uint32_t* __restrict__ in, uint32_t* __restrict__ out, uint32_t apart,
                uint32_t mask, uint32_t trips) {
  __shared__ __align__(16) uint32_t tile[kTileBytes / 4];
#pragma unroll 1
  for (uint32_t i = threadIdx.x; i < kTileBytes / 4; i += kThreads) tile[i] = in[i];
  __syncthreads();
  const uint32_t row = threadIdx.x % 32, swizzle = row & mask;
  const uint32_t at = uint32_t(__cvta_generic_to_shared(tile)) + row * apart;
  uint32_t piece = threadIdx.x / 32 % 2 * kLoads;
  uint32_t fold = thread_index();
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    uint4 v[kLoads];
#pragma unroll
    for (uint32_t u = 0; u < kLoads; ++u)
      asm("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
          : "=r"(v[u].x), "=r"(v[u].y), "=r"(v[u].z), "=r"(v[u].w)
          : "r"(at + ((piece + u) ^ swizzle) * 16));
    piece ^= kLoads;
    fold = fold * 5 + xor16(v);
  }
  out[thread_index()] = fold;
}
