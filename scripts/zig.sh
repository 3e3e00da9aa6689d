#!/usr/bin/env bash
# Installs the pinned C compiler of the release archives below .tools/zig and
# prints its path. It links for either architecture against an old C library, so
# that the program starts on hosts of 2018 and later. Needs python3 with venv and
# pip; no root.
set -euo pipefail
cd "$(dirname "$0")/.."

dir=.tools/zig
version=0.17.1

fail() {
  echo "zig: $*" >&2
  exit 1
}

binary() { compgen -G "$PWD/$dir-$version/lib/python3*/site-packages/ziglang/zig"; }

if ! binary >/dev/null; then
  command -v python3 >/dev/null || fail "python3 is missing (Debian: apt-get install python3 python3-venv)"
  work=$(mktemp -d "$PWD/.tools/zig.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  python3 -m venv "$work" >&2 || fail "cannot make a virtual environment (Debian: apt-get install python3-venv)"
  "$work/bin/pip" install --quiet --disable-pip-version-check --no-deps "ziglang==$version" >&2 || fail "cannot install ziglang $version"
  mv -T "$work" "$dir-$version"
fi
binary
