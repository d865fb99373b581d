#!/usr/bin/env bash
# Two server-like programs include the header of tables/gemma4.ini, as C and as C++, built by gcc and clang.  They read
# config.json files in the layout of Hugging Face, log the choice with rule and reason, and refuse a backend that
# cannot run with every clause that fails.
set -u
cd "$(dirname "$0")/../.."
turnout=${TURNOUT:-out/bin/turnout}
here=tests/consumer
work=out/scratch/consumer
rm -rf "$work" && mkdir -p "$work"
pass=0 fail=0 skip=0

ok() { pass=$((pass + 1)); }
no() {
    fail=$((fail + 1))
    printf 'FAILED: %s\n' "$1"
    sed 's/^/    /' "$2"
}

if ! "$turnout" compile -o "$work" tables/gemma4.ini >"$work/log" 2>&1; then
    no 'the header' "$work/log"
    echo "$pass passed, $fail failed"
    exit 1
fi
jansson=$(pkg-config --cflags --libs jansson 2>/dev/null || echo -ljansson)
strict='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'

# build NAME COMPILER...: a warning is an error, so is anything printed
build() {
    local name=$1
    shift
    command -v "$1" >/dev/null || { skip=$((skip + 1)) && return; }
    # shellcheck disable=SC2086
    if "$@" $strict -I"$work" -o "$work/$name" $jansson >"$work/log" 2>&1 && [ ! -s "$work/log" ]; then ok; else
        no "build $name: $*" "$work/log"
    fi
}
build server gcc -std=c11 -O2 $here/server.c
build server-c99 gcc -std=c99 -O0 $here/server.c
build server-clang clang -std=c11 -O2 $here/server.c
build server-cxx11 g++ -std=c++11 -O0 $here/server.cc
build server-cxx g++ -std=c++17 -O2 -DSERVER_SM=120 $here/server.cc
build server-cxx20 clang++ -std=c++20 -O2 $here/server.cc

# says NAME STATUS ERE ARGUMENT...: exit status, and each line of ERE in what it prints
says() {
    local name=$1 status=$2 wanted=$3 got line
    shift 3
    "$work/server" "$@" >"$work/log" 2>&1
    got=$?
    [ $got -eq "$status" ] || { echo "exit status $got, expected $status" >>"$work/log" && no "$name" "$work/log" && return; }
    while read -r line; do
        grep -qE "$line" "$work/log" || { echo "missing: $line" >>"$work/log" && no "$name" "$work/log" && return; }
    done <<<"$wanted"
    ok
}
# line KIND NAME: where the section is, for the place in the log
line() { grep -nxF "[$1 $2]" tables/gemma4.ini | cut -d: -f1; }
rule="rule gemma4, tables/gemma4\.ini:$(line rule gemma4): trtllm_mha is 13 to 22 % faster"
models=$here/models

says '31B on B200' 0 "^Use trtllm_mha as attention backend on sm100 for Gemma4ForConditionalGeneration \($rule" \
    --model-path $models/gemma-4-31B-it --sm 100 --flashinfer 0.6.10.post1
says 'E2B on B300' 0 '^Use trtllm_mha as attention backend on sm103 ' \
    --model-path $models/gemma-4-E2B-it --sm 103 --flashinfer 0.7.2
says 'as torch writes it' 0 '^Use trtllm_mha as attention backend on sm10\.0 ' \
    --model-path $models/gemma-4-31B-it --sm 10.0 --flashinfer 0.6.12
