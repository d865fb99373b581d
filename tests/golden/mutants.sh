#!/usr/bin/env bash
# mutants.sh [all]: does a golden file notice when the code of a finding does nothing?  Not part of `make check`: minutes.
# A mutant for each step of analyse.c, left out, and one for each place that tells a finding (`all`: faults of text, too),
# which tells another one instead.  Prints each that no golden sees; other suites (property, unit) are not asked.
set -u
cd "$(dirname "$0")/../.."
make -s out/obj/libturnout.a out/bin/turnout || exit 1
work=out/mutants
rm -rf $work && mkdir -p $work
export SOURCE_DATE_EPOCH=1781481600 # as in run.sh
killed=0 alive=0

# all goldens are as they should be
goldens() { # PROGRAM
    local ini more
    for ini in tests/golden/*.ini; do
        read -r -a more < <(sed -n '/^\[/q; s/^# options: //p' "$ini")
        { timeout 20 "$1" check -I tables "${more[@]}" "$ini" 2>&1; echo "exit $?"; } 2>/dev/null |
            cmp -s - "${ini%.ini}.out" || return 1
    done
}
# $work/mutant.c takes the place of gen/FILE.c
mutant() { # WHAT FILE
    cp out/obj/libturnout.a $work/mutant.a
    gcc -std=c11 -D_POSIX_C_SOURCE=200809L -Igen -w -c $work/mutant.c -o "$work/$2.o" &&
        ar r $work/mutant.a "$work/$2.o" && gcc -o $work/turnout out/obj/main.o $work/mutant.a -linih -lm || exit 1
    if goldens $work/turnout; then
        alive=$((alive + 1))
        echo "no golden sees: $1"
    else
        killed=$((killed + 1))
    fi
}
goldens out/bin/turnout || { echo "the goldens differ before anything is changed"; exit 1; }
while IFS=: read -r line text; do
    sed "${line}s/^\( *\)analyse_/\1if (0) analyse_/" gen/analyse.c >$work/mutant.c
    mutant "gen/analyse.c:$line without$(tr -s ' ' <<<"$text")" analyse
done < <(grep -nE '^ +analyse_[a-z_]+\(&?an\);' gen/analyse.c)
files=(gen/analyse*.c)
[ "${1:-}" = all ] && files=(gen/*.c)
while IFS=: read -r file line text; do
    id=$(grep -oE 'FINDING_[A-Z_]+' <<<"$text" | head -n 1)
    other=FINDING_OVERLAP
    [ "$id" != $other ] || other=FINDING_GAP
    sed "${line}s/$id/$other/" "$file" >$work/mutant.c
    mutant "$file:$line $id" "$(basename "$file" .c)"
done < <(grep -nE '\b(msg_add|report|msg_fault|fault|refuse)\(.*FINDING_[A-Z_]+' "${files[@]}")
echo "$killed of $((killed + alive)) seen"
[ $alive -eq 0 ]
