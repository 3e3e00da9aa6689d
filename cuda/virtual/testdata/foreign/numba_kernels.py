# The source of numba.ptx. An array of one dimension is seven parameters: two
# pointers of the host's, the elements and their bytes, the data, shape, stride.
import math
import re
import numba
from numba import cuda, float32, int32, int64, uint64, uint8


def vecadd(out, a, b):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] + b[i]


def reduce(out, a):
    i = cuda.grid(1)
    s = int32(0)
    if i < a.size:
        s = a[i]
        cuda.atomic.max(out, 1, a[i])
    d = 16
    while d > 0:
        s += cuda.shfl_xor_sync(-1, s, d)
        d //= 2
    if cuda.laneid == 0:
        cuda.atomic.add(out, 0, s)


def transpose(out, a, n):
    tile = cuda.shared.array((32, 33), int32)
    x, y0 = cuda.threadIdx.x % 32, cuda.threadIdx.x // 32
    left, top = cuda.blockIdx.x % (n // 32) * 32, cuda.blockIdx.x // (n // 32) * 32
    for y in range(y0, 32, cuda.blockDim.x // 32):
        tile[y, x] = a[(top + y) * n + left + x]
    cuda.syncthreads()
    for y in range(y0, 32, cuda.blockDim.x // 32):
        out[(left + y) * n + top + x] = tile[x, y]


def histogram(out, a):
    bins = cuda.shared.array(64, int32)
    for k in range(cuda.threadIdx.x, 64, cuda.blockDim.x):
        bins[k] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    while i < a.size:
        cuda.atomic.add(bins, a[i] % 64, 1)
        i += cuda.gridsize(1)
    cuda.syncthreads()
    for k in range(cuda.threadIdx.x, 64, cuda.blockDim.x):
        cuda.atomic.add(out, k, bins[k])


def softmax(out, a, n):
    row = cuda.blockIdx.x * n
    most = float32(-3e38)
    for k in range(n):
        most = max(most, a[row + k])
    total = float32(0)
    for k in range(n):
        total += math.exp(a[row + k] - most)
    for k in range(cuda.threadIdx.x, n, cuda.blockDim.x):
        out[row + k] = math.exp(a[row + k] - most) / total


def local(out, a):
    i = cuda.grid(1)
    own = cuda.local.array(16, int64)
    for k in range(16):
        own[k] = a[(i * 16 + k) % a.size]
    for k in range(16):
        own[a[(i + k) % a.size] % 16] += k
    r = int64(0)
    for k in range(16):
        r = r * 31 + own[k]
    out[i] = r


def divide(out, a):
    i = cuda.grid(1)
    if i < a.size // 2:
        out[2 * i] = a[2 * i] // (a[2 * i + 1] | uint64(1))
        out[2 * i + 1] = a[2 * i] % (a[2 * i + 1] | uint64(1))


f, w, u = float32[::1], int32[::1], uint64[::1]
signatures = {
    vecadd: (f, f, f), reduce: (w, w), transpose: (w, w, int32), histogram: (w, uint8[::1]),
    softmax: (f, f, int32), local: (int64[::1], int64[::1]), divide: (u, u),
}
for k, signature in signatures.items():
    text, _ = cuda.compile_ptx(k, signature, cc=(8, 0))
    name = re.search(r"\.entry (\w+)\(", text)[1]
    text = text.replace(name, k.__name__)
    text = re.sub(r"_ZN08NumbaEnv\w+", "environment", text)
    head = f"// Numba {numba.__version__} with numba-cuda {__import__('numba_cuda').__version__}, numba_kernels.py, sm_80; names shortened\n"
    open(f"numba_{k.__name__}.ptx", "w").write(head + text)
