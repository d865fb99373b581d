#!/usr/bin/env bash
# run.sh: diagrams, vectors and pictures.  Random small tables against decide() in every cell (the tables are those of
# tests/property); the picture of picture.ini against picture.backend.dot (BLESS=1 rewrites it: look at it first);
# and every picture of our own tables through Graphviz, without a warning and with every value in it.
set -u
cd "$(dirname "$0")/../.."
out=out/diagram turnout=${TURNOUT:-out/bin/turnout} here=tests/diagram
passed=0 failed=0 skipped=0
mkdir -p $out
make -s out/bin/turnout out/obj/libturnout.a >$out/log 2>&1 || { cat $out/log; echo "0 passed, 1 failed"; exit 1; }
check() { local what=$1; shift; if "$@" >$out/log 2>&1; then passed=$((passed + 1)); else
    failed=$((failed + 1)); echo "diagram: FAILED: $what"; head -n 40 $out/log | sed 's/^/    /'; fi; }

# ---- random tables ----
${CC:-gcc} -std=c11 -D_POSIX_C_SOURCE=200809L -Igen -Itests/property -O2 -g -Wall -Wextra -Wpedantic -Wshadow \
    -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror -o $out/diagram $here/diagram.c \
    tests/property/generate.c out/obj/libturnout.a -linih -lm || { echo "0 passed, 1 failed"; exit 1; }
check 'random tables' $out/diagram ${TABLES:-2000} ${SEED:-1}
grep cells $out/log

# ---- one picture, word by word ----
check 'compile picture.ini' $turnout compile -Wno-unsourced -o $out $here/picture.ini
[ -n "${BLESS:-}" ] && cp $out/picture.backend.dot $here/picture.backend.dot
check 'the picture of picture.ini' diff -u $here/picture.backend.dot $out/picture.backend.dot
check 'a second run writes nothing' bash -c "[ -z \"\$($turnout compile -Wno-unsourced -o $out $here/picture.ini)\" ]"

# ---- Graphviz takes all of them ----
values() { # the values of an output as the compiler names them in its header
    sed -n "s/^#define $1_\([A-Z0-9_]*\) [0-9]*\$/\1/p" "$2" | grep -vx 'ERROR\|NONE\|CHECK_WORDS' | tr A-Z_ a-z.
}
for table in $(grep -l '^\[output' tables/*.ini); do # a vocabulary has none
    check "compile $table" $turnout compile -o $out $table
done
for dot in $out/*.dot; do
    name=$(basename $dot .dot)
    if ! command -v dot >/dev/null; then skipped=$((skipped + 1)); continue; fi
    check "$name: Graphviz" bash -c "dot -Tsvg -o $out/$name.svg $dot 2>&1 | { ! grep .; }"
    all=$(sed -n 's/.*>cut: 200 of \([0-9]*\) tests are drawn.*/\1/p' $dot) # of a picture that says it is cut
    if [ -n "$all" ]; then
        check "$name: cut only where it has more than 200 tests" [ "$all" -gt 200 ]
        check "$name: the rest is shown" grep -q '>more<\|"more"\|more</' $dot
        continue
    fi
    if grep -q '>no picture: the diagram passes the limit of nodes' $dot; then
        form=$(grep -A 30 "int $(tr -- -. __ <<<"$name")_at\(_given\)\?(.*{" $out/${name%.*}.h)
        check "$name: no picture only where rows of bits are looped over" grep -q 'for (unsigned word_' <<<"$form"
        continue
    fi
    check "$name: no node is cut" bash -c "! grep -q '>cut: ' $dot"
    header=$out/${name%.*}.h prefix=$(tr a-z- A-Z_ <<<"${name/./_}")
    # a value that is only ever behind the first of a ranked output is in no picture
    ranked=$(awk -v output="[output ${name#*.}]" '/^\[/ {at = $0 == output} at && /^ranked *= *yes/' "tables/${name%.*}.ini" 2>/dev/null)
    [ -z "$ranked" ] || continue
    never=$($turnout check --no-allow "tables/${name%.*}.ini" 2>&1 | sed -nE "s/.*(no cell yields|candidate) '([^']*)'.*/\2/p")
    for value in $(values $prefix $header); do
        grep -qixE "$value" <<<"$never" && continue # never wins, at least in one rule; an [allow] lets it pass
        check "$name: $value is in the picture" grep -qiE ">${value//./(.|&#45;)}<" $out/$name.svg
    done
done
echo "$passed passed, $failed failed$([ $skipped -gt 0 ] && echo ", $skipped skipped")"
[ "$failed" -eq 0 ]
