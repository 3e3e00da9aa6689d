// targets: plain
// registers: 40
// contract atomics_global_add: never ATOMG ATOMS
// contract atomics_global_add sm_70-sm_89: loop RED=16
// contract atomics_global_add sm_90+: loop REDG=16
// contract atomics_global_add_f32: never ATOMG ATOMS
// contract atomics_global_add_f32 sm_70-sm_89: loop RED.F32=16 RED=16
// contract atomics_global_add_f32 sm_90+: loop REDG.F32=16 REDG=16
// contract atomics_global_add_returned: loop ATOMG.ADD=16 ATOMG=16; never RED REDG ATOMS
// contract atomics_global_cas: loop ATOMG.CAS=16 ATOMG=16; never RED REDG ATOMS
//
// What it asks: how many atomic operations on global memory a GPU does, and what it
// costs when threads meet in a word.
// What limits it: the units of L2 that do them, as long as the words are in L2. Of
// lanes that go to one word each waits for the other.
//
// G blocks of 256 threads, 16 operations a thread and trip; no FLOP, but for
// _add_f32, which is one an operation:
//   operations  16 * trips * 256 * G, of 4 bytes
//   sectors     of a request of a warp as many as the words of its lanes lie in
// Variants: _add (no old value comes back), _add_returned, _add_f32 and _cas. How
// many threads share a word, 2^shift, and how far words lie apart, in words, are
// arguments: one and the same code runs at all of them.
//
// What the assembler shows beyond the contract: no lanes are combined: it cannot
// know that they meet in a word, and each adds another number.
// Dead-code guard: atomic operations stay; their sum is what is compared.
#include "operations.cuh"

// The first thread of each word writes its number into it, or zero, and then all
// do their operations on it.
template <typename Operation>
__device__ __forceinline__ void on_global(uint32_t* __restrict__ table, uint32_t shift,
                                          uint32_t apart, uint32_t mask, uint32_t trips) {
  const uint32_t word = thread_index() >> shift;
  uint32_t* p = table + uint64_t(word) * apart;
  if ((thread_index() & ((1u << shift) - 1)) == 0) *p = Operation::first(word);
  __syncthreads();
  Operation::run(p, word, mask, trips);
}

#define ATOMICS_GLOBAL(NAME, OPERATION)                                                            \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      atomics_global_##NAME(uint32_t* __restrict__ table, uint32_t shift, uint32_t apart,          \
                            uint32_t mask, uint32_t trips) {                                       \
    on_global<OPERATION<global>>(table, shift, apart, mask, trips);                                \
  }

ATOMICS_GLOBAL(add, Add)
ATOMICS_GLOBAL(add_f32, AddFloat)
ATOMICS_GLOBAL(add_returned, AddReturned)
ATOMICS_GLOBAL(cas, Swap)
