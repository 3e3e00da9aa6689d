// targets: plain
// registers: 40
// contract: loop LDC.32=16 LDC=16 LDG=0 LDS=0
//
// What it asks: how fast an SM loads from constant memory, and what it costs when
// lanes of a warp ask for different words.
// What limits it: the constant cache, which gives one word at a time to all lanes
// that ask for it. D different words of a warp take D turns.
//
// G blocks of 256 threads, 16 loads of 4 bytes a thread and trip; no FLOP:
//   constant_read_b32   loads 16384 * trips * G bytes, of a table of 4160 bytes;
//                       writes 4 * 256 * G
// The number D of different words of a warp, 1 to 32, is an argument: one and the
// same code runs at all of them.
//
// What the assembler shows beyond the contract: the offsets of the loads of a trip
// are in the instructions.
// Dead-code guard: every trip loads from another place, whose order decides on the
// word that is stored.
#include "../walk.cuh"

constexpr uint32_t kPlaces = 1024;
constexpr uint32_t kLoads = 16;
constexpr uint32_t kApart = 32;  // words from one lane's word to another lane's

struct Table {
  uint32_t words[kPlaces + kLoads];
};

// Word i is i * 2654435769 mod 2^32, the golden ratio of Fibonacci hashing.
constexpr Table make_table() {
  Table t = {};
  for (uint32_t i = 0; i < kPlaces + kLoads; ++i) t.words[i] = i * 2654435769u;
  return t;
}

__constant__ Table table = make_table();

template <uint32_t U = 0>
__device__ __forceinline__ void load_words(uint32_t (&v)[kLoads], uint64_t at) {
  asm("ld.const.u32 %0, [%1+%2];" : "=r"(v[U]) : "l"(at), "n"(U * 4));
  if constexpr (U + 1 < kLoads) load_words<U + 1>(v, at);
}

// Lane l begins at word (l mod D) * 32 of the table. In trip k, x is the XOR of the
// 16 words from (begin + 16 * k) mod 1024 on, and the thread's word becomes
// 5 * word + x, beginning at the number of the thread. D is mask + 1.
extern "C" __global__ void __launch_bounds__(kThreads)
    constant_read_b32(uint32_t* __restrict__ out, uint32_t mask, uint32_t trips) {
  uint64_t base;
  asm("cvta.to.const.u64 %0, %1;" : "=l"(base) : "l"(&table));
  uint32_t place = (threadIdx.x & mask) * kApart % kPlaces;
  uint32_t fold = thread_index();
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    uint32_t v[kLoads];
    load_words(v, base + place * 4);
    place = (place + kLoads) % kPlaces;
    uint32_t x = xor3(v[0], v[1], v[2]);
#pragma unroll
    for (uint32_t i = 3; i < kLoads - 1; i += 2) x = xor3(x, v[i], v[i + 1]);
    fold = fold * 5 + (x ^ v[kLoads - 1]);
  }
  out[thread_index()] = fold;
}
