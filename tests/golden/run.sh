#!/usr/bin/env bash
# Golden files: what `turnout check` says of every tests/golden/NAME.ini, against NAME.out (its last line is the exit
# status).  BLESS=1 rewrites the .out files: read the difference before committing it.
#   run.sh [NAME...]   only these
set -u
cd "$(dirname "$0")/../.."
turnout=${TURNOUT:-out/bin/turnout}
[ -x out/san/turnout ] && [ -z "${TURNOUT:-}" ] && turnout=out/san/turnout
passed=0 failed=0
made=out/golden
mkdir -p "$made"

names=("$@")
[ $# -gt 0 ] || for ini in tests/golden/*.ini; do names+=("$(basename "$ini" .ini)"); done
for name in "${names[@]}"; do
    ini=tests/golden/$name.ini want=tests/golden/$name.out got=$made/$name.out
    "$turnout" check -I tables "$ini" >"$got" 2>&1
    echo "exit $?" >>"$got"
    if [ -n "${BLESS:-}" ] && ! cmp -s "$got" "$want"; then
        cp "$got" "$want"
        echo "blessed $want"
    fi
    if diff -u "$want" "$got"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done
# a .out whose table is gone tests nothing
for out in tests/golden/*.out; do
    [ -e "${out%.out}.ini" ] || { echo "golden: $out has no table"; failed=$((failed + 1)); }
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
