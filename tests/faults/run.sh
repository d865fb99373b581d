#!/usr/bin/env bash
# The gallery of faults.  ID/before.ini holds the rules of a public report as they stood: the compiler must print the
# findings of ID/expect, with exit status 1 where one of them is an error; without its [needs] sections those of
# ID/expect-without-needs.  ID/after.ini is mended: no error, no warning, and its pins break in before's rules.  B.. are
# version comparisons: ID/cells.csv holds what the table gives.
set -u
cd "$(dirname "$0")/../.."
turnout=${TURNOUT:-out/bin/turnout}
here=tests/faults
work=out/scratch/faults
rm -rf "$work" && mkdir -p "$work"
pass=0 fail=0

ok() { pass=$((pass + 1)); }
no() {
    fail=$((fail + 1))
    printf 'FAILED: %s\n' "$1"
    sed 's/^/    /' "$2"
}

before() {
    local status expected=0
    "$turnout" check -I tables "$here/$1/before.ini" >"$work/$1.before" 2>&1
    status=$?
    grep -q ': error: ' "$work/$1.before" && expected=1
    [ $status -eq $expected ] || { cat "$work/$1.before"; echo "exit status $status, expected $expected"; return 1; }
    awk -v expect="$here/$1/expect" -f tests/expect.awk "$work/$1.before"
}
# The same rules where nobody has written down what the kernels need: the open range alone must be noticed.
without_needs() {
    awk '/^\[/ { off = /^\[needs / } !off' "$here/$1/before.ini" >"$work/$1.ini"
    "$turnout" check -I tables "$work/$1.ini" >"$work/$1.without" 2>&1
    awk -v expect="$here/$1/expect-without-needs" -f tests/expect.awk "$work/$1.without" || { cat "$work/$1.without"; return 1; }
}
after() {
    "$turnout" check -I tables "$here/$1/after.ini" >"$work/$1.after" 2>&1
    [ $? -eq 0 ] && ! grep -qE ': (error|warning): ' "$work/$1.after" && grep -q '^\[pin ' "$here/$1/after.ini" ||
        { cat "$work/$1.after"; return 1; }
}
# What a reviewer of the change would have read.
change() {
    local line
    "$turnout" diff -I tables "$here/$1/old.ini" "$here/$1/before.ini" >"$work/$1.diff" 2>&1
    [ $? -eq 1 ] || { cat "$work/$1.diff"; return 1; }
    while IFS= read -r line; do
        grep -qE -- "$line" "$work/$1.diff" || { echo "no line /$line/ in"; cat "$work/$1.diff"; return 1; }
    done < <(grep -v '^#' "$here/$1/expect-diff")
}
header() {
    "$turnout" compile -I tables -o "$work/$1" "$here/$1/after.ini" &&
        gcc -std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I "$work/$1" "$here/$1/after.c" -o "$work/$1/test" &&
        "$work/$1/test"
}
cells() {
    local columns
    columns=$(head -n 1 "$here/$1/cells.csv" | tr ',' '\n' | grep -c .)
    cut -d, -f1-$((columns - 1)) "$here/$1/cells.csv" >"$work/in.csv"
    "$turnout" eval -I tables "$here/$1/after.ini" "$work/in.csv" >"$work/out.csv" || return 1
    cut -d, -f1-"$columns" "$work/out.csv" | diff "$here/$1/cells.csv" -
}

for folder in "$here"/*/; do
    id=$(basename "$folder")
    for part in before without_needs change after header cells; do
        case $part in
        before) [ -f "$folder/before.ini" ] || continue ;;
        without_needs) [ -f "$folder/expect-without-needs" ] || continue ;;
        after) [ -f "$folder/after.ini" ] || continue ;;
        change) [ -f "$folder/old.ini" ] || continue ;;
        header) [ -f "$folder/after.c" ] || continue ;;
        cells) [ -f "$folder/cells.csv" ] || continue ;;
        esac
        if "$part" "$id" >"$work/log" 2>&1; then ok; else no "$id $part" "$work/log"; fi
    done
done

# every report has a folder, or a reason in README.md
reports="$(sed -n 's/^| \([ABS][0-9]*\) |.*/\1/p' "$here/README.md" | sort -u)"
for id in $reports; do
    if [ -d "$here/$id" ] || grep -qE "^\| $id \|.*\| not expressible" "$here/README.md"; then ok; else
        echo "no folder and no reason" >"$work/log"
        no "$id" "$work/log"
    fi
done

# the counts of the two READMEs are those of the table: the first finding of each report
counts=$(sed -nE 's/^\| [ABS][0-9]+ \| [^|]* \| (cannot be written|not expressible|[a-z-]+).*/\1/p' "$here/README.md" | sort | uniq -c |
    sort -k1,1rn -k2 | awk '{n = $1; sub(/^ *[0-9]+ /, ""); printf "%s%d %s", (NR > 1 ? ", " : ""), n, $0}')
for readme in "$here/README.md" README.md; do
    if tr '\n' ' ' <"$readme" | grep -qF "$counts"; then ok; else
        echo "$counts" >"$work/log"
        no "$readme does not state these counts" "$work/log"
    fi
done

echo "$pass passed, $fail failed"
[ "$fail" -eq 0 ]
