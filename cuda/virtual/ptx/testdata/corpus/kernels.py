# The source of triton_*.ptx (Triton 3.4.0, targets 80 and 90) and numba_*.ptx
# (compile_ptx for compute capability 8.0).
import triton, triton.language as tl
from triton.compiler import ASTSource
from triton.backends.compiler import GPUTarget


@triton.jit
def add(x, y, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, tl.load(x + i, i < n) + tl.load(y + i, i < n), i < n)


@triton.jit
def total(x, o, B: tl.constexpr):
    tl.atomic_add(o, tl.sum(tl.load(x + tl.arange(0, B)), 0))


for name, f, s in (("add", add, {"x": "*fp32", "y": "*fp32", "o": "*fp32", "n": "i32", "B": "constexpr"}),
                   ("total", total, {"x": "*fp32", "o": "*fp32", "B": "constexpr"})):
    for arch in (80, 90):
        k = triton.compile(ASTSource(fn=f, signature=s, constexprs={"B": 256}), target=GPUTarget("cuda", arch, 32))
        open(f"triton_{name}_{arch}.ptx", "w").write(k.asm["ptx"])
