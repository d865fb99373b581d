#!/usr/bin/env bash
# `turnout explain` and `turnout eval`: every case of tests/explain/cases prints what golden/NAME holds, with that exit
# status.  BLESS=1 rewrites golden/: read the difference before committing it.   run.sh [NAME...]   only these
set -u
cd "$(dirname "$0")"
turnout=${TURNOUT:-../../out/bin/turnout}
[ -x ../../out/san/turnout ] && [ -z "${TURNOUT:-}" ] && turnout=../../out/san/turnout
out=../../out/explain
passed=0 failed=0
rm -rf "$out" && mkdir -p "$out"

pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "explain: FAILED: $*"; }
. ../judge.sh

names=" $* "
while read -r name status arguments; do
    case $name in '' | '#'*) continue ;; esac
    [ $# -eq 0 ] || [[ $names == *" $name "* ]] || continue
    seen="${seen:-} $name "
    # the vocabularies come from the tree, also where another program is tested
    read -ra words <<<"$arguments"
    "$turnout" "${words[0]}" -I ../../tables "${words[@]:1}" >"$out/$name" 2>"$out/err"
    got=$?
    [ ! -s "$out/err" ] || { echo "--- standard error"; cat "$out/err"; } >>"$out/$name"
    judge "$name" "$got" "$status"
done <cases

# a golden file that no case has tests nothing
for golden in golden/*; do
    [ $# -gt 0 ] || [[ $seen == *" $(basename "$golden") "* ]] || fail "$golden has no case"
done

# what a script reads is JSON, and says the same as the text
if command -v jq >/dev/null && [ $# -eq 0 ]; then
    for name in json json-trouble json-quiet json-never all-json eval-json eval-json-why; do
        sed '/^--- standard error/,$d' "$out/$name" | jq -e '.turnout == 1 and has("findings")' >/dev/null && pass ||
            fail "$name is no JSON of ours"
    done
    text=$("$turnout" explain -I ../../tables -q answers.ini arch=A sm=90 | sed -n 's/.* -> attention=\([a-z0-9]*\).*/\1/p')
    [ "$text" = "$(jq -r '.answers[0].value' "$out/json")" ] && pass || fail "text and JSON differ"
fi

# eval answers as explain does, row by row
tail -n +2 chain.csv | while IFS=, read -r arch heads chosen ratio; do
    "$turnout" explain -q chain.ini "arch=$arch" "heads=$heads" ${chosen:+"chosen=$chosen"} ${ratio:+"ratio=$ratio"} |
        sed 's/.* -> [a-z]*=\([^ ]*\).*/\1/' | paste -sd,
done >"$out/by-explain"
"$turnout" eval chain.ini chain.csv | tail -n +2 | cut -d, -f5,7,9,11,13 >"$out/by-eval"
diff "$out/by-explain" "$out/by-eval" && pass || fail "eval and explain differ"

# standard input, a byte order mark, CRLF: as a spreadsheet writes it
printf '\xef\xbb\xbfarch,heads\r\n"A",64\r\n' | "$turnout" eval chain.ini - >"$out/stdin" 2>&1 &&
    grep -q '^A,64,mma,kernel-a,' "$out/stdin" && pass || fail "a spreadsheet's CSV"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
