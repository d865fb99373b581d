#!/usr/bin/env bash
# SGLang's own choice of attention backends, out of its wheel, against tables/sglang-attention.ini (the default of
# everybody) and tables/sglang-models.ini (what an architecture asks for): one process for each machine (platform, SM,
# CUDA, FlashInfer), third-party modules stubbed (stubs.py), its predicates checked against the facts, and no stub asked
# while a cell is decided.  RECORD=1 also writes the samples that `make check` looks at.
set -u
cd "$(dirname "$0")/../../.." || exit 1
turnout=${TURNOUT:-out/bin/turnout}
here=tests/conformance/sglang
version=${SGLANG:-0.5.23}
work=out/conformance/sglang
root=$work/$version
python=out/conformance/venv/bin/python
mkdir -p "$work/rows" out/conformance/download

pass=0 fail=0
ok() { pass=$((pass + 1)); }
no() {
    fail=$((fail + 1))
    printf 'FAILED: %s\n' "$1"
    [ -z "${2:-}" ] || head -n 40 "$2" | sed 's/^/    /'
}
skipped() { # nothing can be said without the package
    echo "skipped: $1"
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
}
finish() {
    echo "$pass passed, $fail failed"
    exit $((fail > 0))
}

# ---- the package, and the few small modules that are real
wheel=$(bash tests/conformance/fetch.sh sglang "$version" 2>"$work/log")
case $? in
0) ;;
3) skipped "sglang $version: the package index cannot be reached" ;;
*) no "download of sglang $version" "$work/log"; finish ;;
esac
if ! "$python" -c 'import msgspec, numpy, packaging, typing_extensions' 2>/dev/null; then
    "$python" -m pip install --quiet --disable-pip-version-check --retries 2 msgspec numpy packaging typing_extensions \
        >"$work/log" 2>&1 || skipped 'msgspec, numpy, packaging and typing_extensions cannot be installed'
fi
[ -d "$root" ] || "$python" - "$root" "$wheel" <<'P' || finish
import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[2])
wheel.extractall(sys.argv[1], [name for name in wheel.namelist() if name.endswith(".py")])
P
ok

