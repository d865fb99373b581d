#!/usr/bin/env bash
# Golden files: what `turnout check` says of every tests/golden/NAME.ini, against NAME.out (its last line is the exit
# status).  BLESS=1 rewrites the .out files: read the difference before committing it.
# Every finding has a file that fires it, and one whose first lines say `# not: FLAG`, a near miss that must not; its -Wno-
# and -Werror= do what they say.  mutants.sh takes the checks out one by one and wants a difference here.
#   run.sh [NAME...]   only these
set -u
export SOURCE_DATE_EPOCH=1781481600 # 2026-06-15, the day on which reviews expire here
cd "$(dirname "$0")/../.."
turnout=${TURNOUT:-out/bin/turnout}
[ -x out/san/turnout ] && [ -z "${TURNOUT:-}" ] && turnout=out/san/turnout
firm=' SYNTAX UNKNOWN DUPLICATE TYPE MISSING NAME FILE LIMIT CYCLE UNDECIDED ' # errors whatever -W says
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
ok() { passed=$((passed + 1)); }
no() { failed=$((failed + 1)); echo "golden: $*"; }
# how a table fares under more flags: its messages of the finding, and the exit status
under() { # INI FLAG...
    local more
    read -r -a more < <(sed -n '/^\[/q; s/^# options: //p' "$1")
    "$turnout" check -I tables "${more[@]}" "$@" 2>&1
    echo "exit $?"
}
if [ $# -eq 0 ]; then
    # each row of findings.def: a table that fires it, one that must not, and its flags
    while read -r id flag; do
        fires=$(grep -lE "\[-W(error=)?$flag\]\$" tests/golden/find-$flag.out tests/golden/*.out 2>/dev/null | head -n 1)
        miss=$(grep -lE "^# not: ([a-z-]+, )*$flag(,|\$)" tests/golden/*.ini)
        [ -n "$fires" ] && ok || { no "nothing fires $flag"; continue; }
        [ -n "$miss" ] && ok || no "no near miss of $flag"
        for ini in $miss; do
            grep -E "\[-W(error=)?$flag\]\$" "${ini%.ini}.out" && no "$ini must not fire $flag" || ok
        done
        ini=${fires%.out}.ini
        if [[ $firm == *" $id "* ]]; then # later stages rely on them
            under "$ini" "-Wno-$flag" | grep -qx 'exit 2' && ok || no "-Wno-$flag is taken"
        else
            under "$ini" "-Wno-$flag" | grep -E "\[-W(error=)?$flag\]\$" && no "-Wno-$flag does not silence $ini" || ok
        fi
        got=$(under "$ini" "-Werror=$flag" --notes)
        grep -qE "error: .*\[-W(error=)?$flag\]\$" <<<"$got" && grep -qx 'exit 1' <<<"$got" && ok ||
            no "-Werror=$flag makes no error of $ini"
    done < <(sed -nE 's/^FINDING\(([A-Z_]+), "([a-z-]+)".*/\1 \2/p' gen/findings.def)
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
