#!/usr/bin/env bash
# check.sh [SUITE...]: runs the unit test programs in out/tests and the suites tests/*/run.sh, two at a time, prints a
# line for each and closes with the sum: "N passed, N failed" (and ", N skipped").  Non-zero when anything failed.
# Suites that take minutes run only when they are named: see SLOW.
set -u
cd "$(dirname "$0")/.."
SLOW="fuzz conformance bench drift docs-browser which-transformers"
logs=out/log
mkdir -p "$logs"

# One unit program or suite: its log, and a line "name passed failed skipped seconds status" in its .sum file.
run_one() {
    name=$1
    log=$logs/$name.log
    start=$(date +%s)
    case $name in
    test_*) "out/tests/$name" >"$log" 2>&1 ;;
    *) bash "tests/$name/run.sh" >"$log" 2>&1 ;;
    esac
    status=$?
    case $name in
    test_*)
        passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$log" | awk '{n += $1} END {print n + 0}')
        failed=$(sed -n 's/^\[  FAILED  \] \([0-9]*\) test.*/\1/p' "$log" | awk '{n += $1} END {print n + 0}')
        skipped=0
        ;;
    *)
        last=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
        passed=$(sed -n 's/^\([0-9]*\) passed.*/\1/p' <<<"$last")
        failed=$(sed -n 's/.* passed, \([0-9]*\) failed.*/\1/p' <<<"$last")
        skipped=$(sed -n 's/.* failed, \([0-9]*\) skipped.*/\1/p' <<<"$last")
        ;;
    esac
    passed=${passed:-0} failed=${failed:-0} skipped=${skipped:-0}
    # a program that died, or printed no result, has failed even if it counted nothing
    if [ "$failed" -eq 0 ] && { [ "$status" -ne 0 ] || [ $((passed + skipped)) -eq 0 ]; }; then
        failed=1
    fi
    echo "$name $passed $failed $skipped $(($(date +%s) - start)) $status" >"$logs/$name.sum"
    if [ "$failed" -eq 0 ]; then
        printf 'ok    %-24s %6d passed%s\n' "$name" "$passed" "$([ "$skipped" -gt 0 ] && echo ", $skipped skipped")"
    else
        printf 'FAIL  %-24s %6d passed, %d failed (exit %d), %s:\n' "$name" "$passed" "$failed" "$status" "$log"
        tail -n "${TAIL:-40}" "$log" | sed 's/^/      /'
    fi
}
export -f run_one
export logs

if [ $# -gt 0 ]; then
    suites=("$@")
else
    suites=()
    for t in out/tests/test_*; do
        [ -x "$t" ] && [[ $t != *.d ]] && suites+=("$(basename "$t")")
    done
    for s in tests/*/run.sh; do
        name=$(basename "$(dirname "$s")")
        [[ " $SLOW " == *" $name "* ]] || suites+=("$name")
    done
fi
rm -f "$logs"/*.sum
printf '%s\n' "${suites[@]}" | xargs -P "${JOBS:-2}" -I{} bash -c 'run_one {}'
cat "$logs"/*.sum | awk '{p += $2; f += $3; s += $4}
    END {printf "%d passed, %d failed%s\n", p, f, s ? ", " s " skipped" : ""; exit f > 0}'
