// The source of grid.ptx: nvcc -arch=compute_80 --ptx grid.cu
#include <cooperative_groups.h>
extern "C" __global__ void g(int *out) { out[blockIdx.x] = 1; cooperative_groups::this_grid().sync(); if (threadIdx.x == 0) out[gridDim.x + blockIdx.x] = out[(blockIdx.x + 1) % gridDim.x]; }
