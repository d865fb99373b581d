#!/usr/bin/env bash
# run.sh [SECONDS]: builds the front end with clang's libFuzzer, ASan and UBSan, and feeds it for SECONDS; without them
# 40,000 inputs, which are the same on every machine, so that a change is not refused for what it did not do.
# The corpus is seeded from every table in the tree and kept in out/fuzz/corpus; what breaks it is kept in out/fuzz.
set -u
cd "$(dirname "$0")/../.."
if [ $# -gt 0 ]; then
    limit=(-max_total_time="$1")
else
    limit=(-runs=40000 -max_total_time=600)
fi
dir=out/fuzz
mkdir -p "$dir/obj" "$dir/corpus" "$dir/seed"

if ! command -v clang >/dev/null || ! echo 'int LLVMFuzzerTestOneInput(void){return 0;}' |
    clang -fsanitize=fuzzer -x c - -o "$dir/probe" 2>/dev/null; then
    echo "skipped: clang with libFuzzer is not here (Debian: clang libclang-rt-14-dev)"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi

fail() {
    echo "fuzz: $1"
    echo "0 passed, 1 failed"
    exit 1
}

# 1. objects that are older than their source or than any header
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -Igen -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=undefined"
newest=$(ls -t gen/*.h gen/*.def | head -n 1)
stale=() objects=()
for source in gen/*.c tests/fuzz/fuzz_front.c; do
    [ "$source" = gen/main.c ] && continue
    object=$dir/obj/$(basename "$source" .c).o
    objects+=("$object")
    { [ "$object" -nt "$source" ] && [ "$object" -nt "$newest" ]; } || stale+=("$source $object")
done
[ ${#stale[@]} -eq 0 ] || printf '%s\n' "${stale[@]}" |
    xargs -P 2 -L 1 sh -c "clang $flags -fsanitize=fuzzer-no-link,address,undefined -c \$0 -o \$1" ||
    fail "does not compile"
rm -f "$dir/front.a" && ar rcs "$dir/front.a" "${objects[@]}" # an archive: what main.c alone needs stays out
clang -fsanitize=fuzzer,address,undefined "$dir/obj/fuzz_front.o" "$dir/front.a" -linih -lm -o "$dir/fuzz_front" || fail "does not link"

# 2. seeds: small ones, since a long one makes every run slow
while read -r table; do
    cp "$table" "$dir/seed/$(tr '/' '_' <<<"$table")"
done < <(find tests tables -name '*.ini' -size -16k 2>/dev/null | sort)

# 3. run
rm -f "$dir"/crash-* "$dir"/timeout-* "$dir"/oom-* "$dir"/leak-* "$dir"/slow-unit-*
"$dir/fuzz_front" "${limit[@]}" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -seed="${FUZZ_SEED:-1}" \
    -dict=tests/fuzz/table.dict -print_final_stats=1 -artifact_prefix="$dir/" "$dir/corpus" "$dir/seed" >"$dir/log" 2>&1
status=$?
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$dir/log")
echo "fuzz: ${runs:-0} inputs, $(find "$dir/corpus" -type f | wc -l) in the corpus"
if [ $status -ne 0 ]; then
    grep -E 'ERROR|SUMMARY|runtime error|^    #[0-9] ' "$dir/log" | head -n 30
    ls "$dir"/crash-* "$dir"/timeout-* "$dir"/oom-* "$dir"/leak-* 2>/dev/null
    fail "status $status; see $dir/log"
fi
echo "1 passed, 0 failed"