says 'old FlashInfer' 0 "^Use triton as attention backend on sm100 .*$rule
^ not trtllm_mha:
^  trtllm_mha head-512: required flashinfer = >=0\.6\.10\.post1; found flashinfer=0\.6\.9 \(tables/gemma4\.ini:$(line needs 'trtllm_mha head-512'): " \
    --model-path $models/gemma-4-31B-it --sm 100 --flashinfer 0.6.9
says 'FlashInfer not installed' 0 '^Use triton
found flashinfer=absent' --model-path $models/gemma-4-31B-it --sm 100
says 'NVFP4 MoE' 0 '^Use triton as attention backend on sm100
trtllm_mha nvfp4-moe: required .*found .*moe=yes.*MMLU 0\.037' \
    --model-path $models/Gemma-4-26B-A4B-NVFP4 --sm 100 --flashinfer 0.6.12
says 'NVFP4 dense' 0 '^Use trtllm_mha ' --model-path $models/Gemma-4-31B-IT-NVFP4 --sm 100 --flashinfer 0.6.12
says 'bfloat16 MoE' 0 '^Use trtllm_mha ' --model-path $models/gemma-4-26B-A4B-it --sm 100 --flashinfer 0.6.12
says 'unified' 0 '^Use triton .* for Gemma4UnifiedForConditionalGeneration
trtllm_mha unified: required arch = !Gemma4UnifiedForConditionalGeneration; found arch=Gemma4UnifiedForConditionalGeneration' \
    --model-path $models/gemma-4-12B-it --sm 103 --flashinfer 0.6.12
says 'RTX PRO 6000' 0 '^Use triton as attention backend on sm120
trtllm_mha kernels: required sm = .*; found sm=120 ' \
    --model-path $models/gemma-4-31B-it --sm 120 --flashinfer 0.6.12
says 'Rubin with an old FlashInfer' 0 '^Use triton
trtllm_mha rubin: required .*found .*flashinfer=0\.6\.15' \
    --model-path $models/gemma-4-31B-it --sm 107 --flashinfer 0.6.15
says 'another model' 0 '^No rule for LlamaForCausalLM: this table speaks of Gemma 4 only' \
    --model-path $models/Llama-3.1-8B-Instruct --sm 100 --flashinfer 0.6.12
says 'a GPU that is too old' 1 "^server: no attention backend for Gemma4ForConditionalGeneration on sm70: SGLang only supports SM75 and above \(old-gpu, tables/gemma4\.ini:$(line refuse old-gpu)\)" \
    --model-path $models/gemma-4-31B-it --sm 70 --flashinfer 0.6.12

# the user's own choice wins where it can run, and is never lost without a word
says 'user: triton' 0 '^Use triton as attention backend on sm100 .*\(--attention-backend\)' \
    --model-path $models/gemma-4-31B-it --sm 100 --flashinfer 0.6.12 --attention-backend triton
says 'user: trtllm_mha' 0 '^Use trtllm_mha .*\(--attention-backend\)' \
    --model-path $models/gemma-4-31B-it --sm 100 --flashinfer 0.6.12 --attention-backend trtllm_mha
says 'user: refused with every clause' 1 "^server: --attention-backend trtllm_mha cannot run Gemma4ForConditionalGeneration on sm120:
^  trtllm_mha kernels: required sm = .*; found sm=120 \(tables/gemma4\.ini:$(line needs 'trtllm_mha kernels'): the trtllm-gen attention kernels exist for the SM100 family only
^  trtllm_mha head-512: required flashinfer = >=0\.6\.10\.post1; found flashinfer=0\.6\.9
^  trtllm_mha nvfp4-moe: required .*; found .*moe=yes
^  leave the flag out for triton" \
    --model-path $models/Gemma-4-26B-A4B-NVFP4 --sm 120 --flashinfer 0.6.9 --attention-backend trtllm_mha
only_three() { [ "$(grep -c '^  trtllm_mha ' "$work/log")" -eq 3 ]; }
if only_three; then ok; else no 'user: no other clause' "$work/log"; fi
says 'user: no such backend' 1 'no such backend' \
    --model-path $models/gemma-4-31B-it --sm 100 --flashinfer 0.6.12 --attention-backend fa9

# input that is wrong
says 'no such SM' 2 'no such SM' --model-path $models/gemma-4-31B-it --sm 99 --flashinfer 0.6.12
says 'no version' 2 'no version' --model-path $models/gemma-4-31B-it --sm 100 --flashinfer latest
says 'truncated config.json' 2 'config\.json:' --model-path $models/broken --sm 100 --flashinfer 0.6.12
says 'config.json without architectures' 2 "no 'architectures'" --model-path $models/nameless --sm 100
says 'usage' 2 '^usage: ' --sm 100

# every build says the same
same() {
    local binary
    for binary in server-c99 server-clang; do
        [ -x "$work/$binary" ] || continue
        for model in gemma-4-31B-it Gemma-4-26B-A4B-NVFP4 gemma-4-12B-it; do
            for sm in 90 100 120; do
                diff <("$work/server" --model-path $models/$model --sm $sm --flashinfer 0.6.12) \
                    <("$work/$binary" --model-path $models/$model --sm $sm --flashinfer 0.6.12) || return 1
            done
        done
    done
}
if same >"$work/log" 2>&1; then ok; else no 'C builds differ' "$work/log"; fi

# cxx NAME BINARY ERE SM: the C++ server, and what was decided while it was built
cxx() {
    [ -x "$work/$2" ] || return
    if "$work/$2" $models/gemma-4-31B-it/config.json "$4" 0.6.12 >"$work/log" 2>&1 && grep -qE "$3" "$work/log"; then ok; else
        echo "missing: $3" >>"$work/log"
        no "$1" "$work/log"
    fi
}
cxx 'C++11 look-up' server-cxx11 "^Use trtllm_mha as attention backend on sm100 for .* \($rule" 100
cxx 'C++11 built for SM100' server-cxx11 '^built for sm100: fmhaSm100$' 120
cxx 'C++17 built for SM120' server-cxx '^built for sm120: extend_attention_fwd$' 100
cxx 'C++20 look-up' server-cxx20 '^Use triton as attention backend on sm121 ' 121

# a promise of the release notes that the table breaks does not build
sed 's/^attention = trtllm_mha > triton$/attention = triton/; /^\[pin default-on-sm100\]$/,/^$/d; /^\[pin nvfp4-dense\]$/,/^$/d' \
    tables/gemma4.ini >"$work/gemma4.ini"
cp tables/nvidia.ini "$work/"
mkdir -p "$work/broken"
if "$turnout" compile -o "$work/broken" "$work/gemma4.ini" >"$work/log" 2>&1 &&
    ! g++ -std=c++17 -I"$work/broken" -fsyntax-only $here/server.cc >"$work/log" 2>&1 &&
    grep -q 'B200 gets trtllm_mha' "$work/log"; then ok; else no 'a broken promise must not build' "$work/log"; fi

[ "$skip" -gt 0 ] && skipped=", $skip skipped"
echo "$pass passed, $fail failed${skipped:-}"
[ "$fail" -eq 0 ]
