#!/usr/bin/env bash
# `turnout which`: every case of tests/which/cases prints what golden/NAME holds, with that exit status; the answers are
# those of `explain` for the same inputs, and what is said to change them does; hostile files; the machine's part, with
# the fake driver of tests/probe; random expressions over random documents against oracle.py.
# BLESS=1 rewrites golden/: read the difference before committing it.
set -u
cd "$(dirname "$0")"
turnout=${TURNOUT:-../../out/bin/turnout}
[ -x ../../out/san/turnout ] && [ -z "${TURNOUT:-}" ] && turnout=../../out/san/turnout
turnout=$(realpath "$turnout")
mkdir -p ../../out/scratch && out=$(realpath "$(mktemp -d ../../out/scratch/which.XXXXXX)") || exit 1
trap 'rm -rf "$out"' EXIT
mkdir -p "$out/empty"
passed=0 failed=0 skipped=0
pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "which: FAILED: $*"; }
. ../judge.sh
# a machine without driver and packages, whatever this one has
which() { env -u LD_LIBRARY_PATH -u PYTHONPATH -u VIRTUAL_ENV HOME="$out/empty" PATH="$out/empty" LD_LIBRARY_PATH="${drivers:-$out/empty}" "$turnout" which -I ../../tables "$@"; }

# ---- goldens
mkdir -p golden
while read -r name status arguments; do
    case $name in '' | '#'*) continue ;; esac
    seen="${seen:-} $name "
    read -ra words <<<"$arguments"
    which "${words[@]}" >"$out/$name" 2>"$out/err"
    got=$?
    [ ! -s "$out/err" ] || { echo "--- standard error"; grep -v '^turnout: note: no NVIDIA driver' "$out/err"; } >>"$out/$name"
    judge "$name" "$got" "$status"
    # the same as explain with the same inputs
    if [ "$status" = 0 ] && [[ $arguments != *--* ]]; then
        table=$(grep -o '[^ ]*\.ini' <<<"$arguments")
        sed -n 's/^[a-z0-9-]*: \(.*\) -> .*/\1/p' "$out/$name" | head -n 1 >"$out/inputs"
        read -ra words <"$out/inputs"
        "$turnout" explain -q -I ../../tables "$table" "${words[@]}" >"$out/explained" 2>&1
        if diff <(grep -- ' -> ' "$out/$name" | grep '^[a-z]') "$out/explained"; then pass; else fail "$name: not as explain"; fi
    fi
