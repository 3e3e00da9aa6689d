// Real compiler output for the executor's tests: libdevice functions, integer
// division, a switch, a local array with dynamic indices. Build:
//   nvcc -arch=compute_75 --ptx mixed.cu -o mixed.ptx
#include <stdint.h>

extern "C" __global__ void mathf(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  out[i * 16 + 0] = sinf(x * 1000.f); out[i * 16 + 1] = expf(x); out[i * 16 + 2] = logf(fabsf(x) + 1e-3f);
  out[i * 16 + 3] = powf(fabsf(x), 1.7f); out[i * 16 + 4] = x / 3.7f; out[i * 16 + 5] = sqrtf(fabsf(x));
  out[i * 16 + 6] = rsqrtf(fabsf(x) + 1); out[i * 16 + 7] = tanhf(x); out[i * 16 + 8] = erff(x); out[i * 16 + 9] = cbrtf(x);
  out[i * 16 + 10] = fmodf(x * 100, 7.f); out[i * 16 + 11] = roundf(x * 10); out[i * 16 + 12] = floorf(x) + ceilf(x) + truncf(x) + rintf(x);
  out[i * 16 + 13] = atan2f(x, 0.3f); out[i * 16 + 14] = ldexpf(x, i % 40 - 20); out[i * 16 + 15] = cosf(x * 1e6f);
}
extern "C" __global__ void mathd(const double *in, double *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double x = in[i];
  out[i * 8 + 0] = sin(x); out[i * 8 + 1] = exp(x); out[i * 8 + 2] = log(fabs(x) + 1e-3); out[i * 8 + 3] = pow(fabs(x), 1.7);
  out[i * 8 + 4] = x / 3.7; out[i * 8 + 5] = sqrt(fabs(x)); out[i * 8 + 6] = 1.0 / (x * x + 1); out[i * 8 + 7] = floor(x * 10) + rsqrt(fabs(x) + 1);
}
extern "C" __global__ void ints(const uint32_t *in, uint64_t *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint32_t a = in[i], b = in[(i + 1) % n]; int32_t s = (int32_t)a, t = (int32_t)b | 1;
  uint64_t w = ((uint64_t)a << 32) | b; int64_t v = (int64_t)w, u = (int64_t)(w * 2654435761ull) | 1;
  uint64_t r = 0;
  r = r * 31 + (uint32_t)(s / t);
  r = r * 31 + (uint32_t)(s % t);
  r = r * 31 + a / (b | 1);
  r = r * 31 + a % (b | 1);
  r = r * 31 + v / u;
  r = r * 31 + v % u;
  r = r * 31 + w / (uint64_t)u;
  r = r * 31 + w % (uint64_t)u;
  r = r * 31 + __popc(a);
  r = r * 31 + __clz(a);
  r = r * 31 + __ffs(a);
  r = r * 31 + __brev(a);
  r = r * 31 + __popcll(w);
  r = r * 31 + __clzll(w);
  r = r * 31 + __brevll(w);
  r = r * 31 + __byte_perm(a, b, 0x2541);
  r = r * 31 + __funnelshift_l(a, b, a);
  r = r * 31 + __mulhi(s, t);
  r = r * 31 + __umulhi(a, b);
  r = r * 31 + __mul64hi(v, u);
  r = r * 31 + abs(s);
  r = r * 31 + min(s, t) + max(a, b);
  r = r * 31 + (uint8_t)a + (int8_t)b;
  r = r * 31 + (uint16_t)(a * b) + (int16_t)(b >> 3);
  switch (a % 9) { case 0: r += 5; break; case 1: r ^= 99; break; case 2: r *= 3; break; case 3: r -= a; break; case 4: r = ~r; break; case 5: r <<= 3; break; case 6: r >>= 5; break; case 7: r |= 1024; break; default: r += 77; }
  uint32_t arr[16]; for (int k = 0; k < 16; k++) arr[k] = a * k + b;
  for (int k = 0; k < 16; k++) arr[(a >> k) & 15] ^= arr[(b >> k) & 15];
  for (int k = 0; k < 16; k++) r = r * 31 + arr[k];
  out[i] = r;
}
