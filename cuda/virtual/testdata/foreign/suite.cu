// The CUDA source of the *.ptx beside it whose first line says so: one kernel
// for each thing that compilers write in their own ways. generate.sh makes them.
#include "suite.h"

extern "C" __global__ void vecadd(float *out, const float *a, const float *b, int n) {
  int i = BLOCK * BLOCK_SIZE + THREAD;
  if (i < n) out[i] = a[i] + b[i];
}

// Sum and maximum of all elements.
extern "C" __global__ void reduce(int *out, const int *in, int n) {
  __shared__ int part[32];
  int i = BLOCK * BLOCK_SIZE + THREAD, sum = i < n ? in[i] : 0;
  if (i < n) MAX_INT(out + 1, in[i]);
  for (int d = 16; d > 0; d /= 2) sum += SHUFFLE_XOR(sum, d);
  if (THREAD % 32 == 0) part[THREAD / 32] = sum;
  BARRIER();
  if (THREAD < 32) {
    sum = THREAD < BLOCK_SIZE / 32 ? part[THREAD] : 0;
    for (int d = 16; d > 0; d /= 2) sum += SHUFFLE_XOR(sum, d);
    if (THREAD == 0) ADD_INT(out, sum);
  }
}

// A block transposes 32 x 32 elements of a square of n.
extern "C" __global__ void transpose(u32 *out, const u32 *in, int n) {
  __shared__ u32 tile[32][33];
  int x = THREAD % 32, y0 = THREAD / 32, perRow = n / 32;
  int left = BLOCK % perRow * 32, top = BLOCK / perRow * 32;
  for (int y = y0; y < 32; y += BLOCK_SIZE / 32) tile[y][x] = in[(top + y) * n + left + x];
  BARRIER();
  for (int y = y0; y < 32; y += BLOCK_SIZE / 32) out[(left + y) * n + top + x] = tile[x][y];
}

// A warp multiplies 16 x 16 (a, by rows) with 16 x 8 (b, by columns).
extern "C" __global__ void multiply(float *out, const u32 *a, const u32 *b) {
  int lane = THREAD, row = lane / 4, pair = lane % 4;
  u32 a0 = a[row * 8 + pair], a1 = a[(row + 8) * 8 + pair];
  u32 a2 = a[row * 8 + pair + 4], a3 = a[(row + 8) * 8 + pair + 4];
  u32 b0 = b[row * 8 + pair], b1 = b[row * 8 + pair + 4];
  float c[4] = {1, 2, 3, 4};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
  for (int k = 0; k < 4; k++) out[(row + k / 2 * 8) * 8 + pair * 2 + k % 2] = c[k];
}

extern "C" __global__ void histogram(int *out, const unsigned char *in, int n) {
  __shared__ int bins[64];
  for (int k = THREAD; k < 64; k += BLOCK_SIZE) bins[k] = 0;
  BARRIER();
  for (int i = BLOCK * BLOCK_SIZE + THREAD; i < n; i += 4 * BLOCK_SIZE) ADD_INT(bins + in[i] % 64, 1);
  BARRIER();
  for (int k = THREAD; k < 64; k += BLOCK_SIZE) ADD_INT(out + k, bins[k]);
}

// A warp makes 2^(x - max) / sum of a row.
extern "C" __global__ void softmax(float *out, const float *in, int n) {
  const float *row = in + BLOCK * n;
  float most = -3e38f, sum = 0;
  for (int k = THREAD; k < n; k += 32) most = row[k] > most ? row[k] : most;
  for (int d = 16; d > 0; d /= 2) {
    float other = SHUFFLE_XOR_F(most, d);
    most = other > most ? other : most;
  }
  for (int k = THREAD; k < n; k += 32) sum += EXP2(row[k] - most);
  for (int d = 16; d > 0; d /= 2) sum += SHUFFLE_XOR_F(sum, d);
  for (int k = THREAD; k < n; k += 32) out[BLOCK * n + k] = EXP2(row[k] - most) / sum;
}

