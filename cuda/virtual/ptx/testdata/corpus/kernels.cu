// The source of nvcc_*.ptx and clang_*.ptx: one small kernel for each thing that
// makes a compiler write different PTX. Built with
//   nvcc -arch=compute_80 [-lineinfo | -G | -Xcicc -O0] --ptx kernels.cu
//   clang-19 --cuda-gpu-arch=sm_80 --cuda-feature=+ptx78 --cuda-device-only
//       -nocudainc -nocudalib [-O0 | -O2] -S -x cuda kernels.cu
#ifdef __clang__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __noinline__ __attribute__((noinline))
#define LANE __nvvm_read_ptx_sreg_tid_x()
#else
#define LANE threadIdx.x
#endif

__constant__ float weights[4] = {1, 2.5f, -3, 4e-3f};
__device__ int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ int counter = 7;
__device__ int *indirect = &counter;
__device__ const char *names[2] = {"even", "odd"};

typedef int (*Step)(int);
__device__ __noinline__ int more(int a) { return a + 1; }
__device__ __noinline__ int twice(int a) { return a * 2; }
__device__ Step steps[2] = {more, twice};

__device__ __noinline__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

struct Pair {
  int a;
  double b;
};

extern "C" __global__ void calls(int *out, Pair p) {
  int i = LANE;
  out[i] = steps[i & 1](i) + factorial(i & 7) + p.a + (int)p.b + *indirect;
}

extern "C" __global__ void choose(float *out, const float *in, int n) {
  __shared__ float tile[64];
  int i = LANE;
  tile[i & 63] = in[i] * weights[i & 3];
  switch (n) {
  case 0: out[0] = 1; break;
  case 1: out[1] = tile[1]; break;
  case 2: out[2] = 4; break;
  case 3: out[3] = 1e10f; break;
  case 4: out[i] = matrix[i & 1][2]; break;
  case 5: out[i] = names[i & 1][0]; break;
  }
}
