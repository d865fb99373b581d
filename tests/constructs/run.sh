#!/usr/bin/env bash
# run.sh [NAME...]: how servers decide, one small table per construct (tests/constructs/NAME.ini): no finding that is not
# allowed, the answers of NAME.in.csv are those of NAME.csv, the emitted vectors compile in C and C++ and pass, and
# where there is a NAME.c it passes against the header.  BLESS=1 rewrites the .csv files.
# Without names also random tables of the same constructs: their emitted vectors pass.
set -u
cd "$(dirname "$0")/../.."
turnout=${TURNOUT:-out/bin/turnout} src=tests/constructs out=out/constructs
passed=0 failed=0
strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Werror"
mkdir -p $out
check() { local what=$1; shift; if "$@" >$out/log 2>&1; then passed=$((passed + 1)); else
    failed=$((failed + 1)); echo "constructs: FAILED: $what"; head -n 20 $out/log | sed 's/^/    /'; fi; }

names=("$@")
[ $# -gt 0 ] || for ini in $src/*.ini; do names+=("$(basename "$ini" .ini)"); done
for name in "${names[@]}"; do
    ini=$src/$name.ini dir=$out/$name
    rm -rf $dir && mkdir -p $dir
    check "$name: check" $turnout check -I tables -Werror -Wno-error=unplaced-sm -Wno-error=swallowed-sm $ini
    if [ -e $src/$name.in.csv ]; then
        $turnout eval -I tables $ini $src/$name.in.csv >$dir/answers.csv 2>$dir/log || cat $dir/log
        [ -n "${BLESS:-}" ] && cp $dir/answers.csv $src/$name.csv
        check "$name: answers" diff -u $src/$name.csv $dir/answers.csv
    fi
    check "$name: compile" $turnout compile -I tables -o $dir $ini
    check "$name: vectors, C11" gcc -std=c11 -O0 $strict $dir/${name}_vectors.c -lcmocka -o $dir/vectors
    check "$name: vectors pass" $dir/vectors
    check "$name: static, C99" gcc -std=c99 $strict -c $dir/${name}_static.c -o $dir/static.o
    prefix=$(tr 'a-z.-' 'A-Z__' <<<"$name")
    check "$name: C++11" g++ -std=c++11 -x c++ $strict -Wno-unused-function -D${prefix}_RESOLVE -D${prefix}_EXPLAIN \
        -c $dir/${name}_static.c -o $dir/static.o
    if [ -e $src/$name.c ]; then
        check "$name: the test of its header" gcc -std=c99 $strict -I $dir $src/$name.c -o $dir/test
        check "$name: its test passes" $dir/test
    fi
done

# ---- random tables: findings apart, their headers do what the definition says ----
if [ $# -eq 0 ]; then
    make -s out/obj/libturnout.a
    gcc -std=c11 -D_POSIX_C_SOURCE=200809L -Igen -Itests/property -O1 -o $out/random $src/random.c \
        tests/property/generate.c tests/property/gen_constructs.c out/obj/libturnout.a -linih -lm || exit 1
    none="-Wno-gap -Wno-incapable -Wno-forbidden -Wno-exhausted -Wno-broken-pin -Wno-copied"
    for ((seed = 2, n = 0; n < ${RANDOM_TABLES:-6} && seed < 2000; seed += 2)); do
        dir=$out/random$seed
        $out/random $seed >$out/t.ini
        $turnout compile $none -o $dir $out/t.ini >/dev/null 2>&1 || continue
        [ -e $dir/t_vectors.c ] || continue # no rule of it decides a cell
        n=$((n + 1))
        check "random $seed: vectors" gcc -std=c11 -O0 $strict $dir/t_vectors.c -lcmocka -o $dir/vectors
        check "random $seed: vectors pass" $dir/vectors
    done
    # 50: a value alone whose needs fail, of a ranked output
    $out/random 50 >$out/t.ini && $turnout compile $none -o $out/random50 $out/t.ini >/dev/null 2>&1
    check "random 50: vectors" gcc -std=c11 -O0 $strict $out/random50/t_vectors.c -lcmocka -o $out/random50/vectors
    check "random 50: vectors pass" $out/random50/vectors
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
