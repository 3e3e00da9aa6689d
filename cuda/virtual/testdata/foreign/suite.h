// What suite.cu needs of a compiler: the one with the CUDA headers (nvcc,
// NVRTC), or clang alone, which has none of them and gets its own here.
#pragma once
#ifdef __clang__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __noinline__ __attribute__((noinline))
#define THREAD __nvvm_read_ptx_sreg_tid_x()
#define BLOCK __nvvm_read_ptx_sreg_ctaid_x()
#define BLOCK_SIZE __nvvm_read_ptx_sreg_ntid_x()
#define BARRIER() __nvvm_bar_sync(0)
#define SHUFFLE_XOR(v, d) __nvvm_shfl_sync_bfly_i32(0xffffffff, v, d, 31)
#define SHUFFLE_XOR_F(v, d) __nvvm_shfl_sync_bfly_f32(0xffffffff, v, d, 31)
#define ADD_INT(p, v) __nvvm_atom_add_gen_i(p, v)
#define ADD_FLOAT(p, v) __nvvm_atom_add_gen_f(p, v)
#define MAX_INT(p, v) __nvvm_atom_max_gen_i(p, v)
#define EXP2(x) __nvvm_ex2_approx_f(x)
#define FMA(a, b, c) __builtin_fma(a, b, c)
typedef __fp16 half_t;
#else
#include <cuda_fp16.h>
#define THREAD threadIdx.x
#define BLOCK blockIdx.x
#define BLOCK_SIZE blockDim.x
#define BARRIER() __syncthreads()
#define SHUFFLE_XOR(v, d) __shfl_xor_sync(0xffffffff, v, d)
#define SHUFFLE_XOR_F(v, d) __shfl_xor_sync(0xffffffff, v, d)
#define ADD_INT(p, v) atomicAdd(p, v)
#define ADD_FLOAT(p, v) atomicAdd(p, v)
#define MAX_INT(p, v) atomicMax(p, v)
#define EXP2(x) exp2f(x)
#define FMA(a, b, c) fma(a, b, c)
typedef __half half_t;
#endif
typedef unsigned int u32;
typedef unsigned long long u64;
