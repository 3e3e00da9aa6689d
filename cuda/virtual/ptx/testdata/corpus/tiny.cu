// The source of nvcc_debug.ptx. nvcc -arch=compute_80 -G --ptx tiny.cu
extern "C" __global__ void tiny(int *out, int n) {
  for (int i = 0; i < n; i++) out[i] += i;
}
