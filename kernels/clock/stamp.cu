// targets: plain
// registers: 24
// contract: code CS2R>=3 LDG=0
//
// What it asks: where the clock of each SM stands at a moment of the global timer. Of two
// stamps of one SM, the cycles between them over the nanoseconds between them are its clock.
// No measured kernel reads a clock: stamps are launches of their own, before and after.
//
//   clock_stamp  one thread an SM waits until the timer steps, and stores the SM, the time,
//                and the cycles between which the step was. Waiting for the step makes a
//                timer that steps seldom as exact as one that steps often. After so many
//                spins without a step it stores 0 for the time.
// What limits it: the step of the timer, at most so many spins.
// FLOPs 0, bytes 32 * G written
//
// Dead-code guard: every value that is read is stored, and reading a clock is volatile.
#include "../common.cuh"

__device__ __forceinline__ uint64_t cycles() {
  uint64_t value;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(value));
  return value;
}

__device__ __forceinline__ uint64_t nanoseconds() {
  uint64_t value;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(value));
  return value;
}

__device__ __forceinline__ uint32_t processor() {
  uint32_t value;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(value));
  return value;
}

extern "C" __global__ void __launch_bounds__(32)
    clock_stamp(ulonglong2* __restrict__ out, uint32_t spins) {
  if (threadIdx.x != 0) return;
  uint64_t from, to = cycles(), begin = nanoseconds(), now;
#pragma unroll 1
  do {
    from = to;
    to = cycles();
    now = nanoseconds();
  } while (now == begin && --spins != 0);
  to = cycles();
  out[2 * blockIdx.x] = make_ulonglong2(processor(), now == begin ? 0 : now);
  out[2 * blockIdx.x + 1] = make_ulonglong2(from, to);
}
