#!/usr/bin/env bash
# PEP 440 as packaging 26.4 has it, with prereleases=True: cases.py asks packaging (fixed seed), batch.c asks
# gen/version*.c, header.c the text that emitted headers carry, as C and as C++, with both compilers.
set -u
cd "$(dirname "$0")/../.."
out=out/pep440
mkdir -p $out
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "pep440: $*"; }
finish() {
    echo "$passed passed, $failed failed"
    exit $((failed > 0))
}

# 1. what packaging says
python=$out/venv/bin/python
if ! [ "$($python -c 'import packaging; print(packaging.__version__)' 2>/dev/null)" = 26.4 ]; then
    { python3 -m venv $out/venv && $out/venv/bin/pip install --quiet --disable-pip-version-check packaging==26.4; } \
        >$out/venv.log 2>&1 || { tail -n 5 $out/venv.log; bad "packaging 26.4 cannot be installed (python3-venv, PyPI)"; finish; }
fi
if ! [ $out/cases.txt -nt tests/pep440/cases.py ]; then
    $python tests/pep440/cases.py >$out/cases.new && mv $out/cases.new $out/cases.txt || { bad "cases.py failed"; finish; }
fi

# 2. gen/version*.c, under the sanitizers; a test per kind of question
if gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -Igen \
    -o $out/batch tests/pep440/batch.c gen/version*.c gen/arena.c gen/pages.c; then
    $out/batch $out/cases.txt $out/packed.txt $out/constants.h >$out/batch.txt
    status=$?
    grep -v 'passed' $out/batch.txt
    while read -r wrong; do
        [ "$wrong" -eq 0 ] && ok || bad "gen/version*.c differs from packaging"
    done < <(sed -n 's/.* checked, \([0-9]*\) wrong$/\1/p' $out/batch.txt)
    [ $status -eq 0 ] && ok || bad "batch: exit $status"
    # the numbers that this suite promises: 100,000 pairs, 500,000 checks, 1,000,000 pairs of keys
    awk '/^order of pairs/ {a = $4} /^specifier checks/ {b = $3} /^pairs of keys/ {c = $4}
        END {exit !(a >= 100000 && b >= 500000 && c >= 1000000)}' $out/batch.txt && ok || bad "too few questions"
else
    bad "batch.c does not compile"
    finish
fi

# 3. the emitted text: every check again, fast and slow path, in each language
for part in version_constant version_text version; do
    sed -e '/^@#/d; s/@PREFIX@/TT/g; s/@prefix@/tt/g' templates/c/$part.h.in
done >$out/version.h
grep -n '@' $out/version.h && bad "a marker other than PREFIX and prefix"
warn="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror"
variant() { # name, compiler and options, program: compile, run, compare the count
    local name=$1 compiler=$2
    if $compiler $warn -I$out -o $out/$name tests/pep440/header.c 2>$out/$name.log &&
        $out/$name $out/cases.txt $out/packed.txt >>$out/$name.log 2>&1; then
        echo "header, $compiler: $(tail -n 1 $out/$name.log)"
        ok
    else
        head -n 30 $out/$name.log
        bad "header, $compiler"
    fi
}
variant header-san "gcc -std=c11 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined"
variant header-gcc-c99 "gcc -std=c99 -O2"
variant header-clang-c11 "clang -std=c11 -O1"
variant header-gxx-11 "g++ -x c++ -std=c++11 -O1"
variant header-clangxx-20 "clang++ -x c++ -std=c++20 -O2"
command -v tcc >/dev/null && warn=-Wall variant header-tcc "tcc"

# 4. languages that need no run of their own; the constant form in #if; CUDA host and device
sed -E 's/^CHECK\((.*\)), (0x[0-9A-F]+ULL), (0x[0-9A-F]+ULL), ([01])\)$/#if !(\1 == \2 \&\& (\1 >= \3) == \4)\n#error "\1"\n#endif/' \
    $out/constants.h >$out/in_if.h
[ "$(grep -c '^#if' $out/in_if.h)" -ge 2000 ] && ok || bad "too few constants"
printf '#include "version.h"\n#include "in_if.h"\nint used(const char *text);\nint used(const char *text) {\n    return tt_version_rank(text, "", 0, 0, 0);\n}\n' >$out/once.c
compiles() { "$@" -I$out -o $out/once.o >$out/once.log 2>&1 && ok || { head -n 10 $out/once.log; bad "$*"; }; }
for compiler in gcc clang; do
    for std in c99 c11 gnu2x; do
        compiles $compiler -std=$std $warn -c $out/once.c
    done
    for std in 11 14 17 20; do
        compiles $compiler -x c++ -std=c++$std $warn -c $out/once.c
    done
