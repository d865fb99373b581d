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
