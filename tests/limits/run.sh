#!/bin/bash
# Instruction counts and sizes, which repeat exactly, with their limits: nobody makes the compiler or the header slower
# without noticing.  Times are for `make bench`.  The last line is "N passed, N failed[, N skipped]".
set -u
out=out/limits turnout=${TURNOUT:-out/bin/turnout}
passed=0 failed=0 skipped=0
mkdir -p $out
at_most() { # what, number, limit
    if [ -n "$2" ] && awk "BEGIN { exit !($2 > 0 && $2 <= $3) }"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)); echo "limits: FAILED: $1: ${2:-nothing}, at most $3 is allowed"
    fi
}
flags='-std=c11 -D_POSIX_C_SOURCE=200809L -O1 -Igen'
gcc $flags -o $out/generate tests/bench/generate.c || exit 1
gcc $flags -o $out/stages tests/bench/stages.c out/obj/libturnout.a -linih -lm || exit 1
gcc $flags -o $out/peak tests/bench/peak.c && gcc $flags -o $out/inih tests/bench/inih.c -linih || exit 1

# ---- memory of the stages, in bytes of the file ----
$out/generate 4000 400 >$out/4000.ini
size=$(wc -c <$out/4000.ini)
while read -r stage _ bytes; do
    case $stage in
    read) limit=6 ;; table) limit=14 ;; boxes) limit=16 ;; plan) limit=17 ;; analyse) limit=25 ;; *) continue ;;
    esac
    at_most "bytes of the arena after $stage, by those of the file" "$(awk "BEGIN { print $bytes / $size }")" $limit
done < <($out/stages $out/4000.ini tables)

# ---- memory of a run on 100,000 rules ----
$out/generate 100000 10000 >$out/100000.ini
at_most 'bytes that check of 100,000 rules has at once, by those of the file' \
    "$(awk "BEGIN { print 1024 * $($out/peak $turnout check $out/100000.ini) / $(wc -c <$out/100000.ini) }")" 20
size=$(wc -c <$out/100000.ini)
at_most 'bytes that compile of 100,000 rules has at once, by those of the file' \
    "$(awk "BEGIN { print 1024 * $($out/peak $turnout compile -o $out/large $out/100000.ini) / $size }")" 48
at_most 'bytes of the header of 100,000 rules, by those of the file' \
    "$(awk "BEGIN { print $(wc -c <$out/large/bench.h) / $size }")" 4
rm -rf $out/100000.ini $out/large

