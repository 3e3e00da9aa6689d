#!/usr/bin/env bash
# Makes the *.ptx of this folder again. Each variable names a compiler; what is
# unset is left out. Debian's clang-14 and clang-19, the wheels triton, numba with
# numba-cuda, nvidia-cuda-nvrtc-cu12, and `scripts/cuda-toolchain.sh` serve.
#   CLANG14 CLANG19   clang of that version
#   NVCC              nvcc
#   NVRTC             libnvrtc.so, with CUDA_INCLUDE, the folder of cuda_fp16.h, and PYTHON
#   TRITON            python with triton; give several, separated by blanks
#   NUMBA             python with numba-cuda
set -euo pipefail
cd "$(dirname "$0")"

# write FILE COMMAND…: the text on standard input behind a line that names both.
write() {
  local file=$1
  shift
  { echo "// $*"; cat; } >"$file"
}
clang() {
  local version=$1 level=$2 binary=$3
  "$binary" -x cuda --cuda-device-only --cuda-gpu-arch=sm_80 -nocudainc -nocudalib -Xclang -target-feature -Xclang +ptx71 \
    "-O$level" -S suite.cu -o - | write "clang_${version}_O$level.ptx" "clang $version -O$level --cuda-gpu-arch=sm_80, suite.cu"
}

if [ -n "${CLANG14:-}" ]; then for level in 0 2; do clang 14.0.6 $level "$CLANG14"; done; fi
if [ -n "${CLANG19:-}" ]; then for level in 0 2; do clang 19.1.7 $level "$CLANG19"; done; fi
if [ -n "${NVCC:-}" ]; then
  "$NVCC" -arch=compute_80 --ptx suite.cu -o /dev/stdout | write nvcc_13.5_O3.ptx "nvcc 13.5.37 -arch=compute_80, suite.cu"
  "$NVCC" -arch=compute_80 -Xcicc -O0 --ptx suite.cu -o /dev/stdout | write nvcc_13.5_O0.ptx "nvcc 13.5.37 -arch=compute_80 -Xcicc -O0, suite.cu"
fi
if [ -n "${NVRTC:-}" ]; then
  "$PYTHON" nvrtc.py "$NVRTC" "$CUDA_INCLUDE" /dev/stdout | write nvrtc_12.9.ptx "NVRTC 12.9.86 --gpu-architecture=compute_80, suite.cu"
fi
for python in ${TRITON:-}; do "$python" triton_kernels.py; done
if [ -n "${NUMBA:-}" ]; then "$NUMBA" numba_kernels.py; fi
