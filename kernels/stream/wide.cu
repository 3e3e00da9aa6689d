// targets: sm_100
// registers: 48
// contract stream_read_b256: loop LDG.256=2 LDG=2; code STG=1
// contract stream_copy_b256: loop LDG.256=2 LDG=2 STG.256=2 STG=2
// contract stream_write_b256: loop STG.256=2 STG=2; never LDG
// contract stream_fill_b256: loop STG.256=2 STG=2; never LDG
// contract stream_triad_b256: loop LDG.256=4 LDG=4 STG.256=2 STG=2 FFMA=16
//
// What it asks: what stream_* ask, by loads and stores of 32 bytes a lane, a whole
// sector each, which the machine has from compute capability 10.0 on.
// What limits it: DRAM, as long as the footprint is far above L2. A thread has 64
// bytes in flight as with every width, by half of the instructions of 16 bytes.
//
// G blocks of 256 threads, one chunk of 16 KiB a block and trip; bytes and FLOPs as
// in stream.cu, write.cu and triad.cu:
//   stream_read_b256, stream_copy_b256, stream_write_b256, stream_fill_b256,
//   stream_triad_b256
//
// What the assembler shows beyond the contract: all loads of a trip stand before the
// first use of one.
// Dead-code guard: the read folds every loaded word into the one it stores; the
// others store every result.
#include "../common.cuh"

constexpr uint32_t kWords = 8;  // of a lane

struct alignas(32) Octet {
  uint32_t w[kWords];
};

// The accesses are asm volatile, so that loads stay before the first use of one.
__device__ __forceinline__ Octet load(const Octet* p) {
  Octet v;
  asm volatile("ld.global.v8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
               : "=r"(v.w[0]), "=r"(v.w[1]), "=r"(v.w[2]), "=r"(v.w[3]), "=r"(v.w[4]),
                 "=r"(v.w[5]), "=r"(v.w[6]), "=r"(v.w[7])
               : "l"(p));
  return v;
}

__device__ __forceinline__ void store(Octet* p, const Octet& v) {
  asm volatile("st.global.v8.b32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8};" ::"l"(p), "r"(v.w[0]),
               "r"(v.w[1]), "r"(v.w[2]), "r"(v.w[3]), "r"(v.w[4]), "r"(v.w[5]), "r"(v.w[6]),
               "r"(v.w[7])
               : "memory");
}

// out[thread] = XOR of every word that the thread loads.
extern "C" __global__ void __launch_bounds__(kThreads)
    stream_read_b256(const Octet* __restrict__ in, uint32_t* __restrict__ out, uint32_t trips) {
  const Octet* p = in + first_vector<Octet>();
  const uint64_t stride = chunk_stride<Octet>();
  uint32_t fold = 0;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    const Octet v[] = {load(p), load(p + kThreads)};
    p += stride;
#pragma unroll
    for (uint32_t i = 0; i < kWords; ++i) fold ^= v[0].w[i] ^ v[1].w[i];
  }
  out[thread_index()] = fold;
}

// out[i] = in[i] over the thread's vectors.
extern "C" __global__ void __launch_bounds__(kThreads)
    stream_copy_b256(const Octet* __restrict__ in, Octet* __restrict__ out, uint32_t trips) {
  const Octet* p = in + first_vector<Octet>();
  Octet* q = out + first_vector<Octet>();
  const uint64_t stride = chunk_stride<Octet>();
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    const Octet v[] = {load(p), load(p + kThreads)};
    p += stride;
    store(q, v[0]);
    store(q + kThreads, v[1]);
    q += stride;
  }
}

// Word i of out becomes seed + i, modulo 2^32.
extern "C" __global__ void __launch_bounds__(kThreads)
    stream_write_b256(Octet* __restrict__ out, uint32_t seed, uint32_t trips) {
  Octet* q = out + first_vector<Octet>();
  const uint64_t stride = chunk_stride<Octet>();
  uint32_t value = seed + uint32_t(first_vector<Octet>()) * kWords;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
#pragma unroll
    for (uint32_t u = 0; u < kVectorsOf<Octet>; ++u) {
      Octet v;
#pragma unroll
      for (uint32_t i = 0; i < kWords; ++i) v.w[i] = value + u * kThreads * kWords + i;
      store(q + u * kThreads, v);
    }
    q += stride;
    value += uint32_t(stride) * kWords;
  }
}

// Every word of out becomes value.
extern "C" __global__ void __launch_bounds__(kThreads)
    stream_fill_b256(Octet* __restrict__ out, uint32_t value, uint32_t trips) {
  Octet* q = out + first_vector<Octet>();
  const uint64_t stride = chunk_stride<Octet>();
  const Octet v = {{value, value, value, value, value, value, value, value}};
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    store(q, v);
    store(q + kThreads, v);
    q += stride;
  }
}

// a[i] = b[i] + s * c[i] over the thread's elements, rounded once.
extern "C" __global__ void __launch_bounds__(kThreads)
    stream_triad_b256(const Octet* __restrict__ b, const Octet* __restrict__ c,
                      Octet* __restrict__ a, float s, uint32_t trips) {
  const uint64_t first = first_vector<Octet>();
  const uint64_t stride = chunk_stride<Octet>();
  b += first, c += first, a += first;
#pragma unroll 1
  for (uint32_t left = trips; left != 0; --left) {
    Octet x[] = {load(b), load(b + kThreads)};
    const Octet y[] = {load(c), load(c + kThreads)};
    b += stride, c += stride;
#pragma unroll
    for (uint32_t u = 0; u < kVectorsOf<Octet>; ++u) {
#pragma unroll
      for (uint32_t i = 0; i < kWords; ++i)
        x[u].w[i] = __float_as_uint(fmaf(s, __uint_as_float(y[u].w[i]), __uint_as_float(x[u].w[i])));
      store(a + u * kThreads, x[u]);
    }
    a += stride;
  }
}