done <cases
for golden in golden/*; do
    [[ $seen == *" $(basename "$golden") "* ]] || fail "$golden has no case"
done

# ---- the machine
gcc -std=c11 -fPIC -shared -o "$out/libcuda.so.580.65.06" ../probe/fake.c && ln -sf libcuda.so.580.65.06 "$out/libcuda.so.1" || fail 'the fake driver'
drivers=$out
mkdir -p "$out/venv/lib/python3.12/site-packages/flashinfer_python-0.6.12.dist-info"
printf 'Metadata-Version: 2.4\nName: flashinfer_python\nVersion: 0.6.12\n' >"$out/venv/lib/python3.12/site-packages/flashinfer_python-0.6.12.dist-info/METADATA"
# machine NAME STATUS ERE... -- ARGUMENT...: each ERE on a line; one that begins with '!' on none
machine() {
    local name=$1 status=$2 wanted=() got
    shift 2
    while [ "$1" != -- ]; do wanted+=("$1") && shift; done
    shift
    which "$@" >"$out/log" 2>&1
    got=$?
    [ $got = "$status" ] || { fail "$name: exit status $got, not $status: $(head -n 3 "$out/log")" && return; }
    for line in "${wanted[@]}"; do
        if [ "${line#!}" != "$line" ]; then
            ! grep -qE -- "${line#!}" "$out/log" || { fail "$name: must not be there: $line" && return; }
        else
            grep -qE -- "$line" "$out/log" || { fail "$name: missing: $line: $(head -n 5 "$out/log")" && return; }
        fi
    done
    pass
}
gemma4=../../tables/gemma4.ini
machine 'one device' 0 '^  sm=90 \(this machine\)$' '^  flashinfer=absent \(this machine\)$' ' -> attention=triton' '^  on device 0:$' -- $gemma4 models/gemma4
machine 'packages' 0 '^  flashinfer=0\.6\.12 \(this machine\)$' -- --python "$out/venv" $gemma4 models/gemma4
FAKE_DEVICES='A:10.0,B:12.0,C:10.0' machine 'devices that differ' 0 '^  on device 0, 2:$' '^  on device 1:$' 'sm=100 .* attention=trtllm_mha' 'sm=120 .* attention=triton' -- --python "$out/venv" $gemma4 models/gemma4
FAKE_DEVICES='A:10.0,B:12.0' machine 'devices, as JSON' 0 '"devices": \[1\]' '"devices": \[0\]' -- --format=json $gemma4 models/gemma4
export FAKE_DEVICES='A:10.0'
machine 'a flag beats the machine' 0 ' sm=80 ' '!sm=100 .* -> ' -- $gemma4 models/gemma4 sm=80
machine 'nothing is asked that is known' 0 '!this machine' -- $gemma4 models/gemma4 sm=80 flashinfer=0.6.12 moe=no
machine 'with --all the machine is not asked' 0 'open: sm, flashinfer' '!this machine' -- --all $gemma4 models/gemma4
unset FAKE_DEVICES
FAKE_FAIL=cuInit=100 machine 'no device' 2 "'sm' is not known: .*no GPU here; give sm=VALUE" "'flashinfer' is not known" -- $gemma4 models/gemma4
FAKE_FAIL=cuInit=100 machine 'a package counts without a device' 2 "'sm' is not known" "!'flashinfer' is not known" 'note: no device' -- --python "$out/venv" $gemma4 models/gemma4
drivers=

# ---- hostile files
mkdir -p "$out/m"
# file NAME STATUS ERE: $out/m/config.json as it stands, asked with everything but `arch` given
file() {
    which $gemma4 "$out/m" sm=90 flashinfer=absent quantization=other moe=no >"$out/log" 2>&1
    got=$?
    if [ $got != "$2" ]; then
        fail "$1: exit status $got, not $2: $(head -n 3 "$out/log")"
    elif ! grep -qE -- "$3" "$out/log"; then
        fail "$1: missing: $3: $(head -n 3 "$out/log")"
    else
        pass
    fi
}
write() { printf "$1" >"$out/m/config.json"; }
good='"architectures": ["Gemma4ForCausalLM"]'
write "{$good}" && file 'plain' 0 'attention=triton'
write "{$good, \"x\": [NaN, -Infinity, Infinity, \"NaN\", {\"Infinity\": 1}]}" && file "Python's numbers" 0 'attention=triton'
write "{$good, \"x\": \"\\\\\"NaN\"}" && file 'an escaped quote' 0 'attention=triton'
write "{$good, \"x\": 100000000000000000000000000000}" && file 'an integer beyond 64 bits' 0 'attention=triton'
write "{$good, \"x\": 1e999}" && file 'a number beyond a double' 1 'config\.json:1:[0-9]+: error: no JSON: '
write "{$good, \"architectures\": [\"LlamaForCausalLM\"]}" && file 'a key that stands twice' 0 'config\.json:1:[0-9]+: warning: a key stands twice'
file 'the last counts' 0 'attention=NONE'
write '' && file 'empty' 1 'config\.json:1:.* no JSON'
write '{' && file 'cut off' 1 'config\.json:1:.* no JSON: .*expected'
write "{\n  $good,\n  \"a\": tru\n}" && file 'a place' 1 'config\.json:3:[0-9]+: error: no JSON: invalid token'
write '[1, 2]' && file 'a list' 1 'no configuration: the file is no JSON object'
write '"text"' && file 'a text' 1 'no JSON'
write "{$good} x" && file 'text behind it' 1 'no JSON: end of file expected'
write "\xef\xbb\xbf{$good}" && file 'a byte order mark' 1 'no JSON'
write "{\"architectures\": [\"\xff\xfe\"]}" && file 'no UTF-8' 1 'no JSON: unable to decode byte'
write "{\"architectures\": [\"Gemma4\\\\u0000ForCausalLM\"]}" && file 'a NUL in a text' 2 "'\.architectures\[0\]' holds control characters"
write "{\"architectures\": [\"\\\\u001b[31mGemma\"]}" && file 'control codes' 2 'holds control characters'
write "{\"a\\\\u0000b\": 1, $good}" && file 'a NUL in a key' 1 'no JSON: a NUL in a key'
printf '{%s}\0' "$good" >"$out/m/config.json" && file 'a NUL behind it' 1 'no JSON'
write '{"architectures": "Gemma4ForCausalLM"}' && file 'a text where a list is asked for' 2 "there is no '\.architectures\[0\]'"
write '{"architectures": [["Gemma4ForCausalLM"]]}' && file 'a list inside' 2 "'\.architectures\[0\]' is a list"
write '{"architectures": [{"a": 1}]}' && file 'an object inside' 2 "'\.architectures\[0\]' is an object"
write '{"architectures": []}' && file 'an empty list' 2 "there is no '\.architectures\[0\]'"
write '{"architectures": [null]}' && file 'null' 2 "there is no '\.architectures\[0\]'"
write '{"architectures": [1.5]}' && file 'a fraction' 0 'arch=1\.5 .*the table does not name it'
write '{"architectures": [true]}' && file 'a bool' 0 'arch=yes .*the table does not name it'
write '{"architectures": ["other"]}' && file 'a word of the language' 0 'arch=other \(config'
write '{"architectures": ["a b, @c = d"]}' && file 'signs of the language' 0 'attention=NONE'
awk 'BEGIN {for (i = 0; i < 100000; i++) printf "{\"a\":"; print "1"}' >"$out/m/config.json" && file 'deep nesting' 1 'no JSON: maximum parsing depth reached'
awk 'BEGIN {for (i = 0; i < 100000; i++) printf "["}' >"$out/m/config.json" && file 'deep lists' 1 'no JSON: maximum parsing depth reached'
awk -v good="$good" 'BEGIN {printf "{%s", good; for (i = 0; i < 200000; i++) printf ",\"k%d\":%d", i, i; print "}"}' >"$out/m/config.json" && file 'many keys' 0 'attention=triton'
awk 'BEGIN {printf "{\"architectures\":[\""; for (i = 0; i < 1000000; i++) printf "x"; print "\"]}"}' >"$out/m/config.json" && file 'a long text' 0 'attention=NONE'
head -c 70000000 /dev/zero >"$out/m/config.json" && file 'larger than any configuration' 3 'larger than 64 MiB'
rm "$out/m/config.json" && file 'none' 3 'no such file'
mkdir "$out/m/config.json" && file 'a folder' 3 'is a folder' && rmdir "$out/m/config.json"
mkfifo "$out/m/config.json" && file 'a pipe' 3 'is no regular file' && rm "$out/m/config.json"
ln -s config.json "$out/m/config.json" && file 'a link to itself' 3 'cannot read' && rm "$out/m/config.json"
ln -s /dev/zero "$out/m/config.json" && file 'a device' 3 'is no regular file' && rm "$out/m/config.json"
write "{$good}" && echo '{' >"$out/m/hf_quant_config.json" && file 'the second file' 1 'hf_quant_config\.json:[12]:.* no JSON'

# ---- the other commands keep the sections
"$turnout" docs --no-pictures -I ../../tables -o "$out/docs" kinds.ini >"$out/log" 2>&1
for page in "$out"/docs/kinds.html "$out"/docs/kinds.md; do
    if grep -q "in a model" "$page" && grep -qE "exists kv..?lora..?rank" "$page" && grep -qE "hf..?quant..?config.json" "$page"; then pass; else fail "$page does not show what is read"; fi
done
if printf 'arch,sm,lib,head,heads,weights\nNamed,90,1,8,1,w8a8\n' | "$turnout" eval -I ../../tables kinds.ini >"$out/log" 2>&1 && grep -q ',b,heads$' "$out/log"; then pass; else fail "eval: $(tail -n 2 "$out/log")"; fi
sed '/^\[from config/,/^$/d; /^\[from hf/,/^$/d' kinds.ini >"$out/bare.ini"
for table in bare kinds; do
    [ "$table" = bare ] && from=$out/bare.ini || from=kinds.ini
    mkdir -p "$out/$table" && "$turnout" compile -I ../../tables -o "$out/$table" "$from" >"$out/log" 2>&1
    sed 's/bare/kinds/g' "$out/$table"/*.h | grep -v '\.ini:[0-9]' >"$out/$table.h"
done
if [ -s "$out/kinds.h" ] && grep -v ':[0-9]*' "$out/bare.h" | cmp -s - <(grep -v ':[0-9]*' "$out/kinds.h"); then pass; else fail 'a header knows nothing of models'; fi

# ---- what is said to change an answer does, and the oracle of expressions
if command -v python3 >/dev/null; then
    for arguments in "$gemma4 models/gemma4 sm=100 flashinfer=0.6.12" "../../tables/sglang-attention.ini models/deepseek sm=90 cuda=12.8 flashinfer=yes" \
        "../../tables/sglang-models.ini models/gpt-oss sm=100 cuda=13.0"; do
        which --format=json $arguments >"$out/json" 2>"$out/err"
        python3 changes.py "$out/json" "${arguments%% *}" "$turnout" ../../tables >"$out/log" 2>&1 && passed=$((passed + $(tail -n 1 "$out/log"))) || fail "changes of $arguments: $(tail -n 3 "$out/log")"
    done
    python3 oracle.py "$turnout" "$out" "${ROUNDS:-25}" >"$out/log" 2>&1 && passed=$((passed + $(tail -n 1 "$out/log"))) || fail "oracle: $(tail -n 8 "$out/log")"
else
    skipped=$((skipped + 1)) && echo 'skipped: no python3'
fi

[ "$skipped" -gt 0 ] && skips=", $skipped skipped"
echo "$passed passed, $failed failed${skips:-}"
[ "$failed" -eq 0 ]
