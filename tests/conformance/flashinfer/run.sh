#!/usr/bin/env bash
# FlashInfer's own decorators, out of its wheel, against tables/flashinfer-support.ini: every (API, backend, SM); and what
# its functions choose for backend="auto", against the other tables/flashinfer-*.ini.  The stubs and the comparison of the
# header are vLLM's (tests/conformance/vllm).  RECORD=1 also writes the samples that `make check` looks at; SCRIPTS="gemm decode"
# runs some of the programs here only.
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

# ---- what is chosen for backend="auto": one process for each GPU
machine() { # SCRIPT SM
    "$python" -W ignore "$here/$1.py" "$root" "$2" >"$work/rows/$1-$2.csv" 2>"$work/rows/$1-$2.log" ||
        echo "$1-$2" >>"$work/failed"
}
export -f machine
export python here root work
rm -rf "$work/rows" "$work/failed" && mkdir -p "$work/rows"
scripts=${SCRIPTS:-mm_fp4 gemm prefill decode mla mla_order topk gdn_decode}
for script in $scripts; do
    printf '%s\n' 75 80 86 87 89 90 100 101 103 107 110 120 121 130 | xargs -P 2 -I{} bash -c "machine $script {}"
    if [ -s "$work/failed" ]; then
        no "$(head -n 1 "$work/failed")" "$work/rows/$(head -n 1 "$work/failed").log"
        finish
    fi
    ok
    head -n 1 "$work/rows/$script-100.csv" >"$work/$script.csv"
    tail -q -n +2 "$work/rows/$script"-*.csv >>"$work/$script.csv"
done

# ---- the tables
compare() { # TABLE CSV AWK-CONDITION-OF-THE-SAMPLE CSV-PER-MACHINE...
    if bash tests/conformance/vllm/header.sh "$1" "$2" "$work" >"$work/log" 2>&1; then
        tail -n 1 "$work/log"
        ok
    else
        no "FlashInfer and the header agree: $1" "$work/log"
    fi
    if printf '%s\n' "${@:4}" |
        xargs -P 2 -n 1 "$python" tests/conformance/compare.py "$turnout" "tables/$1.ini" >"$work/log" 2>&1; then
        echo "$1.ini: $(($(wc -l <"$2") - 1)) cells by turnout eval, 0 differ"
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
compare $name "$all" '$4 != "no" || NR % 13 == 0' "$all" # all that is supported
for script in $scripts; do
    every=199
    [ $script = mla_order ] && every=23 # few, and of many kinds
    compare "flashinfer-${script//_/-}" "$work/$script.csv" "NR % $every == 0" "$work/rows/$script"-*.csv
done

# ---- the safety net and the comparison can fail
for script in support $scripts; do
    if TRIP=stub "$python" -W ignore "$here/$script.py" "$root" 100 13.0 2>&1 >/dev/null | grep -q '^a stub decided'; then
        ok
    else
        no "a stub that decides is noticed: $script"
    fi
done
sed 's/^mm_fp4,cudnn,100,yes$/mm_fp4,cudnn,100,no/' "$all" >"$work/wrong.csv"
if ! "$python" tests/conformance/compare.py "$turnout" tables/$name.ini "$work/wrong.csv" >"$work/log" 2>&1 &&
    grep -q 'api=mm_fp4 backend=cudnn sm=100' "$work/log"; then
    ok
else
    no 'a wrong entry is found, as boxes' "$work/log"
fi
finish
