#!/bin/sh
# Checks a machine that has a GPU and the ridgeline binary, and nothing else:
#   gpu-check.sh SECONDS [FOLDER]
# What devices there are, whether the driver answers as it must, whether every
# case gives the right result, then the quick preset, then the standard one as
# far as the time goes. All output goes into FOLDER, which must be new; its
# summary.txt says how each step ended. No setting of the GPU is changed.
#
# RIDGELINE is the binary (default: beside this script, in bin/ beside its
# folder, or in PATH), RIDGELINE_DEVICE the device (default gpu), such as a UUID
# or virtual:h100-sxm.
#
# Exit code: 0 fine, 1 the driver or a case gave a wrong answer, 2 usage, 3 no
# usable GPU, 4 driver present but broken, 5 a step did not finish in its time
# or refused a measurement.
set -u

usage() {
  echo "usage: $0 SECONDS [FOLDER]: $1" >&2
  exit 2
}

find_binary() {
  here=$(cd "$(dirname "$0")" && pwd)
  for candidate in "${RIDGELINE:-}" "$here/ridgeline" "$here/../bin/ridgeline" ridgeline; do
    if command -v "$candidate" >/dev/null 2>&1; then
      command -v "$candidate"
      return
    fi
    [ -z "$candidate" ] || [ "$candidate" != "${RIDGELINE:-}" ] || usage "RIDGELINE=$candidate is no program"
  done
  usage "there is no ridgeline here; name it with RIDGELINE"
}

now() { date +%s; }
left() { echo $((end - $(now))); }

# worse keeps the exit code that matters most: a wrong answer, or a program that
# broke, before an unfinished step.
worse() {
  case $1 in
    0) ;;
    5 | 124 | 137) [ "$verdict" -ne 0 ] || verdict=5 ;;
    *) verdict=1 ;;
  esac
}

# step NAME SECONDS COMMAND…: runs with a limit, keeps what it prints in
# NAME.txt and NAME.log, and puts its exit code into $code.
step() {
  name=$1 limit=$2 begun=$(now)
  shift 2
  timeout --signal=INT --kill-after=20 "$limit" "$@" >"$out/$name.txt" 2>"$out/$name.log" </dev/null
  code=$?
  say "$name: $(meaning "$code"), after $(($(now) - begun)) of $limit s"
  worse "$code"
}

meaning() {
  case $1 in
    0) echo "fine" ;;
    1) echo "WRONG: an expectation failed" ;;
    3) echo "no usable GPU" ;;
    4) echo "the driver does not work" ;;
    5) echo "INCOMPLETE: see the report" ;;
    124 | 137) echo "INCOMPLETE: ended at the limit" ;;
    *) echo "FAILED with exit code $1" ;;
  esac
}

say() { echo "$1" | tee -a "$out/summary.txt"; }

# measure NAME SECONDS ARGUMENT…: a run with its document. A case that failed is
# a wrong answer, whatever else is missing.
measure() {
  name=$1 limit=$2
  shift 2
  if [ "$limit" -lt 2 ]; then
    say "$name: NOT RUN, $(left) s are left"
    worse 5
    return
  fi
  # A run ends after its budget with the point that it is at, or in the middle
  # of one when all the time is gone. It writes its document then as well.
  fence=$((limit + 10))
  [ "$fence" -lt "$(left)" ] || fence=$(left)
  step "$name" "$fence" "$ridgeline" run --quiet --device "$device" --budget "${limit}s" --out "$out/$name.json" "$@"
  if [ -e "$out/$name.json" ] && grep -q '"outcome": "failed"' "$out/$name.json"; then
    say "$name: WRONG: $(grep -c '"outcome": "failed"' "$out/$name.json") points failed"
    worse 1
  fi
}

case $# in
  1 | 2) ;;
  *) usage "needs the time to take" ;;
esac
case $1 in
  '' | *[!0-9]* | 0*) usage "$1 is not a whole number of seconds" ;;
esac
ridgeline=$(find_binary) || exit
device=${RIDGELINE_DEVICE:-gpu}
out=${2:-gpu-check-$(date -u +%Y%m%dT%H%M%SZ)}
[ ! -e "$out" ] || usage "$out is there already"
mkdir -p "$out" || exit 2
end=$(($(now) + $1)) verdict=0

say "$("$ridgeline" --version), device $device, $1 s"
step devices 30 "$ridgeline" devices
step conformance "$(($1 / 4 + 30))" "$ridgeline" devices --check "$device"
case $code in
  2 | 3 | 4) exit "$code" ;;
esac
# Every case once, with the fewest samples: it is the results that are asked for.
measure verification "$(($(left) / 3))" --preset quick --precision 0.5 '*/*'
measure quick "$(($(left) / 2))" --preset quick
measure standard "$(left)" --preset standard
say "all in $out"
exit "$verdict"
