#!/usr/bin/env bash
# The real tables by size, as a table in Markdown: rules and refusals, inputs, cells of one output's domain, bytes of the
# header, instructions of a look-up (callgrind, gcc -O2, over 4,096 cells), and lines of the code that the table copies,
# where tests/conformance has downloaded it ("-" without).  With --times also the seconds of processor time that check and
# compile take.
# usage: sizes.sh [--times] TABLE...
set -u
cd "$(dirname "$0")/../.." || exit 1
turnout=${TURNOUT:-out/bin/turnout}
work=out/scratch/sizes
mkdir -p "$work"
times=
[ "${1:-}" != --times ] || { times=1 && shift; }
echo "| table | rules | inputs | cells | header bytes | instructions a call | lines of the original |${times:+ check s | compile s |}"
echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: |${times:+ ---: | ---: |}"
for name in "$@"; do
    table=tables/$name.ini
    checked=$( (TIMEFORMAT=%U && time "$turnout" check "$table" >"$work/log" 2>&1) 2>&1)
    compiled=$( (TIMEFORMAT=%U && time "$turnout" compile -o "$work" "$table" >"$work/log" 2>&1) 2>&1)
    [ -s "$work/$name.h" ] || { echo "sizes: $table does not compile" >&2 && exit 1; }
    read -r cells lines < <(python3 tests/conformance/sizes.py "$turnout" "$work" "$name")
    [ -n "${lines:-}" ] || exit 1
    gcc -std=c11 -O2 -I"$work" -o "$work/look" "$work/look.c" 2>"$work/log" || { cat "$work/log" >&2 && exit 1; }
    calls() { valgrind --tool=callgrind --callgrind-out-file="$work/out" "$work/look" "$1" 2>&1 | sed -n 's/.*Collected : //p'; }
    echo "| $name | $(grep -cE '^\[(rule|refuse) ' "$table") | $(grep -c '^\[input ' "$table") | $cells |" \
        "$(stat -c %s "$work/$name.h") | $((($(calls 4096) - $(calls 0)) / 4096)) | $lines |${times:+ $checked | $compiled |}"
done
