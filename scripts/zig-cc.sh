#!/bin/sh
# The C compiler of the release archives: zig-cc.sh TARGET [ARGUMENT…], such as
# x86_64-linux-gnu.2.28. ZIG is the compiler (scripts/zig.sh).
#
# The binding to NVML leaves its functions open until the library is opened, by
# --unresolved-symbols, which zig does not hand to its linker. So such a link is
# made by the linker itself, with the command that zig shows and that flag. The
# binding to CUDA asks for the headers and libraries of this host, which are not
# the target's.
set -eu

target=$1
shift
open='' count=$#
while [ "$count" -gt 0 ]; do
  case $1 in
    -Wl,--unresolved-symbols=*) open=${1#-Wl,} ;;
    -I/usr/* | -L/usr/* | -I/opt/* | -L/opt/*) ;;
    *) set -- "$@" "$1" ;;
  esac
  shift
  count=$((count - 1))
done
[ -n "$open" ] || exec "$ZIG" cc -target "$target" "$@"

# zig's own try fails for the functions that are open; what it shows is asked for.
shown=$(ZIG_VERBOSE_LINK=1 "$ZIG" cc -target "$target" "$@" 2>&1) || true
link=$(printf '%s\n' "$shown" | grep '^ld\.lld ' | tail -n 1) || true
[ -n "$link" ] || {
  printf '%s\n' "$shown" >&2
  exit 1
}
# shellcheck disable=SC2086 # a command in one line; no path of it has a space
exec "$ZIG" $link "$open"
