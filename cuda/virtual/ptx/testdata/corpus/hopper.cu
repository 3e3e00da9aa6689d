// The source of nvcc_hopper.ptx: nested scopes with labels of the same name,
// and operands of Hopper's instructions. nvcc -arch=compute_90a --ptx hopper.cu
#include <cstdint>

extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128, 1)
hopper(uint64_t a, uint64_t b, float *out, const void *map, uint32_t tile, uint32_t bar) {
  float d0 = 0, d1 = 0, d2 = 0, d3 = 0;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; // one arrival" ::"r"(bar));
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint"
               " [%0], [%1, {%2, %3, %4}], [%5], %6;" ::"r"(tile), "l"(map), "r"(0), "r"(1), "r"(2), "r"(bar), "l"(a) : "memory");
  for (int phase = 0; phase < 2; phase++)
    asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
                 "@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(bar), "r"(phase) : "memory");
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %6, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, %4, %5, p, 1, 1, 0, 1; }"
               : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3) : "l"(a), "l"(b), "r"(1));
  asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory");
  asm volatile("{ .reg .pred q; elect.sync _|q, 0xffffffff; @!q trap; }");
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;");
  out[threadIdx.x] = d0 + d1 + d2 + d3;
}
