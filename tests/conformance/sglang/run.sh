#!/usr/bin/env bash
# SGLang's own choices, out of its wheels.  0.5.23 in parts, over a whole matrix: tables/sglang-attention.ini (the default
# of everybody) and sglang-models.ini (what an architecture asks for).  Four releases whole, from arguments to the end of
# start-up, over a sample: sglang.ini (attention backends) and sglang-start.ini and sglang-flags.ini (what follows); over another one
# sglang-quantization.ini, sglang-moe.ini (MoE runner, all-to-all) and sglang-moe-start.ini; sglang-dsa.ini (the
# backends inside DeepSeek sparse attention); and sglang-user-attention.ini and sglang-user-start.ini (the user's own flags
# of attention).  One process for each machine
# (platform, SM, CUDA, FlashInfer), third-party modules stubbed (stubs.py), the package's predicates checked against the
# facts, and no stub asked while a cell is decided.  RECORD=1 also writes the samples that `make check` looks at.
# PARTS=N: the whole start-up is asked for one cell in N, for a quick look; without it all are asked (drift.sh: one in 48),
# 1.7 million starts in a quarter of an hour on two cores.  CELLS=N: as
# many cells are drawn on each machine for the tables of MoE and quantization, a third as many for the user's flags.
# ONLY=PROGRAM: of attention, models, server, moe, dsa and user, that one alone.  DRIFT=VERSION: drift.sh's, that release alone.
set -u
cd "$(dirname "$0")/../../.." || exit 1
turnout=${TURNOUT:-out/bin/turnout}
here=tests/conformance/sglang
version=${SGLANG:-0.5.23}
releases=(0.5.12.post1 0.5.13 0.5.18 "$version")
parts=${PARTS:-1}
cells=${CELLS:-1500}
[ -z "${DRIFT:-}" ] || { releases=("$DRIFT") && ONLY=server parts=${PARTS:-48}; }
work=out/conformance/sglang
root=$work/$version
. tests/conformance/start.sh
mkdir -p "$work/rows"

# ---- the package, and the few small modules that are real
for release in "${releases[@]}"; do unpack "$work/$release" sglang "$release"; done
modules msgspec numpy packaging typing_extensions || skipped 'msgspec, numpy, packaging and typing_extensions cannot be installed'
ok

