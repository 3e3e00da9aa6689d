#!/usr/bin/env bash
# Installs the pinned CUDA compiler and assemblers below .tools/cuda. Only
# `make kernels` and `make kernels-check` need them: the PTX is committed.
# Needs python3 with venv and pip, and gcc for the preprocessor. No GPU, no root.
set -euo pipefail
cd "$(dirname "$0")/.."

dir=.tools/cuda
# The compiler with what it calls, and the disassembler; then the last
# assembler that knows the architectures older than sm_75.
packages=(
  nvidia-cuda-nvcc==13.5.37
  nvidia-cuda-crt==13.5.37
  nvidia-nvvm==13.5.37
  nvidia-cuda-runtime==13.5.37
  nvidia-cuda-cccl==13.3.5.0.6
  nvidia-cuda-nvdisasm==13.5.37
  nvidia-cuda-nvcc-cu12==12.9.86
)

fail() {
  echo "cuda-toolchain: $*" >&2
  exit 1
}

# A package is there when pip has written its record.
complete() {
  local package
  for package in "${packages[@]}"; do
    local name=${package%%==*}
    compgen -G "$dir/lib/python3*/site-packages/${name//-/_}-${package##*==}.dist-info/RECORD" >/dev/null || return 1
  done
}

[ "$(uname -sm)" = "Linux x86_64" ] || fail "the pinned compiler runs on Linux x86_64 only, this is $(uname -sm)"
command -v gcc >/dev/null || fail "gcc is missing: nvcc needs it to preprocess (Debian: apt-get install gcc g++)"
if complete; then exit 0; fi

command -v python3 >/dev/null || fail "python3 is missing (Debian: apt-get install python3 python3-venv)"
[ -x "$dir/bin/pip" ] || python3 -m venv --clear "$dir" ||
  fail "python3 cannot make a virtual environment in $dir (Debian: apt-get install python3-venv)"
"$dir/bin/pip" install --quiet --disable-pip-version-check --no-deps "${packages[@]}" ||
  fail "pip could not install the compiler into $dir: is the package index reachable?"
complete || fail "pip ended well, but $dir is not complete: remove it and try again"
