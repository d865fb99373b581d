#!/usr/bin/env bash
# Style by machine: sizes of files and functions, comments, layout, layers, traces of the machine it was written on.
set -u
cd "$(dirname "$0")/../.."
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "lint: $*"; }

# 1. files over 300 lines (the reader's map apart), functions over 80, the median under 15
for f in gen/*.c; do
    n=$(wc -l <"$f")
    [ "$n" -le 300 ] && ok || bad "$f: $n lines, at most 300"
done
lengths=$(awk 'FNR == 1 {start = 0}
    /^[a-z].*\) \{$/ || (/^    .*\) \{$/ && prev ~ /^[a-z].*[,(]$/) || (/^ +.*\) \{$/ && sig) {start = FNR}
    {sig = ($0 ~ /^[a-z].*[,(]$/) || (sig && $0 !~ /[{;]$/); prev = $0}
    /^\}$/ && start {print FNR - start - 1, FILENAME ":" start; start = 0}' gen/*.c)
while read -r n where; do
    [ "$n" -le 80 ] && ok || bad "$where: a function of $n lines, at most 80"
done <<<"$lengths"
median=$(cut -d' ' -f1 <<<"$lengths" | sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}')
[ "$median" -lt 15 ] && ok || bad "median function $median lines, under 15 required"

# 2. every file has a head that says what it takes and gives
for f in gen/*.c; do
    head -n 1 "$f" | grep -qE "^/\* $(basename "$f") -- " && ok || bad "$f: the first line must be '/* $(basename "$f") -- ...'"
done

# 3. layout
if command -v clang-format >/dev/null; then
    for f in gen/*.c; do
        clang-format --dry-run -Werror "$f" >/dev/null 2>&1 && ok || bad "$f: not as clang-format lays it out"
    done
fi

# 4. layers: no undefined symbol of an object is defined in a later row of layers.txt
row=0
declare -A layer
while read -r line; do
    case $line in '' | '#'*) continue ;; esac
    row=$((row + 1))
    for pattern in $line; do
        for f in gen/$pattern.c; do
            [ -e "$f" ] && [ -z "${layer[$(basename "$f" .c)]:-}" ] && layer[$(basename "$f" .c)]=$row
        done
    done
done <tests/lint/layers.txt
for f in gen/*.c; do
    [ -n "${layer[$(basename "$f" .c)]:-}" ] && ok || bad "$f: in no row of tests/lint/layers.txt"
done
declare -A home
while read -r object symbol; do
    [ -z "${home[$symbol]:-}" ] || bad "$object.c and ${home[$symbol]}.c both have $symbol: an archive takes either" # unseen by ld
    home[$symbol]=$object
done < <(nm -A --defined-only out/obj/*.o 2>/dev/null | awk '$2 ~ /^[TDRBC]$/ || $3 ~ /^[TDRBC]$/ {sub(/:.*/, "", $1); print $1, $NF}' | sed 's|out/obj/||; s|\.o||')
while read -r object symbol; do
    target=${home[$symbol]:-}
    [ -z "$target" ] || [ -z "${layer[$object]:-}" ] || [ -z "${layer[$target]:-}" ] && continue
    [ "${layer[$target]}" -le "${layer[$object]}" ] && ok || bad "$object.c uses $symbol of the later stage $target.c"
done < <(nm -A --undefined-only out/obj/*.o 2>/dev/null | awk '{sub(/:.*/, "", $1); print $1, $NF}' | sed 's|out/obj/||; s|\.o||')

# a name of ours that a library has, too, would be called in its place, and a static link refuses it
ours=$(printf '%s\n' "${!home[@]}" | sort)
for library in inih jansson cmocka; do
    file=$(${CC:-gcc} -print-file-name=lib$library.so)
    [ -e "$file" ] || continue
    both=$(nm -D --defined-only "$file" | awk '{sub(/@.*/, "", $3); print $3}' | sort | comm -12 - <(echo "$ours"))
    [ -z "$both" ] && ok || bad "lib$library has these names, too:" $both
done

# 5. nothing in the tree speaks of the machine it was written on
if git grep -nIE '/(work|tmp/team|root/(project|\.pyenv))/' -- . ':!tests/lint/run.sh' | head; [ "${PIPESTATUS[0]}" -eq 0 ]; then
    bad "a path of a machine in the tree"
else
    ok
fi

# 6. the top level is exactly this
extra=$(git ls-files | cut -d/ -f1 | sort -u | grep -vxE 'gen|tables|templates|tests|Makefile|README.md|CHANGELOG.md|LICENSE|\..*' || true)
[ -z "$extra" ] && ok || bad "top level: $extra"
total=$(cat gen/*.c gen/*.h | wc -l)
comment=$(awk '/\/\*/ {c = 1} c || /\/\// {n++} /\*\// {c = 0} END {print n}' gen/*.c gen/*.h)
echo "lint: $total lines in gen, $((100 * comment / total)) % of them with a comment, median function $median lines"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
