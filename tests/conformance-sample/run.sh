#!/usr/bin/env bash
# What the servers answered when tests/conformance last ran them (tests/conformance/*.csv.gz) against the tables, without
# a network: `turnout eval` gives the recorded answers; each recording was made for the table as it is now; and a wrong
# entry is found.
set -u
cd "$(dirname "$0")/../.." || exit 1
turnout=${TURNOUT:-out/bin/turnout}
work=out/scratch/conformance-sample
rm -rf "$work" && mkdir -p "$work"
pass=0 fail=0
ok() { pass=$((pass + 1)); }
no() {
    fail=$((fail + 1))
    printf 'FAILED: %s\n' "$1"
    [ -z "${2:-}" ] || sed 's/^/    /' "$2"
}

for recording in tests/conformance/*.csv.gz; do
    name=$(basename "$recording" .csv.gz)
    if python3 tests/conformance/compare.py "$turnout" "tables/$name.ini" "$recording" >"$work/log" 2>&1; then
        ok
    else
        no "tables/$name.ini answers as recorded" "$work/log"
    fi
    # stale: a rule has changed since the recording; `RECORD=1 make conformance` compares with the server and records
    recorded=$(sed -n "s/^$name //p" tests/conformance/recorded.txt)
    if [ "$(bash tests/conformance/hash.sh "tables/$name.ini")" = "$recorded" ]; then
        ok
    else
        no "the recording of $name was made for this table; RECORD=1 make conformance makes it anew"
    fi
done

# where the recording has the reasons (and the whole order) against each value, the compiled header gives them
for recording in tests/conformance/*.csv.gz; do
    name=$(basename "$recording" .csv.gz)
    gzip -dc "$recording" >"$work/rows.csv"
    head -n 1 "$work/rows.csv" | grep -q 'fails:\|ranked:' || continue
    if bash tests/conformance/vllm/header.sh "$name" "$work/rows.csv" "$work" >"$work/log" 2>&1; then
        ok
    else
        no "the header of $name gives the orders and reasons that are recorded" "$work/log"
    fi
done

# the faithful tables have no finding but those that they allow, and --no-allow finds the defects known today
for table in llamacpp llamacpp-mulmat sglang-attention sglang-models \
    vllm-attention vllm-mla vllm-mla-prefill vllm-vision vllm-moe-unquantized \
    vllm-linear flashinfer-support flashinfer-mm-fp4; do
    if "$turnout" check "tables/$table.ini" >"$work/log" 2>&1 && ! grep -E ': (error|warning): ' "$work/log" >"$work/bad"; then
        ok
    else
        no "tables/$table.ini has only allowed findings" "$work/log"
    fi
done
finds() { # TABLE RULE VALUE CLAUSE CELL
    "$turnout" check --no-allow "tables/$1.ini" 2>&1 | grep ": error: rule '$2' selects '$3' where its needs '$4' fail" |
        grep -q -- "$5" && ok || no "tables/$1.ini: $2 selects $3 where '$4' fails ($5)"
}
finds llamacpp volta mma_f16 'mma_f16 head-512-volta' 'sm=70 compiled=70 dk=512 dv=512 gqa=2'
finds llamacpp volta mma_f16 'mma_f16 volta-columns' 'sm=70 .* batch=3'
finds llamacpp volta mma_f16 'mma_f16 volta-columns-mla' 'sm=70 .* dk=576 dv=512 gqa=8 batch=3'
finds llamacpp others tile 'tile ratio' 'dk=512 dv=512 gqa=3'
finds sglang-models window-sm80 fa3 'prefill: fa3 capability' 'sm=110'
finds sglang-models minimax-nvfp4-blackwell trtllm_mha 'prefill: trtllm_mha gpu' 'sm=110'
finds sglang-models minimax-nvfp4-blackwell trtllm_mha 'prefill: trtllm_mha sm120-fp8' 'sm=120'
finds sglang-models minimax-nvfp4 fa3 'prefill: fa3 capability' 'sm=75'
finds sglang-models deepseek-sm100 trtllm_mla 'prefill: trtllm_mla mla' 'arch=PixtralForConditionalGeneration'
finds sglang-attention deterministic fa3 'prefill: fa3 capability' 'sm=[0-9]'
finds sglang-models gemma4-sm100 trtllm_mha 'prefill: trtllm_mha top-k' 'sm=100 .* topk=2'
finds sglang-models iquest fa3 'prefill: fa3 capability' 'sm=75'
finds vllm-attention sm100 FLASH_ATTN 'FLASH_ATTN kernel-head' 'sm=100 head=264'
finds vllm-attention others FLASH_ATTN 'FLASH_ATTN kernel-head' 'sm=90 head=264'
finds vllm-attention others FLASH_ATTN 'FLASH_ATTN kernel-version' 'sm=80 .* flash=4'
finds vllm-linear int8 CUTLASS_INT8 'CUTLASS_INT8 kernel-sm' 'sm=120'
finds vllm-mla-prefill hopper-and-older FLASH_ATTN 'FLASH_ATTN kernel-capability' 'sm=50'
"$turnout" check --no-allow tables/vllm-attention-fixed.ini >"$work/log" 2>&1 && ok ||
    no 'vllm-attention-fixed.ini has no defect left' "$work/log"
# (that Xavier has no rule of its own is left as it is)
if "$turnout" check --no-allow -Wno-unplaced-sm tables/llamacpp-fixed.ini >"$work/log" 2>&1 &&
    ! grep -E ': (error|warning): ' "$work/log" >"$work/bad"; then
    ok
else
    no 'llamacpp-fixed.ini has no defect left' "$work/log"
fi

# the hash sees a changed entry and no changed reason
cp tables/llamacpp.ini "$work/changed.ini"
sed -i 's/^why  *= .*/why = another reason/' "$work/changed.ini"
a=$(bash tests/conformance/hash.sh tables/llamacpp.ini)
[ "$(bash tests/conformance/hash.sh "$work/changed.ini")" = "$a" ] && ok || no 'another reason is the same table'
sed -i 's/%32/%16/' "$work/changed.ini"
[ "$(bash tests/conformance/hash.sh "$work/changed.ini")" != "$a" ] && ok || no 'another entry is another table'

# a wrong entry is found, and printed as boxes
cp tables/nvidia.ini "$work"
sed '/^.rule quantized/,/^$/s/^batch .*/batch = 1/' tables/llamacpp.ini >"$work/llamacpp.ini"
if ! python3 tests/conformance/compare.py "$turnout" "$work/llamacpp.ini" tests/conformance/llamacpp.csv.gz >"$work/log" 2>&1 &&
    grep -q '^[1-9][0-9]* cells: kernel: the package vec, the table tile$' "$work/log" && grep -q 'batch=2' "$work/log"; then
    ok
else
    no 'a wrong entry is found, as boxes' "$work/log"
fi
echo "$pass passed, $fail failed"
exit $((fail > 0))
