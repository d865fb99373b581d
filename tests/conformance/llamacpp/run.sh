#!/usr/bin/env bash
# llama.cpp's own kernel selection, out of the source distribution of llama-cpp-python, against tables/llamacpp.ini and
# tables/llamacpp-mulmat.ini.  Nothing of llama.cpp is kept here: it is downloaded, cut (extract.py), compiled with
# stubs for each kind of build, and swept.  RECORD=1 also writes the sample that `make check` looks at.
set -u
cd "$(dirname "$0")/../../.." || exit 1
turnout=${TURNOUT:-out/bin/turnout}
here=tests/conformance/llamacpp
work=out/conformance/llamacpp
version=${LLAMA_CPP_PYTHON:-0.3.36}
release=${DRIFT:-$version} # DRIFT=VERSION: drift.sh's, that release
. tests/conformance/start.sh

# ---- the package
fetch llama-cpp-python "$release" --no-binary llama-cpp-python
source=$work/llama_cpp_python-$release/vendor/llama.cpp
[ -d "$source" ] || tar xzf "$package" -C "$work" --wildcards '*/vendor/llama.cpp/ggml/*' || finish
python3 $here/extract.py "$source" "$work" >"$work/log" 2>&1 || { no 'the code is found in the source' "$work/log"; finish; }
ok
for table in llamacpp llamacpp-fixed llamacpp-mulmat; do
    "$turnout" compile -o "$work" tables/$table.ini >"$work/log" 2>&1 || { no "$table.ini compiles" "$work/log"; finish; }
done

# ---- one program for each kind of build: name, defines
builds=(
    'attention cuda'
    'attention cuda-pascal -DQUICK -D__CUDA_ARCH_LIST__=500,610'
    'attention cuda-volta -DQUICK -D__CUDA_ARCH_LIST__=610,700'
    'attention cuda-xavier -DQUICK -D__CUDA_ARCH_LIST__=720'
    'attention cuda-turing -DQUICK -D__CUDA_ARCH_LIST__=750'
    'attention cuda-default -DQUICK -D__CUDA_ARCH_LIST__=500,610,700,750,800,860,890,1200'
    'attention cuda-without -DQUICK -DGGML_CUDA_NO_FA'
    'attention hip -DGGML_USE_HIP'
    'attention musa -DQUICK -DGGML_USE_MUSA -D__MUSA_ARCH__=310'
    'attention musa-old -DQUICK -DGGML_USE_MUSA -D__MUSA_ARCH__=210'
)
builds+=(
    'mulmat cuda'
    'mulmat cuda-pascal -D__CUDA_ARCH_LIST__=500,600'
    'mulmat cuda-volta -D__CUDA_ARCH_LIST__=610,700'
    'mulmat cuda-turing -D__CUDA_ARCH_LIST__=750'
    'mulmat cuda-force-mmq -DGGML_CUDA_FORCE_MMQ'
    'mulmat cuda-force-cublas -DGGML_CUDA_FORCE_CUBLAS'
    'mulmat hip -DGGML_USE_HIP'
    'mulmat musa -DGGML_USE_MUSA -D__MUSA_ARCH__=310'
)
# ONLY=mulmat, ONLY=hip: the programs whose line matches, without a comparison of samples
if [ -n "${ONLY:-}" ]; then
    mapfile -t builds < <(printf '%s\n' "${builds[@]}" | grep -e "$ONLY")