# ---- every machine of the matrix
machine() {
    # shellcheck disable=SC2086
    "$python" -W ignore $here/${1%% *}.py "$root" ${1#* } >"$work/rows/${1// /-}.csv" 2>"$work/rows/${1// /-}.log" ||
        echo "$1" >>"$work/failed"
}
export -f machine
export python here root work
rm -f "$work/failed" "$work"/rows/*
{
    for cuda in 12.1 12.6 12.8; do
        for sm in 75 80 86 87 89 90 100 103 107 110 120 121; do
            [ $cuda = 12.8 ] || [ $sm -ge 90 ] || continue
            for flashinfer in yes no; do echo "attention cuda $sm $cuda $flashinfer"; done
        done
    done
    echo 'attention hip 0 12.8 no'
    echo 'attention mps 0 12.8 no'
    for cuda in 12.6 12.8 13.0; do
        for sm in 75 80 86 89 90 100 103 107 110 120 121; do
            [ $cuda = 12.8 ] || [ $sm -ge 90 ] && echo "models cuda $sm $cuda"
        done
    done
    echo 'models hip 0 12.8'
} >"$work/machines"
xargs -d '\n' -P 2 -I{} bash -c 'machine "{}"' <"$work/machines"
if [ -s "$work/failed" ]; then
    while read -r machine; do
        no "predicates and stubs of $machine" "$work/rows/${machine// /-}.log"
    done <"$work/failed"
    finish
fi
ok
# ---- the tables, by eval
for program in attention models; do
    name=sglang-$program all=$work/$program.csv
    head -q -n 1 "$work/rows/$program"-*.csv | head -n 1 >"$all"
    tail -q -n +2 "$work/rows/$program"-*.csv >>"$all"
    if "$python" tests/conformance/compare.py "$turnout" "tables/$name.ini" "$all" >"$work/log" 2>&1; then
        cat "$work/log"
        ok
    else
        no "SGLang and turnout eval agree: $name" "$work/log"
    fi
    # the sample: inputs and answers only
    answers=$(head -n 1 "$all" | tr , '\n' | grep -n '^=' | tail -n 1 | cut -d: -f1)
    awk 'NR == 1 || NR % 97 == 0' "$all" | cut -d, -f1-"$answers" | gzip -9nc >"$work/$name.csv.gz"
    if [ -n "${RECORD:-}" ]; then
        cp "$work/$name.csv.gz" tests/conformance/
        sed -i "/^$name /d" tests/conformance/recorded.txt
        echo "$name $(bash tests/conformance/hash.sh "tables/$name.ini")" >>tests/conformance/recorded.txt
    elif zcmp -s "$work/$name.csv.gz" "tests/conformance/$name.csv.gz"; then
        ok
    else
        no "the recorded sample of $name is what SGLang says; RECORD=1 $here/run.sh writes it anew"
    fi
done

# ---- the header
header() {
    "$turnout" compile -o "$work" tables/sglang-attention.ini &&
        gcc -std=c11 -O1 -I"$work" -o "$work/header" tests/tables/header.c &&
        awk -F, 'NR > 1 && !($1 ~ /^Whisper/ && ($6 == "yes" || $7 == "yes"))' "$work/attention.csv" | # never cells
        cut -d, -f1-16 | "$work/header"
}
if header >"$work/log" 2>&1; then
    echo "sglang-attention.h: $(tail -n 1 "$work/log"), 0 differ"
    ok
else
    no 'SGLang and the header agree' "$work/log"
fi
# ---- the emitted shim: it fills what the user left unset, and SGLang then comes to what it comes to without it
shim() {
    # shellcheck disable=SC2086
    SHIM=$work/shim "$python" -W ignore $here/attention.py "$root" $1 >"$work/shim/${1// /-}.log" 2>&1 || echo "$1" >>"$work/shim/failed"
}
export -f shim
rm -rf "$work/shim"
if "$turnout" compile --target sglang -o "$work/shim" tables/sglang-attention.ini >"$work/log" 2>&1; then
    {
        for sm in 75 90 100 103 120; do
            for flashinfer in yes no; do echo "cuda $sm 12.8 $flashinfer"; done
        done
        echo 'cuda 90 12.1 yes'
        echo 'hip 0 12.8 no'
        echo 'mps 0 12.8 no'
    } | xargs -d '\n' -P 2 -I{} bash -c 'shim "{}"'
    if [ -s "$work/shim/failed" ]; then
        while read -r machine; do
            no "the shim on $machine" "$work/shim/${machine// /-}.log"
        done <"$work/shim/failed"
    else
        ok
        echo "sglang_attention_shim.py: $(cat "$work"/shim/*.log | awk '{c += $1; f += $3} END {print c " cells, " f " fields filled, 0 differ"}')"
    fi
    if TRIP=shim SHIM=$work/shim "$python" -W ignore $here/attention.py "$root" cuda 90 12.8 yes 2>&1 | grep -q '^SGLang comes to'; then
        ok
    else
        no 'a shim that fills something else is noticed'
    fi
else
    no 'the shim' "$work/log"
fi
echo 'what its own validators say of its own choice:'
awk -F, 'NR > 1 && ($17 != "" || $18 != "") {print $15 ": " ($17 != "" ? $17 : $18)}' "$work/attention.csv" | sort | uniq -c |
    sort -rn | cut -c1-140

# ---- both safety nets, and the comparison, can fail
trip() { # NAME WORD-OF-THE-MESSAGE
    if TRIP=$1 "$python" -W ignore $here/attention.py "$root" cuda 90 12.8 yes 2>&1 >/dev/null | grep -q "$2" &&
        TRIP=$1 "$python" -W ignore $here/models.py "$root" cuda 90 12.8 2>&1 >/dev/null | grep -q "$2"; then
        ok
    else
        no "a wrong $1 is noticed"
    fi
}
trip predicate '^predicates of'
trip stub '^a stub decided'

finish