done
command -v tcc >/dev/null && compiles tcc -c $out/once.c
printf '#include "version.h"\n__attribute__((device)) int on_device(const char *text) {\n    return tt_version_rank(text, "", 0, 0, 0);\n}\nint on_host(const char *text) {\n    return tt_version_rank(text, "", 0, 0, 0);\n}\n' >$out/once.cu
for side in host device; do
    compiles clang -x cuda -nocudainc -nocudalib --cuda-gpu-arch=sm_70 --cuda-$side-only -S $out/once.cu
done

# 5. what does not fit is an error, in #if and in a static assertion; the largest that fits is none
refused() { # form of a line, expressions: how many of them each compiler refuses
    local form=$1 expression
    shift
    echo '#include "version.h"' >$out/fit.c
    for expression in "$@"; do
        printf "$form\n" "TT_VERSION$expression" >>$out/fit.c
    done
    for compiler in gcc "gcc -x c++" clang "clang -x c++"; do
        $compiler -w -I$out -fsyntax-only $out/fit.c 2>&1 | sed -n "s/^[^ ]*fit.c:\([0-9]*\):[0-9]*: .*/\1/p" | sort -u | wc -l
    done | sort -u | tr '\n' ' '
}
fit=('(2047, 255, 255)' '_POST(0, 6, 10, 14)' '_RC(1, 2, 0, 31)' '_DEV(1, 0, 0, 33554430)' '_PARTS(1, 0, 0, 1, 0, 0, 0)'
    '_CUDNN(90100)' '_CUDA(12080)' '(0u, 6u, 10ul)')
unfit=('(2048, 0, 0)' '(0, 256, 0)' '(0, 0, 256)' '(-1, 0, 0)' '_POST(0, 6, 10, 15)' '_POST(0, 6, 10, -2)' '_RC(1, 2, 0, 32)'
    '_DEV(1, 0, 0, 33554431)' '_PARTS(1, 0, 0, 5, 0, -1, -1)' '_PARTS(1, 0, 0, 0, 0, -1, 0)' '_PARTS(1, 0, 0, 4, 1, -1, -1)' '_CUDNN(204800000)')
for form in '#if %s == 0\n#endif' 'extern char holds[%s != 1 ? 1 : -1];'; do
    n=$(refused "$form" "${fit[@]}")
    [ "$n" = "0 " ] && ok || bad "$n refused of constants that fit: $form"
    n=$(refused "$form" "${unfit[@]}")
    [ "$n" = "${#unfit[@]} " ] && ok || bad "$n refused of ${#unfit[@]} constants that do not fit: $form"
done
printf '#include "version.h"\n' >$out/if.c
for same in 'TT_VERSION_CUDNN(90100) == TT_VERSION(9, 1, 0)' 'TT_VERSION_CUDNN(8905) == TT_VERSION(8, 9, 5)' \
    'TT_VERSION_CUDNN(10000) == TT_VERSION(1, 0, 0)' 'TT_VERSION_CUDNN(9999) == TT_VERSION(9, 9, 99)' \
    'TT_VERSION_CUDA(12080) == TT_VERSION(12, 8, 0)' 'TT_VERSION_DEV(1, 0, 0, 0) < TT_VERSION_A(1, 0, 0, 0)' \
    'TT_VERSION_RC(1, 0, 0, 1) < TT_VERSION(1, 0, 0)' 'TT_VERSION(1, 0, 0) < TT_VERSION_POST_DEV(1, 0, 0, 0, 0)'; do
    printf '#if !(%s)\n#error "%s"\n#endif\n' "$same" "$same" >>$out/if.c
done
compiles gcc -c $out/if.c

# 6. the price of a typical text
if command -v valgrind >/dev/null; then
    cuts=$(sed -n 's/^P 0 1 0 . \(\(..\)*3c302e362e31302e706f73743100\)$/\1/p' $out/packed.txt | head -n 1)
    printf '#include "version.h"\n__attribute__((noinline)) int priced(const char *text) {\n    return tt_version_rank(text, "%s", 1, 0, 0);\n}\nint main(int argc, char **argv) {\n    return priced(argv[argc - 1]) != 1;\n}\n' \
        "$(sed 's/../\\x&/g' <<<"$cuts")" >$out/priced.c
    for compiler in gcc clang; do
        $compiler -O2 -w -I$out -o $out/priced $out/priced.c &&
            valgrind --tool=callgrind --toggle-collect=priced --callgrind-out-file=$out/priced.out $out/priced 0.6.10.post1 \
                >$out/priced.log 2>&1
        n=$(sed -n 's/^summary: \([0-9]*\).*/\1/p' $out/priced.out)
        echo "0.6.10.post1 ranked in ${n:-?} instructions, $compiler -O2"
        [ "${n:-999}" -le 150 ] && ok || bad "at most 150 instructions"
    done
fi
finish