fi
build() {
    read -r program name defines <<<"$1"
    out=$work/$program-$name
    # shellcheck disable=SC2086
    g++ -std=c++17 -O2 -g -Wall -Wno-unused-function -I"$work" -I"$source/ggml/include" -I$here $defines \
        $here/"$program".cc -o "$out" >"$out.log" 2>&1 || { echo "does not compile" >>"$out.log" && return 1; }
    [ -n "${DRIFT:-}" ] || "$out" sweep "$program $name" "$out.csv" >"$out.log" 2>&1
    echo $? >"$out.status"
    "$out" rows "$name" 20011 >"$out.rows"
}
export -f build
export work source here
rm -f "$work"/*.status "$work"/*.rows
printf '%s\n' "${builds[@]}" | xargs -d '\n' -P 2 -I{} bash -c 'build "{}"'
if [ -n "${DRIFT:-}" ]; then
    status=0
    for pair in attention=llamacpp mulmat=llamacpp-mulmat; do
        "$work/${pair%=*}-cuda" head >"$work/drift.csv" || { no "${pair%=*} compiles" "$work/${pair%=*}-cuda.log"; finish; }
        cat "$work/${pair%=*}"-*.rows | sort -u >>"$work/drift.csv"
        python3 tests/conformance/drift.py "$turnout" "tables/${pair#*=}.ini" "$DRIFT" "$work/drift.csv" out/drift || status=1
    done
    exit $status
fi
for line in "${builds[@]}"; do
    read -r program name defines <<<"$line"
    out=$work/$program-$name
    if [ "$(cat "$out.status" 2>/dev/null)" = 0 ]; then
        cat "$out.log"
        ok
    else
        no "llama.cpp and the header agree: $program, $name" "$out.log"
        [ -s "$out.csv" ] && python3 tests/conformance/boxes.py "$out.csv"
    fi
done

[ -z "${ONLY:-}" ] || finish

# ---- `turnout eval` over a sample of all of them, which is also what is recorded
sample() { # PROGRAM TABLE SED-THAT-BREAKS-IT
    "$work/$1-cuda" head >"$work/$1.sample"
    cat "$work/$1"-*.rows | sort -u >>"$work/$1.sample"
    gzip -9nc "$work/$1.sample" >"$work/$2.csv.gz"
    if python3 tests/conformance/compare.py "$turnout" "tables/$2.ini" "$work/$1.sample" >"$work/log" 2>&1; then
        cat "$work/log"
        ok
    else
        no "llama.cpp and turnout eval agree: $2" "$work/log"
    fi
    # the comparison can fail: one entry of the table changed
    mkdir -p "$work/wrong" && cp tables/*.ini "$work/wrong"
    sed -i "$3" "$work/wrong/$2.ini"
    if ! cmp -s tables/$2.ini "$work/wrong/$2.ini" &&
        ! python3 tests/conformance/compare.py "$turnout" "$work/wrong/$2.ini" "$work/$1.sample" >"$work/log" 2>&1 &&
        grep -q '[1-9][0-9]* cells: kernel: the package' "$work/log"; then
        ok
    else
        no "a wrong entry of $2 is found, as boxes" "$work/log"
    fi
    if [ -n "${RECORD:-}" ]; then
        cp "$work/$2.csv.gz" tests/conformance/
        sed -i "/^$2 /d" tests/conformance/recorded.txt
        echo "$2 $(bash tests/conformance/hash.sh "tables/$2.ini")" >>tests/conformance/recorded.txt
    elif zcmp -s "$work/$2.csv.gz" "tests/conformance/$2.csv.gz"; then
        ok
    else
        no "the recorded sample of $2 is what llama.cpp says; RECORD=1 $here/run.sh writes it anew"
    fi
}
sample attention llamacpp '/^.rule quantized/,/^$/s/^batch .*/batch = 1/'
sample mulmat llamacpp-mulmat '/^.rule mmvq.$/,/^$/s/^columns .*/columns = <=7/'

# ---- instructions of the selection inside llama.cpp, published and with the header, in one run
cost() { # PROGRAM FUNCTION
    valgrind --tool=callgrind --callgrind-out-file="$work/$1.callgrind" "$work/$1-cuda" bench 4000 >"$work/log" 2>&1 ||
        { no "$1: both forms under callgrind" "$work/log"; return; }
    if callgrind_annotate --inclusive=yes "$work/$1.callgrind" 2>/dev/null |
        awk -v name="$1" -v f="$2" -v calls="$(grep -xE '[0-9]+' "$work/log")" '
            $0 ~ "=>.*original::" f {gsub(",", "", $1); a = $1}
            $0 ~ "=>.*patched::" f {gsub(",", "", $1); b = $1}
            END {printf "%s: %d instructions a call published, %d with the header\n", name, a / calls, b / calls
                 exit !(b > 0 && b <= a)}'; then
        ok
    else
        no "$1: the header costs no more than what it replaces" "$work/log"
    fi
}
cost attention ggml_cuda_get_best_fattn_kernel
finish
