#!/bin/bash
# The emitted header: compiles without a warning and gives the same answers in every dialect, refuses misuse, and costs
# what it promises.  Goes on after a failure; the last line is "N passed, N failed[, N skipped]".
set -u
out=out/header turnout=${TURNOUT:-out/bin/turnout} src=tests/header
passed=0 failed=0 skipped=0
mkdir -p $out
strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Werror -I $out"

pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "header: FAILED: $1"; sed 's/^/    /' "$out/log" | head -20; }
skip() { skipped=$((skipped + 1)); echo "header: skipped: $1"; }
check() { local what=$1; shift; if "$@" >$out/log 2>&1; then pass; else fail "$what"; fi; }
refuse() { local what=$1; shift; if "$@" >$out/log 2>&1; then fail "$what"; else pass; fi; }
has() { command -v "$1" >/dev/null; }

for cc in gcc g++ clang clang++; do has $cc || skip "$cc is not here"; done

# ---- the headers ----
check 'compile gemma4' $turnout compile -o $out tables/gemma4.ini
check 'compile sink' $turnout compile -o $out -I tables $src/sink.ini
check 'compile chain' $turnout compile -o $out $src/chain.ini
check 'compile plain' $turnout compile -o $out -I tables $src/plain.ini
check 'compile early' $turnout compile -o $out -I tables $src/early.ini
check 'compile bit rows' $turnout compile -o $out/rows -I tables --max-nodes=3 $src/sink.ini
awk -v rows=3000 -f $src/sample.awk >$out/sample.csv
$turnout eval -I tables $src/sink.ini $out/sample.csv >$out/answers.csv 2>$out/log || fail 'eval of the samples'

# ---- one program in every dialect ----
dialect() { # name, compiler, flags
    local exe=$out/forms.$1; shift
    if "$@" $strict $src/forms.c $src/second.c $src/sink.c -o $exe >$out/log 2>&1 && $exe <$out/answers.csv >$out/log 2>&1
    then pass; else fail "$*"; fi
}
for level in O0 O2; do
    for std in c99 c11 gnu2x; do
        for cc in gcc clang; do has $cc && dialect $cc.$std.$level $cc -std=$std -$level; done
    done
    for std in c++11 c++14 c++17 c++20; do
        for cc in g++ clang++; do has $cc && dialect $cc.$std.$level $cc -x c++ -std=$std -$level; done
    done
done
if has tcc; then
    check 'tcc' bash -c "tcc -I $out $src/forms.c $src/second.c $src/sink.c -o $out/forms.tcc && $out/forms.tcc <$out/answers.csv"
else
    skip 'tcc is not here'
fi
# MSVC's dialect, by clang for Windows: the headers include nothing, so that no SDK is asked for
if has clang; then
    cl="clang --driver-mode=cl --target=x86_64-pc-windows-msvc /c /W4 /WX /clang:-Wgnu /Fo$out/msvc.obj /I$out"
    for dialect in '/TC' '/TC /std:c11' '/TP /std:c++14' '/TP /std:c++17' '/TP /std:c++20'; do
        for define in GEMMA4_EXPLAIN GEMMA4_RESOLVE; do
            check "MSVC's dialect: $dialect, $define" $cl $dialect /D$define $src/second.c
        done
        check "MSVC's dialect: $dialect, calls" $cl $dialect $src/fold.c
    done
    printf 'int taken(void) { return ({ 1; }); }\n' >$out/gnu.c
    refuse "MSVC's dialect: a statement in an expression" $cl /TC $out/gnu.c
    gnu() { clang --target="$1" -E -P -DGEMMA4_EXPLAIN -DGEMMA4_RESOLVE "$out/gemma4.h" | grep -nE '__(attribute|builtin|extension)_'; }
    refuse "MSVC's dialect: what only GNU compilers know" gnu x86_64-pc-windows-msvc
    check 'what only GNU compilers know is there for them' gnu x86_64-linux-gnu
fi
# where the diagram passes its limit: bit rows, looped over
for cc in 'gcc -std=c99' 'clang++ -x c++ -std=c++14'; do
    has ${cc%% *} || continue
    check "bit rows: $cc" bash -c "$cc -O1 ${strict%-I*} -I $out/rows $src/rows.c -o $out/rows.exe && $out/rows.exe <$out/answers.csv"
done

# many rules: each looked up in the list of its name, and among the rules that name none
gcc -std=c11 -O1 -o $out/generate tests/bench/generate.c
$out/generate 6000 300 | awk '/^.rule r00(0500|2000|4000)/ { print "[rule wide" ++n "]\nsm = 100, 103\nquant = q0" n "\nbackend = b0" n "\n" } 1' >$out/bench.ini
awk 'BEGIN { srand(7); split("50 62 75 90 100 103 121 130 none", sm, " "); print "arch,sm,lib,quant,moe"
    for (i = 0; i < 4000; i++) printf "A%05d,%s,0.%d,q%02d,%s\n", rand() * 302, sm[1 + int(rand() * 9)], rand() * 13, rand() * 16, rand() < 0.5 ? "yes" : "no" }' >$out/cells.csv
