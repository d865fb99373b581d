#!/usr/bin/env bash
# The header in device code.  With nvcc: kernels for every GPU generation, and the branch on the header's choice is the
# same PTX (and, with cuobjdump, the same machine code) as a hard-coded one.  With clang: the same without the toolkit.
# With a GPU: every test vector asked in kernels gives the host's answer, and `turnout probe` sees that GPU.
# What is not here is skipped.  RECORD=DIR writes probe.txt, agree.txt and branch.txt there; those of this folder were
# made on a machine with NVIDIA H200s by:  RECORD=tests/device bash tests/device/run.sh
set -u
cd "$(dirname "$0")/../.."
turnout=${TURNOUT:-out/bin/turnout} here=tests/device
mkdir -p out/scratch && work=$(mktemp -d out/scratch/device.XXXXXX) || exit 1 # two runs at once do not meet
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0
pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "device: FAILED: $1"; sed 's/^/    /' "$work/log" | head -30; }
skip() { skipped=$((skipped + 1)); echo "device: skipped: $1"; }
check() { local what=$1; shift; if "$@" >"$work/log" 2>&1; then pass; else fail "$what"; fi; }
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
cuobjdump=$(command -v cuobjdump || ls /usr/local/cuda/bin/cuobjdump 2>/dev/null)
: >"$work/branch.txt" >"$work/agree.txt"

tables='tables/gemma4.ini tables/sglang-attention.ini tests/header/sink.ini'
for t in $tables; do
    check "$t: header" "$turnout" compile -I tables -t probe -o "$work" "$t"
    check "$t: device program" "$turnout" compile -I tables --templates $here/templates -t device -o "$work" "$t"
done

# ---- a branch on the header's choice beside a hard-coded one ----
ptx_body() { # FILE KERNEL: its instructions, without its own name and the numbers of labels
    awk -v k="$2" '$0 ~ "\\.entry " k "\\(" {on = 1} on {print} on && /^}/ {exit}' "$1" |
        sed -E "s/$2/KERNEL/g; s/BB[0-9]+_/BB_/g" | grep -vE '^[[:space:]]*(//.*|\.loc.*)?$'
}
sass_body() { # FILE KERNEL
    "$cuobjdump" -sass -fun "$2" "$1" | grep -E '^[[:space:]]*/\*[0-9a-f]+\*/|^[[:space:]]*/\* 0x'
}
same_code() { # ptx|sass FILE WHAT
    local form
    for form in constant lookup reading if; do
        "$1_body" "$2" ${form}_header >"$work/header.body"
        "$1_body" "$2" ${form}_literal >"$work/literal.body"
        diff "$work/literal.body" "$work/header.body" >"$work/log"
        if [ -s "$work/header.body" ] && [ ! -s "$work/log" ]; then
            pass
            local n
            n=$(grep -cE '^[[:space:]]*[^[:space:].].*;' "$work/header.body") # without .reg and .pragma
            echo "$3, $form form: $n instructions, the same as with a literal" >>"$work/branch.txt"
        else
            fail "$3, $form form: not the code of the literal"
        fi
    done
}
if [ -n "$nvcc" ]; then
    echo "nvcc $("$nvcc" --version | sed -n 's/.*release [^,]*, V//p')" >>"$work/branch.txt"
    for sm in 75 80 90 100 103 120; do
        check "nvcc: PTX for sm_$sm" "$nvcc" -std=c++17 -arch=compute_$sm -I "$work" -ptx $here/branch.cu -o "$work/branch.ptx"
        same_code ptx "$work/branch.ptx" "PTX sm_$sm"
        check "nvcc: machine code for sm_$sm" "$nvcc" -std=c++17 -arch=sm_$sm -I "$work" -cubin $here/branch.cu -o "$work/branch.cubin"
        [ -n "$cuobjdump" ] && same_code sass "$work/branch.cubin" "SASS sm_$sm"
        check "nvcc: every vector of gemma4 for sm_$sm" "$nvcc" -arch=sm_$sm -I "$work" -cubin -o "$work/x.cubin" "$work/gemma4_device.cu"
    done
    [ -n "$cuobjdump" ] || skip 'machine code compared: cuobjdump is not here'
else
    skip 'nvcc is not here'
fi
if command -v clang >/dev/null; then
    clang="clang -x cuda -std=c++17 -nocudainc -nocudalib --cuda-device-only -O2 -Wno-unknown-cuda-version -I $work -S"
    for sm in 75 80; do
        check "clang: PTX for sm_$sm" $clang --cuda-gpu-arch=sm_$sm $here/branch.cu -o "$work/branch.ptx"
        same_code ptx "$work/branch.ptx" "clang's PTX sm_$sm"
        for program in "$work"/*_device.cu; do
            check "clang: $program for sm_$sm" ${clang/-O2/-O1} --cuda-gpu-arch=sm_$sm "$program" -o "$work/x.ptx"
        done
    done
else
    skip 'clang is not here'
fi

# ---- on a GPU ----
words=$("$turnout" probe -q tables/gemma4.ini 2>"$work/log")
sm=$(grep -oE '^sm=[0-9]+' <<<"$words" | head -n 1 | cut -d= -f2)
# no UUID and no folder: of every machine the same
clean() { sed -E 's/GPU-[0-9a-f-]+/GPU-.../g; s| in /[^)]*\)| in ...)|'; }
if [ -n "$sm" ] && [ -n "$nvcc" ]; then
    check "probe" "$turnout" probe
    agrees() { # PROGRAM: run; each line is an answer
        "$nvcc" -O2 -arch=sm_"$sm" -I "$work" -o "$work/agree" "$1" -ldl && "$work/agree" | tee -a "$work/agree.txt" &&
            [ "${PIPESTATUS[0]}" -eq 0 ]
    }
    for program in "$work"/*_device.cu; do
        check "device and host agree: $program" agrees "$program"
    done
    {
        echo '$ turnout probe'
        "$turnout" probe 2>&1
        echo '$ turnout probe tables/gemma4.ini arch=Gemma4ForConditionalGeneration'
        "$turnout" probe tables/gemma4.ini arch=Gemma4ForConditionalGeneration 2>&1 | sed -n '/^gemma4/,$p'
        echo '$ turnout probe --cflags tables/gemma4.ini flashinfer=0.6.10.post1'
        "$turnout" probe --cflags tables/gemma4.ini flashinfer=0.6.10.post1 2>&1
        echo '$ CUDA_VISIBLE_DEVICES= turnout probe --cflags tables/gemma4.ini; echo $?'
        CUDA_VISIBLE_DEVICES='' "$turnout" probe --cflags tables/gemma4.ini 2>&1
        echo $?
        echo '$ CUDA_VISIBLE_DEVICES=99 turnout probe'
        CUDA_VISIBLE_DEVICES=99 "$turnout" probe 2>&1 | grep -E '^(driver|device|turnout)'
        echo '$ turnout probe --format=json'
        "$turnout" probe --format=json 2>&1 | sed -E 's|"folder": "[^"]*"|"folder": "..."|'
    } | clean >"$work/probe.txt"
    if [ -n "${RECORD:-}" ]; then
        for f in probe agree branch; do
            { echo "# made by: RECORD=tests/device bash tests/device/run.sh"; cat "$work/$f.txt"; } >"$RECORD/$f.txt"
        done
    fi
else
    skip 'on a GPU: none is here'
fi

[ "$skipped" -gt 0 ] && skips=", $skipped skipped"
echo "$passed passed, $failed failed${skips:-}"
[ "$failed" -eq 0 ]
