# The source of triton_*.ptx, one file a kernel. Which Triton made a file stands
# in its first line. The kernels take two parameters of Triton's own behind
# those written here; older versions take one.
import sys
import triton, triton.language as tl
from triton.compiler import ASTSource
from triton.backends.compiler import GPUTarget


@triton.jit
def add(x, y, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(o + i, tl.load(x + i, i < n) + tl.load(y + i, i < n), i < n)


@triton.jit
def softmax(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    at = tl.program_id(0) * n + i
    v = tl.load(x + at, i < n, -float("inf"))
    e = tl.exp(v - tl.max(v, 0))
    tl.store(o + at, e / tl.sum(e, 0), i < n)


@triton.jit
def transpose(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)[:, None]
    j = tl.arange(0, B)[None, :]
    left, top = tl.program_id(0) * B, tl.program_id(1) * B
    tile = tl.load(x + (top + i) * n + left + j)
    tl.store(o + (left + i) * n + top + j, tl.trans(tile))


@triton.jit
def matmul(x, y, o, M, N, K, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    j = tl.program_id(1) * B + tl.arange(0, B)
    k = tl.arange(0, B)
    sum = tl.zeros((B, B), tl.float32)
    for at in range(0, K, B):
        a = tl.load(x + i[:, None] * K + at + k[None, :])
        b = tl.load(y + (at + k[:, None]) * N + j[None, :])
        sum = tl.dot(a, b, sum)
    tl.store(o + i[:, None] * N + j[None, :], sum)


@triton.jit
def histogram(x, o, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + i, i < n, 0)
    tl.atomic_add(o + v % 64, tl.where(i < n, 1, 0))


@triton.jit
def convert(x, o, p, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i)
    tl.store(o + i, v.to(tl.float16))
    tl.store(p + i, v.to(tl.bfloat16))


@triton.jit
def scan(x, o, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i, tl.cumsum(tl.load(x + i), 0))


kernels = {
    add: ({"x": "*fp32", "y": "*fp32", "o": "*fp32", "n": "i32"}, 256),
    softmax: ({"x": "*fp32", "o": "*fp32", "n": "i32"}, 256),
    transpose: ({"x": "*i32", "o": "*i32", "n": "i32"}, 32),
    matmul: ({"x": "*fp16", "y": "*fp16", "o": "*fp32", "M": "i32", "N": "i32", "K": "i32"}, 32),
    histogram: ({"x": "*i32", "o": "*i32", "n": "i32"}, 256),
    convert: ({"x": "*fp32", "o": "*fp16", "p": "*bf16"}, 256),
    scan: ({"x": "*i32", "o": "*i32"}, 256),
}
for f, (signature, block) in kernels.items():
    source = ASTSource(fn=f, signature=signature | {"B": "constexpr"}, constexprs={"B": block})
    k = triton.compile(source, target=GPUTarget("cuda", 80, 32))
    m = k.metadata
    text = "\n".join(l for l in k.asm["ptx"].splitlines() if not l.lstrip().startswith((".loc", ".file")))
    text = text.split("\t.section\t.debug")[0]
    head = f"// Triton {triton.__version__}, triton_kernels.py, sm_80; {m.num_warps} warps, {m.shared} bytes of shared memory\n"
    open(f"triton_{triton.__version__}_{f.__name__}.ptx", "w").write(head + text)
