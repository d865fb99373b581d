#!/usr/bin/env bash
# A target is a folder: the program makes Lua modules although nothing in it knows of Lua, and Lua's own interpreter gives
# the answer and the rule of every test vector.  Also from an installed copy's point of view: --templates, and the depfile.
set -u
cd "$(dirname "$0")/../.."
turnout=${TURNOUT:-out/bin/turnout} templates=tests/target/templates out=out/target
passed=0 failed=0
rm -rf $out && mkdir -p $out
check() { local what=$1; shift; if "$@" >$out/log 2>&1; then passed=$((passed + 1)); else
    failed=$((failed + 1)); echo "target: FAILED: $what"; tail -n 8 $out/log | cut -c1-300 | sed 's/^/    /'; fi; }
refuse() { local what=$1; shift; if "$@" >$out/log 2>&1; then
    failed=$((failed + 1)); echo "target: FAILED: $what"; else passed=$((passed + 1)); fi; }

check 'no word of Lua in the program' bash -c '! grep -rilw lua gen'
make_lua() { $turnout compile -I tables --templates $templates --target lua -o $out "$@"; }
tables=(tests/header/chain.ini tables/llamacpp.ini tables/llamacpp-mulmat.ini tests/constructs/sglang-if-elif.ini tests/constructs/sglang-providers.ini
    tests/constructs/head-dims.ini tests/constructs/llamacpp-none.ini tests/constructs/vllm-candidates.ini)
check 'compile' make_lua -MD $out/deps "${tables[@]}"
check 'the depfile names the templates' grep -q "$templates/lua/module.lua.in" $out/deps
if command -v lua5.4 >/dev/null; then
    for vectors in $out/*_vectors.lua; do
        check "$(basename "$vectors" .lua)" env LUA_PATH="$out/?.lua" lua5.4 "$vectors"
    done
    sed '0,/= {text("[0-9a-f]*")/s//= {text("00")/' $out/llamacpp_vectors.lua >$out/wrong.lua
    refuse 'a wrong answer passes' env LUA_PATH="$out/?.lua" lua5.4 $out/wrong.lua
    check 'without diagrams' make_lua --max-nodes 3 tests/header/chain.ini
    check 'chain, without diagrams' env LUA_PATH="$out/?.lua" lua5.4 $out/chain_vectors.lua
    skipped=
else
    echo 'skipped: lua5.4 is not installed'
    skipped=', 1 skipped'
fi
lists() { TURNOUT_TEMPLATES=${2:-} $turnout help "$1" | grep -q "^  $3  *$4"; }
check 'help lists what comes with the program' lists targets '' python 'a typed Python module'
check 'help of compile lists it too' lists compile '' c '.*(default)$'
check 'help lists targets of the user' lists targets $templates lua 'a Lua module'
refuse 'help lists what is no target' lists targets '' docs ''
refuse 'a target that is not there' $turnout compile --templates $templates --target ruby -o $out tests/header/chain.ini
echo "$passed passed, $failed failed$skipped"
[ "$failed" -eq 0 ]
