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
for recording in tests/conformance/*.csv.gz; do
    table=$(basename "$recording" .csv.gz)
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
finds vllm-moe-fp8 others FLASHINFER_TRTLLM_MONOLITHIC 'FLASHINFER_TRTLLM_MONOLITHIC kernel-experts' 'sm=100 weights=block128'
finds vllm-moe-fp8 others FLASHINFER_TRTLLM_MONOLITHIC 'FLASHINFER_TRTLLM_MONOLITHIC kernel-tensor' 'activation=swigluoai_uninterleave'
finds vllm-moe-fp8 others VLLM_CUTLASS 'VLLM_CUTLASS kernel-experts' 'sm=100 weights=channel'
finds vllm-moe-fp8 hopper FLASHINFER_CUTLASS 'FLASHINFER_CUTLASS kernel-one-sided' 'all2all=flashinfer_nvlink_one_sided'
finds vllm-moe-nvfp4 others FLASHINFER_CUTEDSL '@later-trtllm kernel-token' 'sm=100 activations=token'
finds vllm-moe-mxfp8 others FLASHINFER_TRTLLM_MONOLITHIC 'FLASHINFER_TRTLLM_MONOLITHIC kernel-experts' 'sm=100'
finds vllm-moe-mxfp4 none-others FLASHINFER_TRTLLM_MXFP4_BF16_MONOLITHIC '@bf16-only kernel-dtype' 'dtype=float'
finds vllm-moe-mxfp4 user-b12x B12X_MXFP4_BF16 'B12X_MXFP4_BF16 kernel-validate' 'sm=120'
finds vllm-linear-mxfp8 others B12X 'B12X kernel-k' 'sm=120 k=1 '
finds vllm-linear-mixed others MARLIN 'MARLIN kernel-a8' 'activations=int8'
finds vllm-mla-prefill hopper-and-older FLASH_ATTN 'FLASH_ATTN kernel-capability' 'sm=50'
finds flashinfer-gemm mm_fp8 cutlass_sm10x 'backend: @mm_fp8 body-result' 'result=fp16'
finds flashinfer-gemm groupwise cutlass 'backend: cutlass body-sm121' 'sm=121 cuda='
finds flashinfer-gemm mxfp8-batch-invariant batch_invariant 'backend: batch_invariant body' 'sm=50'
finds flashinfer-gemm bmm_mxfp8-sm12x cutlass 'backend: cutlass body-strides' 'sm=120 .*k_major=no'
finds flashinfer-prefill others fa2 'backend: fa2 body-single' 'q=e[45]m[23]'
finds flashinfer-prefill others fa2 'backend: fa2 body-batched' 'q=e4m3 kv=fp16'
finds flashinfer-prefill hopper fa3 'backend: fa2, fa3 body-result' 'sm=90 .*o=e4m3'
finds flashinfer-decode fp8 fa3 'backend: fa3 body-rows' 'sm=90'
finds flashinfer-decode fa2 fa2 'backend: fa2 body-e4m3' 'q=e4m3'
finds flashinfer-decode trtllm-xqa xqa 'backend: xqa body-gpu' 'sm=50'
finds flashinfer-decode qsa-default default 'backend: default body-gpu' 'sm='
finds flashinfer-mla xqa xqa 'backend: xqa body-gpu' 'sm='
finds flashinfer-mm-fp4 batch-invariant batch_invariant 'backend: batch_invariant body' 'sm='
"$turnout" check --no-allow tables/vllm-attention-fixed.ini >"$work/log" 2>&1 && ok ||
    no 'vllm-attention-fixed.ini has no defect left' "$work/log"
# what start-up itself says no to, though nobody chose it: 0.5.12.post1 to 0.5.23
finds sglang exaone-sm80 fa3 'prefill: fa3 capability' 'sglang=0.5.23 .* sm=110'
finds sglang olmo-sm80 fa3 'prefill: fa3 capability' 'sm=110'
finds sglang minimax-nvfp4-blackwell trtllm_mha 'prefill: trtllm_mha gpu' 'sm=110'
finds sglang minimax-nvfp4-blackwell trtllm_mha 'prefill: trtllm_mha sm120-nvfp4' 'sm=120'
finds sglang minimax-nvfp4 fa3 'prefill: fa3 capability' 'sm=75'
finds sglang deepseek-sm100 trtllm_mla 'prefill: trtllm_mla mla' 'arch=PixtralForConditionalGeneration .*mla=no'
finds sglang deterministic fa3 'prefill: fa3 capability' 'deterministic=yes'
finds sglang deterministic fa3 'prefill: fa3 mla' 'mla=yes'
finds sglang gemma4-sm100 trtllm_mha 'prefill: trtllm_mha top-k' 'sm=100 .* topk=2'
finds sglang iquest fa3 'prefill: fa3 capability' 'sm=75'
finds sglang gemma4-sm100 trtllm_mha 'prefill: aiter, trtllm_mha deterministic' 'deterministic=yes'
finds sglang deterministic-blackwell flashinfer 'prefill: flashinfer deterministic-mla' 'arch=Glm5NextForConditionalGeneration'
# ... and of MoE and quantization flags: what an override sets, and a validator then refuses
finds sglang-quantization frozen-sm100 gptq 'resolved: gptq loader' 'sm=100'
finds sglang-quantization minimax gptq 'resolved: gptq loader' 'arch=MiniMaxM3SparseForCausalLM'
finds sglang-quantization minimax-nvfp4 minimax_m3_nvfp4 'resolved: minimax_m3_nvfp4 rocm' 'platform=hip'
finds sglang-moe mxfp8 flashinfer_trtllm 'runner: flashinfer_trtllm kernels' 'resolved=mxfp8'
finds sglang-moe v4-nvfp4 flashinfer_trtllm_routed 'choice: flashinfer_trtllm_routed kernels' 'experts=nvfp4'
finds sglang-moe nemotron flashinfer_cutlass 'choice: flashinfer_cutlass ranks' 'ep=some'
finds sglang-moe minimax-m2 flashinfer_trtllm_routed 'choice: flashinfer_trtllm_routed formats' 'declared=modelopt_fp4'
finds sglang-dsa decode fa3 'decode: fa3 kernels' 'sm='
finds sglang-user-attention exaone-sm80 fa3 'own: fa3 capability' 'sglang=0.5.23 .* sm=110 .*asked=unset'
finds sglang-user-attention deterministic fa3 'whole: fa3 mla' 'deterministic=yes'
finds sglang-moe a2a-minimax megamoe 'a2a: megamoe gpu' 'sm=110'
# (that Xavier has no rule of its own is left as it is)
if "$turnout" check --no-allow -Wno-unplaced-sm tables/llamacpp-fixed.ini >"$work/log" 2>&1 &&
    ! grep -E ': (error|warning): ' "$work/log" >"$work/bad"; then
    ok
else
    no 'llamacpp-fixed.ini has no defect left' "$work/log"
fi

if "$turnout" check --no-allow tables/sglang-fixed.ini >"$work/log" 2>&1 &&
    ! grep -E ': (error|warning): ' "$work/log" >"$work/bad"; then
    ok
else
    no 'sglang-fixed.ini has no defect left' "$work/log"
fi
# ... and the difference is the proposal: rule by rule, from what to what
"$turnout" diff --findings no --max-boxes 5000 tables/sglang.ini tables/sglang-fixed.ini >"$work/log" 2>&1
for words in 'arch=Olmo2ForCausalLM sm=' 'fa3, which cannot run -> triton' 'trtllm_mha, which cannot run -> triton' '- rule olmo-sm80' '+ refuse iquest-gpu'; do
    if grep -q -- "$words" "$work/log"; then
        ok
    else
        no "the difference of sglang.ini and sglang-fixed.ini tells '$words'" "$work/log"
    fi
done

if "$turnout" check --no-allow tables/sglang-quantization-fixed.ini >"$work/log" 2>&1 &&
    ! grep -E ': (error|warning): ' "$work/log" >"$work/bad"; then
    ok
else
    no 'sglang-quantization-fixed.ini has no defect left' "$work/log"
fi
"$turnout" diff --findings no tables/sglang-quantization.ini tables/sglang-quantization-fixed.ini >"$work/log" 2>&1
for words in '-> gptq_marlin' '- refuse loaded-gptq' '+ rule loaded'; do
    if grep -q -- "$words" "$work/log"; then
        ok
    else
        no "the difference of sglang-quantization.ini and its -fixed tells '$words'" "$work/log"
    fi
done

# ... of the other tables, each beside what its difference tells; which words of a checkpoint are never told apart is left
fixed() { # TABLE WORDS...
    local table=$1
    shift
    if "$turnout" check --no-allow -Wno-unused "tables/$table-fixed.ini" >"$work/log" 2>&1 &&
        ! grep -E ': (error|warning): ' "$work/log" >"$work/bad"; then
        ok
    else
        no "$table-fixed.ini has no defect left" "$work/log"
    fi
    "$turnout" diff --findings no --max-boxes 5000 "tables/$table.ini" "tables/$table-fixed.ini" >"$work/log" 2>&1
    for words; do
        grep -q -- "$words" "$work/log" && ok || no "the difference of $table.ini and its -fixed tells '$words'"
    done
}
fixed sglang-attention 'arch=WhisperForConditionalGeneration sm=' 'fa3, which cannot run -> triton' '+ refuse whisper-flashinfer'
fixed sglang-models 'trtllm_mla, which cannot run -> triton' 'fa3, which cannot run -> ERROR' '+ refuse iquest-gpu'
fixed sglang-moe 'flashinfer_cutlass, which cannot run -> auto' 'megamoe, which cannot run -> off' '- rule mxfp8'
# ... where nothing changes but what could not run
for table in sglang-attention sglang-models; do
    "$turnout" diff --findings no --max-boxes 5000 "tables/$table.ini" "tables/$table-fixed.ini" 2>&1 |
        grep -E '^ +[a-z0-9_]+(,[a-z ]+)? -> ' | grep -qv 'which cannot run' &&
        no "$table-fixed.ini changes what could run" || ok
done

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
# drift: a release that answers as the table says, and one that does not: the difference, and a draft that removes it
newer() { # AWK-CONDITION: the recording as if a release 0.6.0 had answered, with triton where the condition holds
    zcat tests/conformance/sglang.csv.gz | awk -F, -v OFS=, '
        NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; print; next}
        $at["sglang"] == "0.5.23" {$at["sglang"] = "0.6.0"; if ('"$1"') $at["=prefill"] = $at["=decode"] = "triton"; print}'
}
drift() { python3 tests/conformance/drift.py "$turnout" tables/sglang.ini 0.6.0 "$work/newer.csv" "$work/drift" >"$work/log" 2>&1; }
newer 0 >"$work/newer.csv"
if drift && grep -q 'answers 0 of [1-9][0-9]* cells otherwise' "$work/log"; then ok; else no 'no drift' "$work/log"; fi
newer '($at["sm"] == 120 || $at["sm"] == 121) && $at["=prefill"] == "flashinfer"' >"$work/newer.csv"
drift
if [ $? = 1 ] && grep -q '^sm  *= .*120, 121' "$work/log" && grep -q '^since  *= 0.6.0$' "$work/log" &&
    grep -q 'prefill: flashinfer -> triton; decode: flashinfer -> triton, [1-9]' "$work/log" &&
    grep -q 'sglang.ini: [1-9][0-9]* rules in front, 0 cells differ after$' "$work/log"; then
    ok
else
    no 'drift is told as boxes, and drafted as rules' "$work/log"
fi
# README.md shows the tables by size: `make sizes` prints the rows anew
while IFS='|' read -r _ name rules inputs _ bytes _; do
    name=${name// /}
    "$turnout" compile -o "$work" "tables/$name.ini" >"$work/log" 2>&1
    if [ "$(grep -cE '^\[(rule|refuse) ' "tables/$name.ini")" = "${rules// /}" ] && [ -s "$work/$name.h" ] &&
        [ "$(grep -c '^\[input ' "tables/$name.ini")" = "${inputs// /}" ] && [ "$(stat -c %s "$work/$name.h")" = "${bytes// /}" ]; then
        ok
    else
        no "the row of $name in README.md is what make sizes prints" "$work/log"
    fi
done < <(sed -n '/^| table | rules | inputs/,/^$/p' README.md | grep '^| [a-z][a-z0-9-]* | [0-9]')
echo "$pass passed, $fail failed"
exit $((fail > 0))
