// The source of runtime.ptx: nvcc -arch=compute_80 --ptx runtime.cu
#include <cstdio>
#include <cassert>
extern "C" __global__ void talk(int n, double x) {
  printf("%d of %u: %5.2f|%-6s|%c|%lld %x %p%%\n", threadIdx.x, blockIdx.x, x, "ab", 'q', 1LL << 40, 255u, (void*)16);
  if (threadIdx.x == 1) printf("plain\n");
}
extern "C" __global__ void check(int n) { assert(n < 5); }
extern "C" __global__ void heap(int *out, int n) {
  int *p = (int*)malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) p[i] = i * threadIdx.x;
  int s = 0; for (int i = 0; i < n; i++) s += p[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
  free(p);
}
