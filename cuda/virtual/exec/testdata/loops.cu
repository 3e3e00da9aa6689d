// The kernels of the executor's benchmarks and tests. Build:
//   nvcc -arch=compute_80 --ptx loops.cu -o loops.ptx
#include <stdint.h>

extern "C" __global__ void fma_loop(const float *in, float *out, float c, uint32_t trips) {
  uint32_t gid = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[gid & 1023], y = in[(gid + 1) & 1023];
#pragma unroll 1
  for (uint32_t t = 0; t < trips; t++) {
#pragma unroll
    for (int k = 0; k < 64; k++) {
      x = __fmaf_rn(x, x, c);
      y = __fmaf_rn(y, y, c);
    }
  }
  out[gid] = x + y;
}

extern "C" __global__ void load_loop(const uint4 *__restrict__ in, uint32_t *out, uint32_t trips) {
  uint32_t gid = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t x = 0;
#pragma unroll 1
  for (uint32_t t = 0; t < trips; t++) {
    const uint4 *p = in + (size_t)t * 1024 + threadIdx.x;
#pragma unroll
    for (int u = 0; u < 4; u++) {
      uint4 v = p[u * 256];
      x ^= v.x ^ v.y ^ v.z ^ v.w;
    }
  }
  out[gid] = x;
}

extern "C" __global__ void load32_loop(const uint32_t *__restrict__ in, uint32_t *out, uint32_t trips) {
  uint32_t gid = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t x = 0;
#pragma unroll 1
  for (uint32_t t = 0; t < trips; t++) {
    const uint32_t *p = in + (size_t)t * 4096 + threadIdx.x;
#pragma unroll
    for (int u = 0; u < 16; u++) x ^= p[u * 256];
  }
  out[gid] = x;
}

extern "C" __global__ void int_loop(const uint32_t *in, uint32_t *out, uint32_t c, uint32_t trips) {
  uint32_t gid = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t x = in[gid & 1023];
#pragma unroll 1
  for (uint32_t t = 0; t < trips; t++) {
#pragma unroll
    for (int k = 0; k < 16; k++) {
      x = x * c + 12345u;
      x ^= x << 7;
      x += c;
    }
  }
  out[gid] = x;
}

extern "C" __global__ void shared_loop(const float *in, float *out, uint32_t stride, uint32_t trips) {
  __shared__ float tile[1024];
  uint32_t t = threadIdx.x;
  for (uint32_t i = t; i < 1024; i += blockDim.x) tile[i] = in[i];
  __syncthreads();
  float x = 0;
#pragma unroll 1
  for (uint32_t k = 0; k < trips; k++) {
#pragma unroll
    for (int u = 0; u < 16; u++) x += tile[(t * stride + u + k) & 1023];
  }
  out[blockIdx.x * blockDim.x + t] = x;
}

extern "C" __global__ void reduce(const uint32_t *in, uint32_t *out, uint32_t n) {
  __shared__ uint32_t part[32];
  uint32_t sum = 0;
  for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  for (int d = 16; d; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int d = 16; d; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0) atomicAdd(out, sum);
  }
}

extern "C" __global__ void saxpy(const float *x, float *y, float a, uint32_t n) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