# ---- instructions of the compiler grow as the table does, and those of a look-up do not ----
collected() { sed -n 's/.*Collected : //p' "$1"; }
if command -v valgrind >/dev/null; then
    for hit in first specific; do
        for n in 400 1600; do
            $out/generate $n $((n / 10)) 0 1 $hit >$out/$n.ini
            valgrind --tool=callgrind --callgrind-out-file=/dev/null $turnout check $out/$n.ini >/dev/null 2>$out/$n.log
        done
        at_most "check of 1,600 rules by that of 400, hit = $hit" \
            "$(awk "BEGIN { print $(collected $out/1600.log) / $(collected $out/400.log) }")" 3
    done
    for command in check diff; do
        tables=(tests/diff/crossings.old.ini)
        [ $command = check ] || tables+=(tests/diff/crossings.new.ini)
        valgrind --tool=callgrind --callgrind-out-file=/dev/null $turnout $command "${tables[@]}" >/dev/null 2>$out/$command.log
    done
    at_most "diff of rules that contradict each other by check of one side" \
        "$(awk "BEGIN { print $(collected $out/diff.log) / $(collected $out/check.log) }")" 150
    counted() { # command: instructions of a run
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" >/dev/null 2>$out/counted.log
        collected $out/counted.log
    }
    $out/generate 1000 100 >$out/1000.ini
    $out/generate 10000 1000 >$out/10000.ini
    many=$(counted $turnout check $out/10000.ini)
    at_most 'check of 10,000 rules by that of 1,000' "$(awk "BEGIN { print $many / $(counted $turnout check $out/1000.ini) }")" 8.5
    at_most 'check of 10,000 rules by inih alone' "$(awk "BEGIN { print $many / $(counted $out/inih $out/10000.ini) }")" 7.2
    calls() { # form, calls: instructions of a run
        valgrind --tool=callgrind --callgrind-out-file=/dev/null $out/lookup $1 $2 >/dev/null 2>$out/calls.log
        collected $out/calls.log
    }
    $turnout compile -o $out $out/400.ini >/dev/null 2>$out/log
    $out/generate 400 40 >$out/400.ini
    $turnout compile -o $out $out/400.ini >/dev/null 2>$out/log
    awk 'BEGIN { for (i = 0; i < 64; i++)
        printf "{\"A%05d\", \"%d\", \"0.%d.%d\", \"q%02d\", \"%s\"},\n", i % 50, i % 2 ? 100 : 90, i % 13, i % 4, i % 16, i % 3 ? "no" : "yes" }' >$out/cells.h
    if gcc -std=gnu11 -O2 -I $out -o $out/lookup tests/bench/lookup.c 2>$out/log; then
        empty=$(($(calls empty 4000) - $(calls empty 2000)))
        for pair in at:22 name:41 version:45 text:153; do
            n=$(awk "BEGIN { printf \"%.0f\", ($(calls ${pair%:*} 4000) - $(calls ${pair%:*} 2000) - $empty) / 2000 + 2 }")
            at_most "instructions of ${pair%:*}, five inputs" "$n" ${pair#*:}
        done
    else
        failed=$((failed + 1)); echo 'limits: FAILED: lookup.c'; head -5 $out/log
    fi
    # the project's own tables: 5, 14 and 16 inputs
    for table in gemma4 sglang-attention llamacpp; do
        $turnout compile -o $out tables/$table.ini >/dev/null 2>$out/log
        while read -r output bytes dense; do
            at_most "$table: bytes of the rows of $output by those of one table" "$(awk "BEGIN { print $bytes / $dense }")" 0.25
        done < <(sed -n 's/^.* \([0-9]*\) bytes of rows.* would take \([0-9.e+]*\)\. .*/\1 \2/; T; h; n; s/.* .\(.*\)_table_.*/\1/; G; s/\n/ /p' $out/$table.h)
    done
    for pair in 'gcc:19 75 64' 'clang:23 72 61'; do
        cc=${pair%:*}
        command -v $cc >/dev/null || continue
        $cc -std=gnu11 -O2 -I $out -o $out/inputs tests/limits/inputs.c 2>$out/log || head -5 $out/log
        mv $out/inputs $out/lookup
        empty=$(($(calls empty 4000) - $(calls empty 2000)))
        set -- ${pair#*:}
        for form in gemma4 llamacpp sglang; do
            n=$(awk "BEGIN { printf \"%.0f\", ($(calls $form 4000) - $(calls $form 2000) - $empty) / 2000 + 2 }")
            at_most "$cc: instructions of $form" "$n" $1
            shift
        done
    done
else
    skipped=1; echo 'limits: skipped: valgrind is not here'
fi

# ---- sizes ----
$out/generate 1000 100 >$out/1000.ini
$turnout compile -o $out $out/1000.ini >/dev/null 2>$out/log
size=$(wc -c <$out/1000.ini)
at_most 'bytes of the header by those of a table of 1,000 rules' "$(awk "BEGIN { print $(wc -c <$out/bench.h) / $size }")" 9
at_most 'bytes of its macros' "$(awk "BEGIN { print $(wc -c <$out/bench_constant.h) / $size }")" 4.5

# ---- what including the header costs gcc ----
if command -v valgrind >/dev/null; then
    printf 'int one(void) { return 1; }\n' >$out/none.c
    printf '#include "bench.h"\nint one(void) { return BENCH_BACKEND_B00; }\n' >$out/id.c
    for c in none id; do
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$(gcc -print-prog-name=cc1)" -quiet -I $out -O2 $out/$c.c \
            -o $out/$c.s 2>$out/$c.log
    done
    at_most 'gcc: an id of a header of 1,000 rules by an empty file' \
        "$(awk "BEGIN { print $(collected $out/id.log) / $(collected $out/none.log) }")" 2.3
fi

[ $skipped -gt 0 ] && echo "$passed passed, $failed failed, $skipped skipped" || echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
