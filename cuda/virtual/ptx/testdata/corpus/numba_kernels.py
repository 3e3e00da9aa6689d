# The source of numba_total.ptx: numba.cuda.compile_ptx for 8.0.
from numba import cuda, float32


def total(a, o):
    tile = cuda.shared.array(128, float32)
    i = cuda.threadIdx.x
    tile[i] = a[i]
    cuda.syncthreads()
    if i == 0:
        t = float32(0)
        for j in range(128):
            t += tile[j]
        cuda.atomic.add(o, 0, t)


open("numba_total.ptx", "w").write(cuda.compile_ptx(total, (float32[:], float32[:]), cc=(8, 0))[0])