$turnout eval $out/bench.ini $out/cells.csv 2>$out/log | tail -n +2 >$out/listed.csv
check 'compile many rules' $turnout compile -o $out/lists $out/bench.ini
check 'the rules are in lists' grep -q 'those that hold for any' $out/lists/bench.h
for cc in 'gcc -std=c11' 'clang++ -x c++ -std=c++14' 'g++ -x c++ -std=c++11'; do
    has ${cc%% *} || continue
    check "lists: $cc" bash -c "$cc -O1 ${strict%-I*} -I $out/lists $src/lists.c -o $out/lists.exe && $out/lists.exe <$out/listed.csv"
done

# MSVC takes 65,535 bytes in one string literal (C1091); the tables of servers keep below
longest() { # header: bytes of its longest literal, as this dialect sees it
    clang --target=x86_64-pc-windows-msvc -E -P -x c++ "$1" | python3 -c '
import re, sys
one = r"\"((?:[^\"\\]|\\.)*)\""
joined = re.finditer(rf"(?:{one}\s*)+", sys.stdin.read())
print(max(sum(len(re.sub(r"\\([0-7]{1,3}|.)", "x", part)) for part in re.findall(one, run.group())) for run in joined))'
}
if has clang; then
    check 'compile the tables of servers' $turnout compile -o $out/servers tables/sglang.ini tables/llamacpp.ini tables/vllm-attention.ini
    for h in sglang llamacpp vllm-attention; do
        bytes=$(longest $out/servers/$h.h)
        check "$h.h: its longest string literal has $bytes bytes" [ "$bytes" -gt 10000 -a "$bytes" -le 65535 ]
    done
    check 'a literal too long for MSVC is seen' [ "$(longest $out/lists/bench.h)" -gt 65535 ]
fi

# numbers at the ends of their types, without a warning; and the vectors of these tables, which ask the macros too
for cc in 'gcc -std=c99' 'clang -std=c2x' 'g++ -x c++ -std=c++11' 'clang++ -x c++ -std=c++20'; do
    has ${cc%% *} || continue
    check "plain.h alone: $cc" $cc $strict -DPLAIN_EXPLAIN -include $out/plain.h -c $src/second.c -o $out/plain.o
done
for t in plain early kitchen-sink chain; do
    check "$t: assertions" gcc -std=c11 -c $out/${t}_static.c -o $out/static.o
    check "$t: vectors" bash -c "gcc -std=c11 $out/${t}_vectors.c -o $out/vectors -lcmocka && $out/vectors"
done

# ---- numbers that are tested at once ----
for t in $src/sink.ini $src/early.ini $src/chain.ini tables/gemma4.ini tables/sglang-attention.ini tables/llamacpp.ini; do
    name=$(sed -n 's/^\[table \(.*\)\]$/\1/p' $t)
    $turnout compile -o $out -I tables $t >$out/log 2>&1 && awk -f $src/guards.awk $out/$name.h >$out/guards.inc
    for cc in 'gcc -std=c99' 'clang++ -x c++ -std=c++17'; do
        has ${cc%% *} || continue
        check "$name, numbers tested at once: $cc" bash -c "$cc -O1 -I $out $src/guards.c -o $out/guards && $out/guards"
    done
done

# ---- texts ----
for cc in 'gcc -std=c99' 'clang -std=c11' 'g++ -x c++ -std=c++11' 'clang++ -x c++ -std=c++14'; do
    has ${cc%% *} || continue
    check "texts, and no byte behind one: $cc" bash -c "$cc -O1 ${strict%-Wpedantic*} -I $out -fsanitize=address,undefined \
        -fno-sanitize-recover=all $src/texts.c -o $out/texts && $out/texts"
done

# ---- a large table: the macro form stands beside its header, and is asked for ----
gcc -O1 -o $out/generate tests/bench/generate.c && $out/generate 400 40 >$out/large.ini
mkdir -p $out/alone
check 'compile a large table' $turnout compile -o $out $out/large.ini
cp $out/bench.h $out/alone/
printf '#include "bench.h"\nint at = sizeof(char[1 + BENCH_HAS_BACKEND_CONSTANT]);\nint one(int a) { return bench_backend_at(a, 100, 1ULL, 1, 0); }\n' >$out/alone/large.c
printf '#define BENCH_CONSTANT\n#include "bench.h"\n#if !BENCH_HAS_BACKEND_CONSTANT || BENCH_BACKEND(1, 100, BENCH_VERSION(0, 5, 1), 2, 1) == 0\n#error\n#endif\n' | tee $out/alone/constant.c >$out/constant.c
for cc in 'gcc -std=c99' 'clang -std=c11' 'g++ -x c++ -std=c++11' 'clang++ -x c++ -std=c++20'; do
    has ${cc%% *} || continue
    check "$cc: a large header by itself" $cc ${strict%-I*} -c $out/alone/large.c -o $out/large.o
    check "$cc: its macros" $cc ${strict%-I*} -fsyntax-only $out/constant.c
    refuse "$cc: its macros without their file" $cc -fsyntax-only $out/alone/constant.c
    for use in '#if BENCH_BACKEND(1, 100, 1, 1, 1) == 0' 'char size[1 + BENCH_BACKEND(1, 100, 1, 1, 1)];'; do
        printf '#include "bench.h"\n%s\n%s\n' "$use" "$([[ $use = '#'* ]] && echo '#endif')" >$out/unasked.c
        refuse "$cc: macros that nobody asked for: $use" $cc -fsyntax-only $out/unasked.c
    done
