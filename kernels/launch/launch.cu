// targets: plain
// registers: 24
// contract launch_empty: code STG=1 LDG=0 FFMA=0
// contract launch_tail: loop FFMA=512; code FFMA=512
// contract launch_busy: loop FFMA=512; code FFMA=512
// contract: never FADD FMUL
//
// What it asks: what the shape of a launch costs, whatever the kernel does.
//
//   launch_empty  a block stores one word, and is done. What limits it: the launch itself.
//   launch_tail   a block of 256 threads fills the FMA pipe of an SM alone: 4 chains a
//                 thread, 128 steps of x = x*x + c on each in a trip. What limits it: the SM
//                 that has the most blocks; the others wait for it.
//                   FLOPs  2 * 4 * 128 * trips * 256 * G
//   launch_busy   one thread, one chain, 512 steps in a trip. What limits it: the latency of
//                 an FMA. All SMs but one are idle, and all lanes of that one but one.
//                   FLOPs  2 * 512 * trips
//
// Dead-code guard: as in fma.cu; the word of launch_empty is an argument.
#include "../fma/chains.cuh"

extern "C" __global__ void __launch_bounds__(kThreads)
    launch_empty(uint32_t* __restrict__ out, uint32_t word) {
  if (threadIdx.x == 0) out[blockIdx.x] = word + blockIdx.x;
}

// x = x*x + c, rounded once.
struct Square {
  float c;
  __device__ __forceinline__ float operator()(float x) const { return fmaf(x, x, c); }
};

extern "C" __global__ void __launch_bounds__(kThreads)
    launch_tail(const float* __restrict__ seeds, uint32_t* __restrict__ out, float c,
                uint32_t trips) {
  chains<4, 128>(seeds, out, Square{c}, trips);
}

extern "C" __global__ void __launch_bounds__(kThreads)
    launch_busy(const float* __restrict__ seeds, uint32_t* __restrict__ out, float c,
                uint32_t trips) {
  chains<1, 512>(seeds, out, Square{c}, trips);
}
