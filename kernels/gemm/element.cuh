// One element of C a thread: what the kernels without shared memory have in common.
#pragma once

#include "../common.cuh"

constexpr uint32_t kSteps = 8;  // of k in a round of the loop

// The element of C at a row and a column: the sum of its k products in order, by k fused
// FMAs from zero.
__device__ __forceinline__ void element(const float* __restrict__ a, const float* __restrict__ b,
                                        float* __restrict__ c, uint32_t row, uint32_t column,
                                        uint32_t n, uint32_t k) {
  a += uint64_t(row) * k;
  b += column;
  float sum = 0;
#pragma unroll 1
  for (uint32_t left = k / kSteps; left != 0; --left) {
    float x[kSteps], y[kSteps];
#pragma unroll
    for (uint32_t i = 0; i < kSteps; ++i) {
      x[i] = a[i], y[i] = *b;
      b += n;
    }
    a += kSteps;
    all_loaded(x), all_loaded(y);
#pragma unroll
    for (uint32_t i = 0; i < kSteps; ++i) sum = fmaf(x[i], y[i], sum);
  }
  c[uint64_t(row) * n + column] = sum;
}