done
check 'a large table: assertions' gcc -std=c11 -DBENCH_STATIC_PART=0 -c $out/bench_static.c -o $out/static.o

# ---- misuse ----
for cc in gcc clang g++ clang++ tcc; do
    has $cc || continue
    check "$cc: right use" $cc -DMISTAKE=0 -I $out -c $src/misuse.c -o $out/misuse.o
    for mistake in 1 2 3 4 5 6; do
        refuse "$cc: mistake $mistake compiles" $cc -DMISTAKE=$mistake -I $out -c $src/misuse.c -o $out/misuse.o
    done
done

# ---- cost: a look-up on constants is `mov; ret`, and leaves no table behind ----
instructions() { # object, function: without padding
    objdump -d --no-show-raw-insn "$1" | awk -v f="<$2>:" '$2 == f { on = 1; next } on && !NF { exit }
        on && $2 !~ /^(nop|nopw|nopl|xchg|data16|cs|endbr64)$/ { n++ } END { print n + 0 }'
}
at_most() { # what, number, limit
    echo "$1: $2 instructions, at most $3 are allowed" >$out/log
    if [ "$2" -gt 0 ] && [ "$2" -le "$3" ]; then pass; else fail "$1"; fi
}
if [ "$(uname -m)" = x86_64 ] && has objdump; then
    for cc in 'gcc -std=c99' 'clang -std=c99' 'g++ -x c++ -std=c++11' 'clang++ -x c++ -std=c++17'; do
        has ${cc%% *} || continue
        for level in O1 O2; do
            $cc -$level -I $out -c $src/fold.c -o $out/fold.o 2>$out/log || fail "$cc $level: fold.c"
            for f in folded folded_sink folded_switch; do
                at_most "$cc -$level: $f" "$(instructions $out/fold.o $f)" 2
            done
            at_most "$cc -$level: looked_up, 5 inputs, with its rare ways" "$(instructions $out/fold.o looked_up)" 100
            $cc -$level -DONLY_FOLDED -I $out -c $src/fold.c -o $out/fold.o 2>$out/log
            check "$cc -$level: no table stays" bash -c "! objdump -h $out/fold.o | grep -q ' \.rodata'"
        done
    done
else
    skip 'instructions are counted on x86-64 with objdump'
fi

# ---- device ----
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)
folds() { # ptx: `folded` stores its answer and loads nothing
    awk '/\.entry folded/ { on = 1 } on && /^}/ { on = 0 } on' "$1" >$out/log
    ! grep -qE 'ld\.(global|const)' $out/log && grep -qE '(mov|st)\..*(100[0-9])' $out/log
}
if [ -n "$nvcc" ]; then
    check 'nvcc: ptx' $nvcc -std=c++17 -arch=sm_100 -I $out -ptx $src/device.cu -o $out/device.ptx
    check 'nvcc: a look-up on constants folds in device code' folds $out/device.ptx
    check 'nvcc: all forms on the host' bash -c "$nvcc -x cu -std=c++17 -I $out $src/forms.c $src/second.c $src/sink.c \
        -o $out/forms.nvcc && $out/forms.nvcc <$out/answers.csv"
else
    skip 'nvcc is not here'
fi
if has clang; then
    check 'clang: ptx without the CUDA headers' clang -x cuda -std=c++17 -nocudainc -nocudalib --cuda-gpu-arch=sm_75 \
        --cuda-device-only -O1 -Wno-unknown-cuda-version -I $out -S $src/device.cu -o $out/clang.ptx
    check 'clang: a look-up on constants folds in device code' folds $out/clang.ptx
fi

# ---- the text of the header ----
for h in $out/gemma4.h $out/kitchen-sink.h $out/chain.h; do
    check "$h: no include, no path of a machine, no date" bash -c "! grep -nE '^ *#include|$(pwd)|/home|20[0-9][0-9]-[01][0-9]-' $h"
    check "$h: ASCII without trigraphs" bash -c "! LC_ALL=C grep -nP '[^\x00-\x7f]|\?\?[=/()!<>-]' $h"
done
here=$(pwd)
check 'another folder, an absolute path' bash -c "cd $out && $(realpath $turnout) compile --templates $here/templates -o again $here/tables/gemma4.ini"
check 'the same bytes from there' cmp $out/gemma4.h $out/again/gemma4.h

[ $skipped -gt 0 ] && echo "$passed passed, $failed failed, $skipped skipped" || echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