// Steps to 1 of x -> x/2 or 3x+1, and leaves early in two ways.
extern "C" __global__ void diverge(u32 *out, const u32 *in, int n) {
  int i = BLOCK * BLOCK_SIZE + THREAD;
  if (i >= n) return;
  u32 x = in[i], steps = 0;
  while (x > 1) {
    if (++steps > 100) break;
    if (x % 7 == 6) {
      x -= 5;
      continue;
    }
    for (u32 k = 0; k < x % 3; k++) steps += k;
    x = x % 2 ? 3 * x + 1 : x / 2;
  }
  out[i] = steps * 1000 + x % 1000;
}

struct Pair {
  int a;
  u64 b;
  float c;
};

__device__ __noinline__ Pair swap(Pair p, int by) {
  Pair q = {(int)p.b + by, (u64)(p.a * by), -p.c};
  return q;
}

__device__ __noinline__ u32 fibonacci(u32 n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int square(int x) { return x * x; }
__device__ __noinline__ int negate(int x) { return -x; }

extern "C" __global__ void calls(u64 *out, const int *in, int n) {
  int i = BLOCK * BLOCK_SIZE + THREAD;
  if (i >= n) return;
  Pair p = {in[i], (u64)in[i] * 3, (float)i};
  for (int k = 0; k < 3; k++) p = swap(p, k + in[i] % 5);
  out[i] = p.a + p.b * 7 + (u64)(long long)p.c;
}

extern "C" __global__ void recurse(u32 *out, const u32 *in) { out[THREAD] = fibonacci(in[THREAD] % 9); }

// The function that is called differs from lane to lane.
extern "C" __global__ void indirect(int *out, const int *in) {
  int (*f[3])(int) = {twice, square, negate};
  int i = THREAD;
  out[i] = f[in[i] % 3](in[i]);
}

// An array of the thread's own, sorted, with indices that data decide.
extern "C" __global__ void local(u32 *out, const u32 *in, int n) {
  u32 a[16];
  int i = THREAD;
  for (int k = 0; k < 16; k++) a[k] = in[(i * 16 + k) % n];
  for (int k = 0; k < 16; k++) a[in[(i + k) % n] % 16] += k;
#pragma unroll 1
  for (int k = 1; k < 16; k++)
#pragma unroll 1
    for (int j = k; j > 0 && a[j - 1] > a[j]; j--) {
      u32 t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
    }
  for (int k = 0; k < 16; k++) out[i * 16 + k] = a[k];
}

extern "C" __global__ void choose(u32 *out, const u32 *in, int n) {
  int i = BLOCK * BLOCK_SIZE + THREAD;
  if (i >= n) return;
  u32 a = in[i], r = 0;
  for (int k = 0; k < 3; k++) {
    switch ((a >> 4 * k) % 11) {
    case 0: r += 5; break;
    case 1: r ^= 99;
    case 2: r *= 3; break;
    case 3: r -= a; break;
    case 4: r = ~r; break;
    case 5: r <<= 3; break;
    case 6: r >>= 5;
    case 7: r |= 1024; break;
    case 8: r = r % 1000 + a; break;
    default: r += 77;
    }
  }
  out[i] = r;
}

extern "C" __global__ void divide(u64 *out, const u64 *in, int n) {
  int i = BLOCK * BLOCK_SIZE + THREAD;
  if (i >= n) return;
  u64 a = in[2 * i], b = in[2 * i + 1] | 1;
  long long s = (long long)a, t = (long long)b;
  out[4 * i] = a / b;
  out[4 * i + 1] = a % b;
  out[4 * i + 2] = s / t;
  out[4 * i + 3] = s % t;
}

// To half and back, and to bfloat by its upper bits, rounded.
extern "C" __global__ void halves(float *out, const float *in, int n) {
  int i = BLOCK * BLOCK_SIZE + THREAD;
  if (i >= n) return;
  half_t h = (half_t)in[i];
  out[2 * i] = (float)h;
  unsigned short b;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(b) : "f"(in[i]));
  u32 bits = (u32)b << 16;
  out[2 * i + 1] = *(float *)&bits;
}

__constant__ double weights[5] = {0.5, -1.25, 3, 1e-3, 7e10};

// Horner's rule in double precision on constant memory.
extern "C" __global__ void polynomial(double *out, const double *in, int n) {
  int i = BLOCK * BLOCK_SIZE + THREAD;
  if (i >= n) return;
  double r = 0;
  for (int k = 4; k >= 0; k--) r = FMA(r, in[i], weights[k]);
  out[i] = r;
}
