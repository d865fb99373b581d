#!/usr/bin/env bash
# FlashInfer's own decorators, out of its wheel, against tables/flashinfer-support.ini: every (API, backend, SM); and what
# mm_fp4 offers for backend="auto", against tables/flashinfer-mm-fp4.ini.  The stubs and the comparison of the header are vLLM's (tests/conformance/vllm).  RECORD=1 also writes the sample that
# `make check` looks at.
set -u
cd "$(dirname "$0")/../../.." || exit 1
turnout=${TURNOUT:-out/bin/turnout}
here=tests/conformance/flashinfer
version=${FLASHINFER:-0.7.4}
work=out/conformance/flashinfer
root=$work/$version
name=flashinfer-support
. tests/conformance/start.sh

# ---- the package, and the few small modules that are real
unpack "$root" flashinfer-python "$version" --only-binary :all:
modules msgspec numpy packaging typing_extensions regex || { no 'the modules that are real' "$work/log"; finish; }
ok

# ---- the sets, on machines that must not matter
all=$work/support.csv
for machine in '100 13.0' '90 12.8'; do
    # shellcheck disable=SC2086
    if "$python" -W ignore $here/support.py "$root" $machine >"$work/machine.csv" 2>"$work/log"; then
        [ "$machine" = '100 13.0' ] && cp "$work/machine.csv" "$all"
        cmp -s "$work/machine.csv" "$all" && ok || no "the sets do not depend on the machine: $machine"
    else
        no "every module imports, and no stub is asked: $machine" "$work/log"
    fi
done

# ---- mm_fp4 with backend="auto"
machine() {
    "$python" -W ignore $here/mm_fp4.py "$root" "$1" >"$work/rows/$1.csv" 2>"$work/rows/$1.log" || echo "$1" >>"$work/failed"
}
export -f machine
export python here root work
mkdir -p "$work/rows" && rm -f "$work/failed" "$work"/rows/*
printf '%s\n' 75 90 100 101 103 107 110 120 121 130 | xargs -P 2 -I{} bash -c 'machine {}'
if [ -s "$work/failed" ]; then
    no "mm_fp4 on SM $(head -n 1 "$work/failed")" "$work/rows/$(head -n 1 "$work/failed").log"
    finish
fi
ok
fp4=$work/mm_fp4.csv
head -n 1 "$work/rows/100.csv" >"$fp4"
tail -q -n +2 "$work"/rows/*.csv >>"$fp4"

# ---- the tables
compare() { # TABLE CSV AWK-CONDITION-OF-THE-SAMPLE EVERY
    if bash tests/conformance/vllm/header.sh "$1" "$2" "$work" >"$work/log" 2>&1; then
        tail -n 1 "$work/log"
        ok
    else
        no "FlashInfer and the header agree: $1" "$work/log"
    fi
    awk -v n="$4" 'NR == 1 || NR % n == 0' "$2" >"$work/eval.csv"
    if "$python" tests/conformance/compare.py "$turnout" "tables/$1.ini" "$work/eval.csv" >"$work/log" 2>&1; then
        cat "$work/log"
        ok
    else
        no "FlashInfer and turnout eval agree: $1" "$work/log"
    fi
    awk -F, "NR == 1 || $3" "$2" | gzip -9nc >"$work/$1.csv.gz"
    if [ -n "${RECORD:-}" ]; then
        cp "$work/$1.csv.gz" tests/conformance/
        sed -i "/^$1 /d" tests/conformance/recorded.txt
        echo "$1 $(bash tests/conformance/hash.sh "tables/$1.ini")" >>tests/conformance/recorded.txt
    elif zcmp -s "$work/$1.csv.gz" "tests/conformance/$1.csv.gz"; then
        ok
    else
        no "the recorded sample of $1 is what FlashInfer says; RECORD=1 $here/run.sh writes it anew"
    fi
}
compare $name "$all" '$4 != "no" || NR % 13 == 0' 1 # all that is supported
compare flashinfer-mm-fp4 "$fp4" 'NR % 97 == 0' 19

# ---- the safety net and the comparison can fail
if TRIP=stub "$python" -W ignore $here/support.py "$root" 100 13.0 2>&1 >/dev/null | grep -q '^a stub decided' &&
    TRIP=stub "$python" -W ignore $here/mm_fp4.py "$root" 100 2>&1 >/dev/null | grep -q '^a stub decided'; then
    ok
else
    no 'a stub that decides is noticed'
fi
sed 's/^mm_fp4,cudnn,100,yes$/mm_fp4,cudnn,100,no/' "$all" >"$work/wrong.csv"
if ! "$python" tests/conformance/compare.py "$turnout" tables/$name.ini "$work/wrong.csv" >"$work/log" 2>&1 &&
    grep -q 'api=mm_fp4 backend=cudnn sm=100' "$work/log"; then
    ok
else
    no 'a wrong entry is found, as boxes' "$work/log"
fi
finish
