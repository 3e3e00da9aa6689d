// What the families share that multiply by tcgen05: tensor memory, barriers, descriptors
// (PTX ISA, "TensorCore 5th Generation Family Instructions").
#pragma once

#include "common.cuh"

constexpr uint32_t kTensorColumns = 512;  // of tensor memory

__device__ __forceinline__ uint32_t shared_address(const void* p) {
  return uint32_t(__cvta_generic_to_shared(p));
}

// The instruction descriptor of a product of so many rows and columns: sums are 0 for
// FP16, 1 for FP32 and 2 for INT32.
constexpr uint32_t describe_product(uint32_t sums, uint32_t type, uint32_t rows, uint32_t columns) {
  return sums << 4 | type << 7 | type << 10 | columns / 8 << 17 | rows / 16 << 24;
}
constexpr uint32_t kTransposeB = 1 << 16;

// The descriptor of a matrix in shared memory: how its units of 16 bytes are exchanged,
// and the distances along its leading dimension and from eight lines to the next.
constexpr uint64_t kSwizzle128 = 2, kSwizzle64 = 4;
__device__ __forceinline__ uint64_t describe_matrix(const void* p, uint64_t swizzle,
                                                    uint32_t leading, uint32_t stride) {
  return (shared_address(p) & 0x3ffff) >> 4 | uint64_t(leading >> 4) << 16 |
         uint64_t(stride >> 4) << 32 | uint64_t(1) << 46 | swizzle << 61;
}

// Allocates columns; their address goes to shared memory. By one warp of the block, which
// gives them back in the end.
template <uint32_t COLUMNS>
__device__ __forceinline__ void tensor_alloc(uint32_t* to) {
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(
                   shared_address(to)),
               "n"(COLUMNS)
               : "memory");
  asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
}

template <uint32_t COLUMNS>
__device__ __forceinline__ void tensor_dealloc(uint32_t address) {
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(address),
               "n"(COLUMNS));
}

__device__ __forceinline__ void barrier_init(uint64_t* barrier) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(barrier)) : "memory");
}

// Waits for the phase of this parity.
__device__ __forceinline__ void barrier_wait(uint64_t* barrier, uint32_t parity) {
  asm volatile(
      "{\n.reg .pred done;\nwaiting:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra waiting;\n}" ::"r"(shared_address(barrier)),
      "r"(parity)
      : "memory");
}

// Lets the barrier know when all is done that this thread has issued.
__device__ __forceinline__ void tensor_commit(uint64_t* barrier) {
  asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(
                   shared_address(barrier))
               : "memory");
}

// What the tensor cores read of shared memory was written before; what the threads read
// and write of tensor memory is ordered with what others do there.
__device__ __forceinline__ void shared_to_async() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ __forceinline__ void before_sync() {
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
}
__device__ __forceinline__ void after_sync() {
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}

// One thread of the warp.
__device__ __forceinline__ bool elected() {
  uint32_t mine;
  asm volatile("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\nselp.u32 %0, 1, 0, p;\n}"
               : "=r"(mine));
  return mine != 0;
}

#define WORDS_OUT(v)                                                                             \
  "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]), "=r"(v[4]), "=r"(v[5]), "=r"(v[6]),            \
      "=r"(v[7]), "=r"(v[8]), "=r"(v[9]), "=r"(v[10]), "=r"(v[11]), "=r"(v[12]), "=r"(v[13]),    \
      "=r"(v[14]), "=r"(v[15]), "=r"(v[16]), "=r"(v[17]), "=r"(v[18]), "=r"(v[19]), "=r"(v[20]), \
      "=r"(v[21]), "=r"(v[22]), "=r"(v[23]), "=r"(v[24]), "=r"(v[25]), "=r"(v[26]), "=r"(v[27]), \
      "=r"(v[28]), "=r"(v[29]), "=r"(v[30]), "=r"(v[31])

// The thread's lane of 32 columns.
__device__ __forceinline__ void tensor_load(uint32_t (&v)[32], uint32_t address) {
  asm volatile(
      "tcgen05.ld.sync.aligned.32x32b.x32.b32 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, "
      "%12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, "
      "%30, %31}, [%32];\ntcgen05.wait::ld.sync.aligned;"
      : WORDS_OUT(v)
      : "r"(address)
      : "memory");
}

__device__ __forceinline__ void tensor_store(uint32_t address, uint32_t v) {
  asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(address), "r"(v)
               : "memory");
}

__device__ __forceinline__ void tensor_stored() {
  asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
}

// Where a warp reads and writes tensor memory: its quarter of the lanes.
__device__ __forceinline__ uint32_t own_lanes() { return threadIdx.x / 32 % 4 * 32 << 16; }
