#!/usr/bin/env bash
# Builds the header and the archive that stand in for the CUDA toolkit, and
# prints the folder that holds both, for -I and -L. Takes a second, and nothing
# where it has been done before. CC and AR say with what (default cc and ar),
# CC also for which system, such as "zig cc -target aarch64-linux-gnu.2.28".
#
# The folder's name is made from what it is built from: Go does not look into an
# archive, so that only another name makes it link anew.
set -euo pipefail
cd "$(dirname "$0")/.."

cc=${CC:-cc}
flags=(-O2 -g -fPIC -fvisibility=hidden -Wall -Wextra -Werror)
abi=cuda/nvidia/abi
key=$({ echo "$cc ${flags[*]}"; cat "$abi"/include/*.h "$abi"/lib/*.c; } | cksum | cut -d ' ' -f 1)
folder=$PWD/bin/abi/$key

if [ ! -e "$folder/libcuda.a" ]; then
  mkdir -p "$PWD/bin/abi"
  work=$(mktemp -d "$PWD/bin/abi/building.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  cp "$abi"/include/*.h "$work/"
  # shellcheck disable=SC2086 # both may be a command with arguments
  $cc "${flags[@]}" -I "$work" -c "$abi/lib/table.c" -o "$work/table.o"
  ${AR:-ar} rcs "$work/libcuda.a" "$work/table.o"
  chmod 755 "$work"
  mv -T "$work" "$folder" 2>/dev/null || [ -e "$folder/libcuda.a" ] # another build may have been faster
fi
echo "$folder"
