#!/usr/bin/env bash
# Golden files: what `turnout check` says of every tests/golden/NAME.ini, against NAME.out (its last line is the exit
# status).  BLESS=1 rewrites the .out files: read the difference before committing it.
# Every finding has a file that fires it; each of the analysis also one whose first lines say `# not: FLAG`, a near miss
# that must not.
#   run.sh [NAME...]   only these
set -u
export SOURCE_DATE_EPOCH=1781481600 # 2026-06-15, the day on which reviews expire here
cd "$(dirname "$0")/../.."
turnout=${TURNOUT:-out/bin/turnout}
[ -x out/san/turnout ] && [ -z "${TURNOUT:-}" ] && turnout=out/san/turnout
text=' SYNTAX UNKNOWN DUPLICATE TYPE MISSING NAME FILE LIMIT CYCLE UNSOURCED ' # faults of text
passed=0 failed=0
made=out/golden
mkdir -p "$made"

names=("$@")
[ $# -gt 0 ] || for ini in tests/golden/*.ini; do names+=("$(basename "$ini" .ini)"); done
for name in "${names[@]}"; do
    ini=tests/golden/$name.ini want=tests/golden/$name.out got=$made/$name.out
    # a first line may add options, or tables that are checked in the same run
    read -r -a more < <(sed -n '/^\[/q; s/^# options: //p' "$ini")
    "$turnout" check -I tables "${more[@]}" "$ini" >"$got" 2>&1
    echo "exit $?" >>"$got"
    if [ -n "${BLESS:-}" ] && ! cmp -s "$got" "$want"; then
        cp "$got" "$want"
        echo "blessed $want"
    fi
    if diff -u "$want" "$got"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done
# a .out whose table is gone tests nothing
for out in tests/golden/*.out; do
    [ -e "${out%.out}.ini" ] || { echo "golden: $out has no table"; failed=$((failed + 1)); }
done
if [ $# -eq 0 ]; then
    while read -r id flag; do
        grep -qE "\[-W(error=)?$flag\]\$" tests/golden/*.out ||
            [ "$id" = FILE ] || { echo "golden: nothing fires $flag"; failed=$((failed + 1)); }
        miss=$(grep -lE "^# not: ([a-z-]+, )*$flag(,|\$)" tests/golden/*.ini)
        [ -n "$miss" ] || [[ $text == *" $id "* ]] || { echo "golden: no near miss of $flag"; failed=$((failed + 1)); }
        for ini in $miss; do
            if grep -E "\[-W(error=)?$flag\]\$" "${ini%.ini}.out"; then
                echo "golden: $ini must not fire $flag"
                failed=$((failed + 1))
            fi
        done
    done < <(sed -nE 's/^FINDING\(([A-Z_]+), "([a-z-]+)".*/\1 \2/p' gen/findings.def)
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