# ---- every machine of the matrix
machine() { # PROGRAM VERSION ARGUMENT...
    local rows=$work/rows/${1// /-} program version more
    read -r program version more <<<"$1"
    case $program in server | moe | dsa | user) more="$version $more $rows" ;; esac
    # shellcheck disable=SC2086
    "$python" -W ignore "$here/$program.py" "$work/$version" $more >"$rows.csv" 2>"$rows.log" || echo "$1" >>"$work/failed"
    case $program in server | moe | dsa | user) rm "$rows.csv" ;; esac
}
export -f machine
export python here work
rm -f "$work/failed" "$work"/rows/*
{
    for cuda in 12.1 12.6 12.8; do
        for sm in 75 80 86 87 89 90 100 103 107 110 120 121; do
            [ $cuda = 12.8 ] || [ $sm -ge 90 ] || continue
            for flashinfer in yes no; do echo "attention $version cuda $sm $cuda $flashinfer"; done
        done
    done
    echo "attention $version hip 0 12.8 no"
    echo "attention $version mps 0 12.8 no"
    for cuda in 12.6 12.8 13.0; do
        for sm in 75 80 86 89 90 100 103 107 110 120 121; do
            [ $cuda = 12.8 ] || [ $sm -ge 90 ] && echo "models $version cuda $sm $cuda"
        done
    done
    echo "models $version hip 0 12.8"
    part=0
    for release in "${releases[@]}"; do
        for one in 'cuda 75 12.8' 'cuda 80 12.8' 'cuda 86 12.6' 'cuda 89 12.8' 'cuda 90 12.8' 'cuda 90 12.1' \
            'cuda 100 12.8' 'cuda 100 12.6' 'cuda 103 13.0' 'cuda 107 13.0' 'cuda 110 13.0' 'cuda 110 12.6' \
            'cuda 120 12.8' 'cuda 121 13.0' 'cuda 120 12.6' 'hip 0 12.8'; do
            echo "server $release $one $((part += 1)) $parts"
            echo "moe $release $one $part $cells"
            echo "dsa $release $one"
            echo "user $release $one $part $((cells / 3))"
        done
    done
} | grep "^${ONLY:-}" >"$work/machines"
xargs -d '\n' -P 2 -I{} bash -c 'machine "{}"' <"$work/machines"
if [ -s "$work/failed" ]; then
    while read -r machine; do
        no "predicates and stubs of $machine" "$work/rows/${machine// /-}.log"
    done <"$work/failed"
    finish
fi
ok

# ---- the tables, by eval
answers() { # TABLE: the column of its last answer, in $answers; false: it was not asked
    [ -s "$work/$1.csv" ] && answers=$(head -n 1 "$work/$1.csv" | tr , '\n' | grep -n '^=' | tail -n 1 | cut -d: -f1)
}
agree() { # TABLE STEP FILE...: every row of the files against the table, and every STEP-th is the recorded sample
    local name=$1 step=$2 all=$work/$1.csv
    shift 2
    [ -e "$1" ] || return # not asked
    head -q -n 1 "$@" | head -n 1 >"$all"
    tail -q -n +2 "$@" >>"$all"
    if "$python" tests/conformance/compare.py "$turnout" "tables/$name.ini" "$all" >"$work/log" 2>&1; then
        cat "$work/log"
        ok
    else
        no "SGLang and turnout eval agree: $name" "$work/log"
    fi
    answers "$name" # the sample: these and the inputs only
    awk -v step="$step" 'NR == 1 || NR % step == 0' "$all" | cut -d, -f1-"$answers" | gzip -9nc >"$work/$name.csv.gz"
    if [ -n "${RECORD:-}" ]; then
        cp "$work/$name.csv.gz" tests/conformance/
        sed -i "/^$name /d" tests/conformance/recorded.txt
        echo "$name $(bash tests/conformance/hash.sh "tables/$name.ini")" >>tests/conformance/recorded.txt
        LC_ALL=C sort -o tests/conformance/recorded.txt tests/conformance/recorded.txt
    elif [ -n "${PARTS:-}${CELLS:-}" ] && [[ ! $name =~ ^sglang-(attention|models|dsa)$ ]]; then
        echo "another PARTS or CELLS: the recorded sample of $name is not looked at"
    elif zcmp -s "$work/$name.csv.gz" "tests/conformance/$name.csv.gz"; then
        ok
    else
        no "the recorded sample of $name is what SGLang says; RECORD=1 $here/run.sh writes it anew"
    fi
}
if [ -n "${DRIFT:-}" ]; then
    status=0
    for table in sglang sglang-start; do
        head -q -n 1 "$work"/rows/server-*-$table.csv | head -n 1 >"$work/$table.csv"
        tail -q -n +2 "$work"/rows/server-*-$table.csv >>"$work/$table.csv"
        "$python" tests/conformance/drift.py "$turnout" "tables/$table.ini" "$DRIFT" "$work/$table.csv" out/drift || status=1
    done
    exit $status
fi
agree sglang-attention 97 "$work"/rows/attention-*.csv
agree sglang-models 97 "$work"/rows/models-*.csv
agree sglang 337 "$work"/rows/server-*-sglang.csv
agree sglang-start 337 "$work"/rows/server-*-sglang-start.csv
agree sglang-flags 37 "$work"/rows/server-*-sglang-flags.csv
agree sglang-dsa 29 "$work"/rows/dsa-*-sglang-dsa.csv
for table in sglang-user-attention sglang-user-start; do agree $table 67 "$work"/rows/user-*-"$table".csv; done
for table in sglang-quantization sglang-moe sglang-moe-start; do agree $table 29 "$work"/rows/moe-*-"$table".csv; done

# ---- the headers
if [ -z "${ONLY:-}" ] || [ "$ONLY" != attention ]; then
    for table in sglang sglang-start sglang-flags sglang-dsa sglang-user-attention sglang-user-start sglang-quantization sglang-moe sglang-moe-start; do
        answers "$table" || continue
        cut -d, -f1-"$answers" "$work/$table.csv" >"$work/answers.csv"
        if bash tests/conformance/vllm/header.sh "$table" "$work/answers.csv" "$work" >"$work/log" 2>&1; then
            tail -n 1 "$work/log"
            ok
        else
            no "SGLang and the header agree: $table" "$work/log"
        fi
    done
fi
header() {
    "$turnout" compile -o "$work" tables/sglang-attention.ini &&
        gcc -std=c11 -O1 -I"$work" -o "$work/header" tests/tables/header.c &&
        awk -F, 'NR > 1 && !($1 ~ /^Whisper/ && ($6 == "yes" || $7 == "yes"))' "$work/sglang-attention.csv" | # never cells
        cut -d, -f1-16 | "$work/header"
}
refusals() { # what the validators say, most frequent first
    awk -F, "$@" | sed -E 's/(Currently only ).*( attention backends are)/\1...\2/; s/for [A-Z][A-Za-z0-9_]* /for ... /' |
        cut -c1-140 | sort | uniq -c | sort -rn | head -n 20
}
if [ -z "${ONLY:-}" ] || [ "$ONLY" = attention ]; then
    if header >"$work/log" 2>&1; then
        echo "sglang-attention.h: $(tail -n 1 "$work/log"), 0 differ"
        ok
    else
        no 'SGLang and the header agree' "$work/log"
    fi
    echo 'what the guards of the registry say of the default:'
    refusals 'NR > 1 && ($17 != "" || $18 != "") {print $15 ": " ($17 != "" ? $17 : $18)}' "$work/sglang-attention.csv"
fi
if [ -z "${ONLY:-}" ] || [ "$ONLY" = server ]; then
    echo 'what start-up says of its own choices:'
    refusals 'NR > 1 && /,ERROR,/ {sub(/.*,ERROR,/, ""); print}' "$work/sglang-start.csv"
fi
if [ -z "${ONLY:-}" ] || [ "$ONLY" = moe ]; then
    echo 'what start-up says of MoE and quantization flags:'
    refusals 'NR > 1 && /,ERROR,/ {sub(/.*,ERROR,/, ""); print}' "$work/sglang-moe-start.csv"
fi
if [ -z "${ONLY:-}" ] || [ "$ONLY" = user ]; then
    echo "what start-up says of the user's flags of attention:"
    refusals 'NR > 1 && sub(/.*,-,-,-,-,-,[a-z0-9_]+,/, "") {print}' "$work/sglang-user-start.csv"
fi
# ---- the emitted shim: it fills what the user left unset, and SGLang then comes to what it comes to without it
shim() {
    # shellcheck disable=SC2086
    SHIM=$work/shim "$python" -W ignore $here/attention.py "$root" $1 >"$work/shim/${1// /-}.log" 2>&1 || echo "$1" >>"$work/shim/failed"
}
export -f shim
export root
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

# ---- both safety nets, and the comparison, can fail
trip() { # NAME WORD-OF-THE-MESSAGE
    if TRIP=$1 "$python" -W ignore $here/attention.py "$root" cuda 90 12.8 yes 2>&1 >/dev/null | grep -q "$2" &&
        TRIP=$1 "$python" -W ignore $here/models.py "$root" cuda 90 12.8 2>&1 >/dev/null | grep -q "$2" &&
        TRIP=$1 "$python" -W ignore $here/server.py "$root" "$version" cuda 90 12.8 0 9999 "$work/trip" 2>&1 | grep -q "$2" &&
        TRIP=$1 "$python" -W ignore $here/moe.py "$root" "$version" cuda 90 12.8 0 0 "$work/trip" 2>&1 | grep -q "$2" &&
        TRIP=$1 "$python" -W ignore $here/dsa.py "$root" "$version" cuda 90 12.8 "$work/trip" 2>&1 | grep -q "$2" &&
        TRIP=$1 "$python" -W ignore $here/user.py "$root" "$version" cuda 90 12.8 0 0 "$work/trip" 2>&1 | grep -q "$2"; then
        ok
    else
        no "a wrong $1 is noticed"
    fi
}
trip predicate '^predicates of'
trip stub '^a stub decided'

finish
