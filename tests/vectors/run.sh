#!/usr/bin/env bash
# run.sh: the emitted test vectors compile, pass against the emitted header, and fail when an answer is wrong.
# Over the tables of this repository and some random ones (tests/property/generate.c).
set -u
cd "$(dirname "$0")/../.."
out=out/vectors turnout=${TURNOUT:-out/bin/turnout}
passed=0 failed=0
strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Werror"
rm -rf $out
mkdir -p $out
make -s out/bin/turnout out/obj/libturnout.a >$out/log 2>&1 || { cat $out/log; echo "0 passed, 1 failed"; exit 1; }

check() { local what=$1; shift; if "$@" >$out/log 2>&1; then passed=$((passed + 1)); else
    failed=$((failed + 1)); echo "vectors: FAILED: $what"; head -n 20 $out/log | sed 's/^/    /'; fi; }
refuse() { local what=$1; shift; if "$@" >$out/log 2>&1; then
    failed=$((failed + 1)); echo "vectors: FAILED: $what"; else passed=$((passed + 1)); fi; }
has() { command -v "$1" >/dev/null; }

# ---- random tables without an error, beside our own ----
gcc -std=c11 -D_POSIX_C_SOURCE=200809L -Igen -Itests/property -O1 -o $out/random tests/diagram/diagram.c \
    tests/property/generate.c out/obj/libturnout.a -linih -lm || exit 1
tables=(tables/gemma4.ini tables/sglang-attention.ini tests/header/chain.ini) # the large ones are compared cell by cell elsewhere
own=${#tables[@]}
for ((seed = 1; ${#tables[@]} < own + ${RANDOM_TABLES:-4} && seed < 500; seed++)); do
    $out/random table $seed >$out/random$seed.ini 2>/dev/null && tables+=($out/random$seed.ini) || rm -f $out/random$seed.ini
done

for table in "${tables[@]}"; do
    name=$(basename "$table" .ini) dir=$out/$(basename "$table" .ini)
    check "compile $table" $turnout compile -o $dir $table
    vectors=$(echo $dir/*_vectors.c)
    base=${vectors%_vectors.c}
    check "$name: CMocka program" gcc -std=c11 -O0 $strict -fsanitize=address,undefined $vectors -lcmocka -o $dir/vectors
    check "$name: vectors pass" $dir/vectors
    check "$name: static, gcc C11" gcc -std=c11 $strict -c ${base}_static.c -o $dir/static.o
    [[ $table == tables/* ]] || continue
    check "$name: static, g++ C++11" g++ -x c++ -std=c++11 $strict -c ${base}_static.c -o $dir/static.o
    has clang && check "$name: static, clang C99" clang -std=c99 $strict -c ${base}_static.c -o $dir/static.o
done

# ---- a wrong answer is seen by each of them ----
dir=$out/gemma4
wrong='0,/== GEMMA4_ATTENTION_TRITON,/s//== GEMMA4_ATTENTION_TRTLLM_MHA,/'
sed "$wrong" $dir/gemma4_static.c >$dir/wrong_static.c
refuse 'a wrong assertion compiles as C11' gcc -std=c11 -c $dir/wrong_static.c -o $dir/static.o
refuse 'a wrong assertion compiles as C99' gcc -std=c99 -c $dir/wrong_static.c -o $dir/static.o
refuse 'a wrong assertion compiles as C++' g++ -x c++ -std=c++17 -c $dir/wrong_static.c -o $dir/static.o
sed '0,/^     GEMMA4_ATTENTION_TRITON,/s//     GEMMA4_ATTENTION_TRTLLM_MHA,/' $dir/gemma4_vectors.c >$dir/wrong_vectors.c
check 'wrong vectors compile' gcc -std=c11 $dir/wrong_vectors.c -lcmocka -o $dir/wrong
refuse 'wrong vectors pass' $dir/wrong
check 'the failing row is named' bash -c "$dir/wrong 2>&1 | grep -q 'row [0-9]*: gemma4_attention_text gives 2, required 1: arch='"

# ---- too many: sampled by a stated rule; too many for one translation unit: in parts ----
check 'compile sampled' $turnout compile -o $out/few --max-vectors=8 tables/gemma4.ini
check 'sampled says so' grep -q 'sampled: the low and the high corner of every path whose number is divisible by' \
    $out/few/gemma4_vectors.c
check 'sampled keeps the limit' grep -q 'ROWS = [1-8] ' $out/few/gemma4_vectors.c
awk 'BEGIN {
    print "[table parts]\nabout = many rows\n\n[input a]\ntype = enum\nvalues = "; for (i = 0; i < 40; i++) print "    a" i (i < 39 ? "," : "")
    print "\n[input b]\ntype = enum\nvalues = "; for (i = 0; i < 40; i++) print "    b" i (i < 39 ? "," : "")
    for (o = 0; o < 7; o++) print "\n[output o" o "]\nvalues = x, y, z"
    for (i = 0; i < 40; i++) for (k = 0; k < 40; k++) {
        print "\n[rule r" i "-" k "]\na = a" i "\nb = b" k "\nwhy = test\nsource = test"
        for (o = 0; o < 7; o++) print "o" o " = " substr("xyz", (i * (k + o) + k) % 3 + 1, 1)
    } }' >$out/parts.ini
check 'compile parts' $turnout compile -o $out/parts $out/parts.ini
refuse 'no part given' gcc -std=c11 -c $out/parts/parts_static.c -o $out/parts/static.o
check 'part 0' gcc -std=c11 -DPARTS_STATIC_PART=0 -c $out/parts/parts_static.c -o $out/parts/static.o
check 'part 1' gcc -std=c11 -DPARTS_STATIC_PART=1 -c $out/parts/parts_static.c -o $out/parts/static.o
check '10,000 at most in a part' awk '/^#if .*_PART == /{n = 0} /_ASSERT_\(PARTS/{if (++n > 10000) exit 1}' $out/parts/parts_static.c

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
