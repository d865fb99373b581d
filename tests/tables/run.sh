#!/usr/bin/env bash
# The shipped tables: they check clean and are laid out by fmt; they answer as recorded; each pin breaks when the clause
# that it guards is taken away; the rules as merged show the follow-ups; the facts hold against the nvcc of this machine.
set -u
cd "$(dirname "$0")/../.."
turnout=${TURNOUT:-out/bin/turnout}
work=out/scratch/tables
rm -rf "$work" && mkdir -p "$work"
pass=0 fail=0 skip=0

ok() { pass=$((pass + 1)); }
no() {
    fail=$((fail + 1))
    printf 'FAILED: %s\n' "$1"
    [ -z "${2:-}" ] || sed 's/^/    /' "$2"
}
# test_that NAME COMMAND...: passes when the command does; its output is shown when it does not
test_that() {
    local name=$1
    shift
    if "$@" >"$work/log" 2>&1; then ok; else no "$name" "$work/log"; fi
}

# ---- clean, and laid out

silent() { "$turnout" check "$1" >"$work/out" 2>&1 && [ ! -s "$work/out" ] || { cat "$work/out" && false; }; }
only_allowed() {
    "$turnout" check "$1" >"$work/out" 2>&1 && ! grep -E ': (error|warning): ' "$work/out"
}
test_that 'nvidia.ini is clean' silent tables/nvidia.ini
test_that 'gemma4.ini is clean' silent tables/gemma4.ini
test_that 'sglang-attention.ini has only allowed findings' only_allowed tables/sglang-attention.ini
for table in tables/*.ini; do
    test_that "$table is laid out by fmt" "$turnout" fmt --check "$table"
done

# ---- answers

# answers TABLE CSV OUTPUT...: the recorded columns of the outputs and rules are what eval says
answers() {
    local table=$1 recorded=$2 inputs=$3
    cut -d, -f1-"$inputs" "$recorded" >"$work/in.csv"
    "$turnout" eval "$table" "$work/in.csv" >"$work/out.csv" || return 1
    shift 3
    cut -d, -f1-"$inputs","$1" "$work/out.csv" >"$work/eval.csv"
    diff "$recorded" "$work/eval.csv"
}
test_that 'gemma4.ini answers as recorded' answers tables/gemma4.ini tests/tables/gemma4.csv 5 6,7
# recorded by running sglang 0.5.23 itself; every rule, SM and CUDA version of the matrix is in the sample
test_that 'sglang-attention.ini answers as SGLang does' \
    answers tables/sglang-attention.ini tests/tables/sglang-attention.csv 14 15,17

header_answers() {
    "$turnout" compile -o "$work" tables/sglang-attention.ini &&
        gcc -std=c11 -O1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I"$work" -o "$work/header" \
            tests/tables/header.c && tail -n +2 tests/tables/sglang-attention.csv | "$work/header"
}
test_that 'its header answers as SGLang does' header_answers

first_answer() {
    "$turnout" explain -q tables/gemma4.ini arch=Gemma4ForConditionalGeneration sm=100 flashinfer=0.6.10.post1 |
        grep -E '^gemma4: arch=Gemma4ForConditionalGeneration sm=100 flashinfer=0\.6\.10\.post1 -> attention=trtllm_mha \(rule gemma4, tables/gemma4\.ini:[0-9]+\)$'
}
test_that 'the first answer' first_answer

# ---- pins: without its clause each breaks, and only then

# drop_section HEADER FILE: the file without that section
drop_section() {
    awk -v header="$1" '/^\[/ { off = $0 == header } !off' "$2"
}
pin_breaks() {
    drop_section "$1" tables/gemma4.ini >"$work/gemma4.ini"
    cp tables/nvidia.ini "$work/"
    ! "$turnout" check "$work/gemma4.ini" >"$work/out" 2>&1 && grep "'$2'.*\[-Wbroken-pin\]" "$work/out" ||
        { cat "$work/out" && false; }
}
while IFS='|' read -r clause pin; do
    test_that "without [$clause] the pin '$pin' breaks" pin_breaks "[$clause]" "$pin"
done <<'LIST'
needs trtllm_mha kernels|consumer-blackwell
needs trtllm_mha head-512|old-flashinfer
needs trtllm_mha nvfp4-moe|nvfp4-moe
needs trtllm_mha unified|unified
needs trtllm_mha causal|diffusion
LIST
default_pinned() {
    sed 's/^attention = trtllm_mha > triton$/attention = triton/' tables/gemma4.ini >"$work/gemma4.ini"
    ! "$turnout" check "$work/gemma4.ini" >"$work/out" 2>&1 &&
        grep "'default-on-sm100'.*\[-Wbroken-pin\]" "$work/out" || { cat "$work/out" && false; }
}
test_that "without trtllm_mha the pin 'default-on-sm100' breaks" default_pinned

# ---- the follow-ups are found in the rules as merged

expected() {
    "$turnout" check -I tables "${@:3}" "$1" >"$work/findings" 2>&1
    [ $? -eq 1 ] && awk -v expect="$2" -f tests/expect.awk "$work/findings" || { cat "$work/findings" && false; }
}
test_that 'the rules as merged show the three follow-ups' \
    expected tests/tables/gemma4-as-merged.ini tests/tables/gemma4-as-merged.expect
test_that "the defects of SGLang's chain are found" \
    expected tables/sglang-attention.ini tests/tables/sglang-attention.expect --no-allow
# an expectation that does not hold must be seen
impossible() {
    echo 'incapable | gemma4-sm100 | no such words' >"$work/impossible"
    ! awk -v expect="$work/impossible" -f tests/expect.awk "$work/findings" >/dev/null
}
test_that 'a missing finding is seen' impossible

# ---- facts

sms() { sed -n 's/^\[sm \([0-9]*\)\]$/\1/p' tables/nvidia.ini; }
ascending() { sms | sort -n -c && [ "$(sms | sort -u | wc -l)" -eq 22 ]; }
test_that 'nvidia.ini has 22 SMs in order' ascending
sourced() {
    awk '/^\[/ { if (header ~ /^\[(sm|set) / && !source) { print header " has no source"; bad = 1 }
                 header = $0; source = 0 }
         /^source *= *[^ ]/ { source = 1 }
         END { if (!source) { print header " has no source"; bad = 1 }; exit bad }' tables/nvidia.ini
}
test_that 'every SM and family of nvidia.ini has a source' sourced

nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
if [ -z "$nvcc" ]; then
    skip=$((skip + 2))
    echo 'skipped: no nvcc, the SMs and families are not compared with it'
else
    known() {
        "$nvcc" --list-gpu-arch | sed 's/compute_//' | while read -r sm; do
            sms | grep -qx "$sm" || echo "nvcc knows $sm, nvidia.ini does not"
        done | grep . && return 1
        "$nvcc" --list-gpu-code | sed -n 's/^sm_//p' | while read -r sm; do
            sms | grep -qx "$sm" || echo "nvcc knows sm_$sm, nvidia.ini does not"
        done | grep . && return 1 || true
    }
    test_that 'nvidia.ini has every SM of nvcc' known
    # nvcc accepts code for compute_Xf on sm_Y exactly where nvidia.ini has Y in Xf, for all X and Y that it knows
    families() {
        local here set members sm accepted listed bad=0
        here=" $("$nvcc" --list-gpu-arch | sed 's/compute_//' | tr '\n' ' ')"
        echo '__global__ void kernel() {}' >"$work/kernel.cu"
        while read -r set members; do
            [[ $here == *" ${set%f} "* ]] || continue
            for sm in $here; do
                [ "$sm" -ge 100 ] || continue
                accepted=no listed=no
                "$nvcc" -gencode "arch=compute_$set,code=sm_$sm" -cubin --dryrun -o "$work/kernel.cubin" \
                    "$work/kernel.cu" >"$work/nvcc" 2>&1 && accepted=yes
                [[ " $members " == *" $sm "* ]] && listed=yes
                [ $accepted = $listed ] && continue
                echo "compute_$set on sm_$sm: nvcc says $accepted, nvidia.ini $listed"
                bad=1
            done
        done < <(awk '/^\[set [0-9]+f\]/ { set = substr($2, 1, length($2) - 1) }
                      set && /^values/ { sub(/^values *= */, ""); gsub(/,/, ""); print set, $0; set = "" }' tables/nvidia.ini)
        return $bad
    }
    test_that 'the families of nvidia.ini are what nvcc accepts' families
fi

[ "$skip" -gt 0 ] && skipped=", $skip skipped"
echo "$pass passed, $fail failed${skipped:-}"
[ "$fail" -eq 0 ]
