#!/usr/bin/env bash
# The proposals of tables/: NAME-fixed.ini changes only cells of NAME.ini whose value cannot run, and leaves none
# (changed.py).  That a change elsewhere, one too few and one too many are seen is tried on each.
#   run.sh [NAME...]   only these
set -u
cd "$(dirname "$0")/../.."
turnout=${TURNOUT:-out/bin/turnout}
work=out/scratch/fixed
rm -rf "$work" && mkdir -p "$work"
pass=0 fail=0

ok() { pass=$((pass + 1)); }
no() {
    fail=$((fail + 1))
    printf 'FAILED: %s\n' "$1"
    sed 's/^/    /' "$work/log" | cut -c1-300 | head -5
}
holds() { python3 tests/fixed/changed.py "$turnout" "$@" >"$work/log" 2>&1; }
# refused NAME WORDS WHAT: changed.py says no to what stands in $work/trip, in these words
refused() {
    if ! holds "$1" "$work/trip" && grep -q "$2" "$work/log"; then ok; else no "$1: $3 is seen"; fi
}

names=("$@")
[ $# -gt 0 ] || for table in tables/*-fixed.ini; do # SGLang's mend what start-up refuses, too: tests/conformance-sample
    [[ $table == tables/sglang* ]] || names+=("$(basename "$table" -fixed.ini)")
done
for name in "${names[@]}"; do
    if holds "$name"; then
        ok
        cat "$work/log"
    else
        no "$name-fixed.ini is a proposal"
    fi
    rm -rf "$work/trip" && mkdir "$work/trip" && cp "tables/$name.ini" "tables/$name-fixed.ini" "$work/trip"
    fixed=$work/trip/$name-fixed.ini

    printf '\n[refuse tripped]\nsm = 90, 100, 120\nwhy = a cell that could run\n' >>"$fixed"
    refused "$name" 'cells were \(value\|none\)' 'a changed cell that could run'

    # the table alone, as if nothing had been mended
    grep -q '^replaces' "tables/$name-fixed.ini" || continue
    awk '/^\[/ {off = !/^\[table/} !off' "tables/$name-fixed.ini" >"$fixed"
    refused "$name" '\[-Wincapable\]' 'a defect that is left'
done

# a clause that asks for more, where defaults come to that and where none does
name=vllm-moe-mxfp8
rm -rf "$work/trip" && mkdir "$work/trip" && cp "tables/$name.ini" "$work/trip"
sed 's/%4$/%8/' "tables/$name-fixed.ini" >"$work/trip/$name-fixed.ini"
refused "$name" 'cells were value' 'a clause that asks for more'
cp "tables/$name-fixed.ini" "$work/trip"
printf '\n[needs EMULATION tripped]\nuser = !marlin\n' >>"$work/trip/$name-fixed.ini"
refused "$name" 'as a choice' 'a clause that no default comes to'

# a rule in front of the others
cp "tables/$name-fixed.ini" "$work/trip"
printf '\n[rule tripped]\nuser = marlin\nsm = 50\nkernel = ERROR "sooner"\n' >>"$work/trip/$name-fixed.ini"
refused "$name" 'is new, and no error that comes last\|were error' 'a rule in front'

echo "$pass passed, $fail failed"
[ "$fail" -eq 0 ]
