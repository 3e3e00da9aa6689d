// targets: plain
// registers: 40
// contract atomics_shared_add: loop ATOMS.ADD=16 ATOMS=16; never RED ATOMG
// contract atomics_shared_add_f32: never RED ATOMG; code ATOMS.CAST>=16
// contract atomics_shared_add_returned: loop ATOMS.ADD=16 ATOMS=16; never RED ATOMG
// contract atomics_shared_cas: loop ATOMS.CAS=16 ATOMS=16; never RED ATOMG
//
// What it asks: how many atomic operations on shared memory an SM does, and what it
// costs when threads meet in a word.
// What limits it: the banks of shared memory, which do them. Of lanes that go to one
// word each waits for the other. The addition of floats is none of what they can do:
// the machine loads, adds and swaps until no other lane has come between.
//
// G blocks of 256 threads, 16 operations a thread and trip; no FLOP, but for
// _add_f32, which is one an operation:
//   operations  16 * trips * 256 * G, of 4 bytes
// Variants: _add (no old value comes back), _add_returned, _add_f32 and _cas. How
// many threads share a word, 2^shift, is an argument: one and the same code runs at
// all of them. A block takes 1 KiB.
//
// What the assembler shows beyond the contract: no lanes are combined: it cannot
// know that they meet in a word, and each adds another number.
// Dead-code guard: atomic operations stay; their sum is what is compared.
#include "operations.cuh"

// The first thread of each word writes its number into it, or zero, all do their
// operations on it, and its words are what the block writes.
template <typename Operation>
__device__ __forceinline__ void on_shared(uint32_t* __restrict__ out, uint32_t shift,
                                          uint32_t mask, uint32_t trips) {
  __shared__ uint32_t table[kThreads];
  const uint32_t word = thread_index() >> shift, here = threadIdx.x >> shift;
  const bool owner = (threadIdx.x & ((1u << shift) - 1)) == 0;
  if (owner) table[here] = Operation::first(word);
  __syncthreads();
  Operation::run(uint32_t(__cvta_generic_to_shared(table + here)), word, mask, trips);
  __syncthreads();
  if (owner) out[word] = table[here];
}

#define ATOMICS_SHARED(NAME, OPERATION)                                                            \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      atomics_shared_##NAME(uint32_t* __restrict__ out, uint32_t shift, uint32_t mask,             \
                            uint32_t trips) {                                                      \
    on_shared<OPERATION<shared>>(out, shift, mask, trips);                                         \
  }

ATOMICS_SHARED(add, Add)
ATOMICS_SHARED(add_f32, AddFloat)
ATOMICS_SHARED(add_returned, AddReturned)
ATOMICS_SHARED(cas, Swap)
