#!/usr/bin/env bash
# vLLM's own choice of attention backends and MoE kernels, out of its wheel, against tables/vllm-*.ini: the first, and for
# most the whole order of those that are valid and every reason against the others.  One process for each machine
# (SM, packages), third-party modules stubbed (world.py), its predicates checked against the facts, and no stub asked
# while a cell is decided.  RECORD=1 also writes the samples that `make check` looks at.
set -u
cd "$(dirname "$0")/../../.." || exit 1
turnout=${TURNOUT:-out/bin/turnout}
here=tests/conformance/vllm
version=${VLLM:-0.33.0}
work=out/conformance/vllm
root=$work/$version
. tests/conformance/start.sh
mkdir -p "$work/rows"

# ---- the package, and the few small modules that are real
unpack "$root" vllm "$version" --only-binary :all: --platform manylinux_2_28_x86_64
modules msgspec numpy packaging typing_extensions regex || { no 'the modules that are real' "$work/log"; finish; }
ok

# ---- every machine of the matrix; 130 stands for what is newer than the vocabulary
machine() {
    # shellcheck disable=SC2086
    "$python" -W ignore $here/${1%% *}.py "$root" ${1#* } >"$work/rows/${1// /-}.csv" 2>"$work/rows/${1// /-}.log" ||
        echo "$1" >>"$work/failed"
}
export -f machine
export python here root work
rm -f "$work/failed" "$work"/rows/*
{
    for sm in 70 75 80 86 87 89 90 100 101 103 107 110 120 121 130; do
        echo "attention $sm yes yes"
        echo "mla $sm yes yes"
        echo "moe $sm yes"
        for format in fp8 nvfp4 mxfp8 mxfp4; do echo "quantmoe $sm $format"; done
        for format in block nvfp4 mxfp4 mxfp8 mixed; do echo "linears $sm $format"; done
        echo "prefill $sm yes yes"
        echo "prefill $sm yes yes vision"
    done
    for packages in '80 no yes' '90 no no' '90 yes no' '100 no yes' '100 yes no' '120 yes no'; do
        echo "attention $packages"
    done
    for packages in '90 no no' '100 no yes' '100 yes no' '120 no yes'; do
        echo "mla $packages"
        echo "prefill $packages"
    done
    for sm in 80 90 100 120; do
        echo "moe $sm no"
        echo "quantmoe $sm fp8 flashinfer humming"
    done
    for packages in '80 fp8 humming' '90 fp8 flashinfer' '90 fp8 deep_gemm' '90 fp8 hpc' '100 fp8 deep_gemm' \
        '120 fp8 deep_gemm flashinfer' '103 fp8 flashinfer deep_gemm humming hpc' '80 nvfp4 humming' '90 nvfp4 humming' \
        '100 nvfp4 flashinfer' '100 nvfp4 situ' '120 nvfp4 b12x' '120 nvfp4 flashinfer humming' \
        '103 nvfp4 flashinfer humming situ' '90 mxfp8 humming' '90 mxfp8 deep_gemm' '100 mxfp8 flashinfer' \
        '103 mxfp8 flashinfer deep_gemm' '120 mxfp8 humming' '75 mxfp4 quark humming' '90 mxfp4 triton_kernels' \
        '90 mxfp4 humming flashinfer' '100 mxfp4 flashinfer' '100 mxfp4 situ' '103 mxfp4 deep_gemm quark flashinfer' \
        '120 mxfp4 b12x quark' '121 mxfp4 triton_kernels deep_gemm'; do
        echo "quantmoe $packages"
    done
    for packages in '70 yes yes' '75 yes yes' '80 no no' '89 yes no' '90 yes yes' '90 no no' '100 yes yes' '100 no yes' \
        '103 no no' '107 yes no' '110 yes yes' '110 no no' '120 yes no' '120 no yes' '121 yes yes' '130 yes yes'; do
        echo "linear $packages"
    done
    for packages in '80 block humming' '90 block flashinfer' '90 block deep_gemm humming' '100 block deep_gemm' \
        '120 block b12x' '121 block deep_gemm' '80 nvfp4 humming fbgemm_gpu' '90 nvfp4 humming' \
        '90 nvfp4 fbgemm_gpu flashinfer' '100 nvfp4 flashinfer' '120 nvfp4 b12x' '121 nvfp4 b12x flashinfer' \
        '70 mxfp4 quark' '90 mxfp4 humming' '100 mxfp4 flashinfer quark' '120 mxfp4 b12x flashinfer' '90 mxfp8 humming' \
        '100 mxfp8 flashinfer' '103 mxfp8 deep_gemm' '120 mxfp8 b12x' '80 mixed conch' '90 mixed humming' \
        '90 mixed conch humming'; do
        echo "linears $packages"
    done
} | grep -e "${ONLY:-}" >"$work/machines" # ONLY=prefill, ONLY=' 90 ': the machines whose line matches
xargs -d '\n' -P 2 -I{} bash -c 'machine "{}"' <"$work/machines"
if [ -s "$work/failed" ]; then
    while read -r machine; do
        no "predicates and stubs of $machine" "$work/rows/${machine// /-}.log"
    done <"$work/failed"
    finish
fi
ok

# ---- the tables: every cell by the header, with orders and reasons; a sample by eval
cells() { # FILES: one CSV of several with the same head
    head -q -n 1 "$@" | head -n 1
    tail -q -n +2 "$@"
}
for name in vllm-attention vllm-mla vllm-mla-prefill vllm-vision vllm-moe-unquantized \
    vllm-moe-fp8 vllm-moe-nvfp4 vllm-moe-mxfp8 vllm-moe-mxfp4 \
    vllm-linear vllm-linear-fp8-block vllm-linear-nvfp4 vllm-linear-mxfp4 vllm-linear-mxfp8 vllm-linear-mixed; do
    all=$work/$name.all.csv every=17 kept=97
    case $name in
    vllm-attention) cells "$work"/rows/attention-*.csv ;;
    vllm-moe-unquantized) cells "$work"/rows/moe-*.csv ;;
    vllm-moe-*) every=1 && cells "$work"/rows/quantmoe-*-"${name##*-}"*.csv ;;
    vllm-linear-nvfp4 | vllm-linear-mxfp4) every=1 kept=1 && cells "$work"/rows/linears-*-"${name##*-}"*.csv ;;
    vllm-linear-*) every=1 && cells "$work"/rows/linears-*-"${name##*-}"*.csv ;;
    vllm-linear) every=1 kept=1 && cells "$work"/rows/linear-*.csv ;;
    vllm-mla) cells "$work"/rows/mla-*.csv ;;
    vllm-mla-prefill) every=1 kept=7 && cells "$work"/rows/prefill-*{yes,no}.csv ;;
    vllm-vision) every=1 kept=37 && cells "$work"/rows/prefill-*vision.csv ;;
    esac >"$all" 2>"$work/log"
    [ -s "$all" ] || continue # ONLY
    if bash $here/header.sh "$name" "$all" "$work" >"$work/log" 2>&1; then
        tail -n 1 "$work/log"
        ok
    else
        no "vLLM and the header agree: $name" "$work/log"
    fi
    awk -v n=$kept 'NR == 1 || NR % n == 0' "$all" >"$work/$name.csv"
    awk -v n=$every 'NR == 1 || NR % n == 0' "$all" >"$work/$name.eval.csv"
    if "$python" tests/conformance/compare.py "$turnout" "tables/$name.ini" "$work/$name.eval.csv" >"$work/log" 2>&1; then
        cat "$work/log"
        ok
    else
        no "vLLM and turnout eval agree: $name" "$work/log"
    fi
    gzip -9nc "$work/$name.csv" >"$work/$name.csv.gz"
    if [ -n "${RECORD:-}" ]; then
        cp "$work/$name.csv.gz" tests/conformance/
        sed -i "/^$name /d" tests/conformance/recorded.txt
        echo "$name $(bash tests/conformance/hash.sh "tables/$name.ini")" >>tests/conformance/recorded.txt
        LC_ALL=C sort -o tests/conformance/recorded.txt tests/conformance/recorded.txt
    elif zcmp -s "$work/$name.csv.gz" "tests/conformance/$name.csv.gz"; then
        ok
    else
        no "the recorded sample of $name is what vLLM says; RECORD=1 $here/run.sh writes it anew"
    fi
done

[ -z "${ONLY:-}" ] || finish
# ---- both safety nets, and the comparison, can fail
trip() { # NAME WORD-OF-THE-MESSAGE
    for program in 'attention 90 yes yes' 'mla 90 yes yes' 'prefill 90 yes yes' 'moe 90 yes yes' 'linear 90 yes yes' \
        'quantmoe 90 mxfp4' 'linears 120 block'; do
        # shellcheck disable=SC2086
        if TRIP=$1 "$python" -W ignore $here/${program%% *}.py "$root" ${program#* } 2>&1 >/dev/null | grep -q "$2"; then
            ok
        else
            no "a wrong $1 is noticed ($program)"
        fi
    done
}
trip predicate '^predicates of'
trip stub '^a stub decided'
for change in '2s/FLASH_ATTN/FLASH_ATTN_2/' '2s/head-size/heads/'; do # another order, another reason
    (head -n 1 "$work/vllm-attention.all.csv"; grep -m 1 'FLASH_ATTN TRITON.*head-size' "$work/vllm-attention.all.csv") |
        sed "$change" >"$work/wrong.csv"
    if bash $here/header.sh vllm-attention "$work/wrong.csv" "$work" 2>/dev/null | grep -q '1 differ\|2 differ'; then
        ok
    else
        no "a wrong answer is found by the header: $change"
    fi
done
finish
