// targets: plain
// registers: 32
// contract fma_ex2_chains[12]: loop MUFU.EX2=128; code MUFU=128
// contract fma_ex2_chains[48]: loop MUFU.EX2=256; code MUFU=256
// contract fma_rsqrt_chains[12]: loop MUFU.RSQ=128; code MUFU=128
// contract fma_rsqrt_chains[48]: loop MUFU.RSQ=256; code MUFU=256
// contract fma_sin_chains[12]: loop MUFU.SIN=128 FMUL=128; code MUFU=128
// contract fma_sin_chains[48]: loop MUFU.SIN=256 FMUL=256; code MUFU=256
//
// What it asks: how many special functions a second the SMs compute: 2^x, 1/sqrt(x) and
// sin(x), each by its own instruction of one unit.
// What limits it: that unit, of 16 lanes an SM on most architectures, when threads times
// chains cover its latency; the latency when they do not. The other instructions of a
// step (an addition, a logic operation and, for the sine, a multiplication) have pipes of
// their own, and fit beside it.
//
// The results of these instructions are not exact, and differ between architectures within
// a bound. Yet a chain has the same words on each of them: a state is 256 numbers, its upper
// mantissa bits, and the results of all of them lie so far from where these bits change that
// no error within the bound of the PTX ISA does (2 units in the last place of ex2, 2^-22.9
// of rsqrt, 2^-20.5 absolute of sin; the nearest is 327 units away). The arithmetic of a
// step stands before its function, so that no chain waits for another's result.
//
// G blocks of 256 threads, C chains a thread, STEPS steps on each chain in a trip:
//   state = bits + shift, of which the 8 bits 0x7f8000 count
//   bits  = those of f(the float of the bits (state & 0x7f8000) ^ flip)
//   functions  C * STEPS * trips * 256 * G
//   bytes      4 * C * 256 * G of seeds, from a 4 KiB table that stays in cache,
//              and 4 * 256 * G written
// What a thread stores are the 8 bits of its states, the XOR of them.
// Variants, in order, for ex2, rsqrt and sin: _chains1 (128 steps), _chains2 (64),
// _chains4 (64), _chains8 (32): a quarter of those of fma.cu, as a step is three or four
// instructions, one of them slow.
//
// Dead-code guard: the seeds, flip and shift are arguments, and every chain goes into the
// word that is stored. A chain soon runs in a circle: all states of ex2 lead to one of 127,
// of rsqrt to one of 31 and of sin to one of 113 with the constants of CONTRACTS.md, so
// that a number of steps left out is seen unless it is a multiple.
#include "chains.cuh"

constexpr uint32_t kStateBits = 0x7f8000;

// The functions, of the bits of a float: a move between two kinds of registers would only
// stand in the way.
struct Exp2 {
  static __device__ __forceinline__ uint32_t of(uint32_t x) {
    uint32_t y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=r"(y) : "r"(x));
    return y;
  }
};

struct Rsqrt {
  static __device__ __forceinline__ uint32_t of(uint32_t x) {
    uint32_t y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=r"(y) : "r"(x));
    return y;
  }
};

struct Sine {
  static __device__ __forceinline__ uint32_t of(uint32_t x) {
    uint32_t y;
    asm("sin.approx.ftz.f32 %0, %1;" : "=r"(y) : "r"(x));
    return y;
  }
};

// The bits of a state that count.
struct State {
  uint32_t shift;
  __device__ __forceinline__ uint32_t operator()(uint32_t bits) const {
    return (bits + shift) & kStateBits;
  }
};

// The result of a function at the state that another result makes.
template <typename Function>
struct Apply {
  uint32_t flip;
  State state;
  __device__ __forceinline__ uint32_t operator()(uint32_t bits) const {
    return Function::of(state(bits) ^ flip);
  }
};

#define FMA_SPECIAL(NAME, FUNCTION, CHAINS, STEPS)                                                 \
  extern "C" __global__ void __launch_bounds__(kThreads)                                           \
      fma_##NAME##_chains##CHAINS(const uint32_t* __restrict__ seeds, uint32_t* __restrict__ out,  \
                                  uint32_t flip, uint32_t shift, uint32_t trips) {                 \
    chains<CHAINS, STEPS>(seeds, out, Apply<FUNCTION>{flip, {shift}}, trips, State{shift});        \
  }

FMA_SPECIAL(ex2, Exp2, 1, 128)
FMA_SPECIAL(ex2, Exp2, 2, 64)
FMA_SPECIAL(ex2, Exp2, 4, 64)
FMA_SPECIAL(ex2, Exp2, 8, 32)
FMA_SPECIAL(rsqrt, Rsqrt, 1, 128)
FMA_SPECIAL(rsqrt, Rsqrt, 2, 64)
FMA_SPECIAL(rsqrt, Rsqrt, 4, 64)
FMA_SPECIAL(rsqrt, Rsqrt, 8, 32)
FMA_SPECIAL(sin, Sine, 1, 128)
FMA_SPECIAL(sin, Sine, 2, 64)
FMA_SPECIAL(sin, Sine, 4, 64)
FMA_SPECIAL(sin, Sine, 8, 32)
