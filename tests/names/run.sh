#!/usr/bin/env bash
# Names of a table against the names that a header declares: every identifier of a header, without the table's name, is
# tried as an input, as an output and, cut at each '_', as an input or output with a value.  Either the table is refused
# with [-Wname], or its header compiles.  So are words that a function of the header could use for itself.
set -u
cd "$(dirname "$0")/../.."
turnout=${TURNOUT:-out/bin/turnout}
dir=out/names
rm -rf "$dir"
mkdir -p "$dir"
passed=0 failed=0 refused=0
fail() {
    failed=$((failed + 1))
    echo "names: $*"
}

"$turnout" compile -I tables -o "$dir" tests/names/base.ini >"$dir/log" 2>&1 || {
    cat "$dir/log"
    echo "0 passed, 1 failed"
    exit 1
}
# comments and strings away, then what stands behind tt_ or TT_; the test's own inputs and outputs become X
sed -e 's:"\(\\.\|[^"\\]\)*"::g' -e 's:/\*.*\*/::g' "$dir/tt.h" | grep -oE '\b(tt|TT)_[A-Za-z0-9_]+' | sed 's/^..._*//; s/^\(tt\|TT\)_//' |
    sed -E 's/^(HAS_|has_)?(iname|ienum|ism|iversion|iint|ibool|ichain|oone|onum|INAME|IENUM|ISM|IVERSION|IINT|IBOOL|ICHAIN|OONE|ONUM)(_|$)/\1X\3/' |
    sort -u >"$dir/found"

# table INPUT VALUE OUTPUT VALUE: both an input of type enum and an output, with one value each beside their own
table() {
    printf '[table tt]\n[input %s]\ntype = enum\nvalues = %s, plain\n[input arch]\ntype = name\n' "$1" "$2"
    printf '[output %s]\nvalues = %s, simple\n[rule r]\n%s = plain\narch = A, B\n%s = simple\n' "$3" "$4" "$1" "$3"
    printf '[rule e]\nelse = yes\n%s = %s\n' "$3" "$4"
}
try() {
    table "$@" >"$dir/t.ini"
    rm -f "$dir/tt.h"
    if "$turnout" compile -o "$dir" "$dir/t.ini" >"$dir/log" 2>&1; then
        if printf '#define TT_EXPLAIN\n#define TT_RESOLVE\n#include "tt.h"\n' | gcc -std=c11 -Wall -Wextra -Wno-unused-function -Werror -I"$dir" -fsyntax-only -x c - >"$dir/log" 2>&1 &&
            printf '#define TT_EXPLAIN\n#define TT_RESOLVE\n#include "tt.h"\n' | g++ -std=c++14 -Wall -Wextra -Wno-unused-function -Werror -I"$dir" -fsyntax-only -x c++ - >"$dir/log" 2>&1; then
            passed=$((passed + 1))
        else
            fail "input '$1' ($2) and output '$3' ($4) are accepted, and the header does not compile:"
            head -n 3 "$dir/log"
        fi
    elif grep -q 'Wname\]' "$dir/log"; then
        passed=$((passed + 1)) refused=$((refused + 1))
    else
        fail "input '$1' ($2) and output '$3' ($4) are refused, but not for their names:"
        head -n 3 "$dir/log"
    fi
}

# identifiers of the header's own
while read -r id; do
    name=${id,,}
    case $name in *x_* | x | *_ | [0-9]*) continue ;; esac
    try "$name" v out w
    try in1 v "$name" w
    [[ $name == *_* ]] && try "${name%%_*}" "${name#*_}" out w && try in1 v "${name%%_*}" "${name#*_}"
done < <(tr 'A-Z' 'a-z' <"$dir/found" | sort -u | grep -v '^x\(_\|$\)')

# identifiers of an input or output, against another of the same name and against its own values
while read -r id; do
    tail=${id#X}
    tail=${tail,,}
    case $tail in '' | _ | _[0-9]*) continue ;; esac
    try "attention$tail" v attention w
    try kv v "kv$tail" w
    try kv "${tail#_}" attention "${tail#_}"
done < <(grep '^X' "$dir/found" | sort -u)
try kv 1- attention 1-
try has v attention w
try has attention_switch attention w

# words that are likely inside the functions of a header
for word in row cell key value i n at text len out map class rank list word line state code bits; do
    try "$word" v attention w
done
# one value more than an input can have, declared and mentioned
values() { awk 'BEGIN {for (i = 0; i <= 1000000; i++) printf "%sv%d", i == 0 ? "" : i % 100 ? ", " : ",\n ", i; print ""}'; }
for type in enum name; do
    {
        printf '[table tt]\n[input many]\ntype = %s\n' "$type"
        [ "$type" = name ] || { printf 'values = ' && values; }
        printf '[output o]\nvalues = a\n[rule r]\no = a\nmany = '
        [ "$type" = name ] && values || echo v1
    } >"$dir/t.ini"
    if "$turnout" check "$dir/t.ini" >"$dir/log" 2>&1 || ! grep -q 'error: .*1000000.*Wlimit' "$dir/log"; then
        fail "1000001 values of type $type:"
        head -n 3 "$dir/log" | cut -c1-200
    else
        passed=$((passed + 1))
    fi
    rm -f "$dir/t.ini"
done
[ "$refused" -ge 10 ] || fail "only $refused names were refused"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
