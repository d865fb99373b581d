#!/usr/bin/env bash
# Every command of README.md, run as its reader would: files are the ```ini and ```c blocks that begin with their name
# in a comment; ```console blocks are run command by command and their output compared; ```sh blocks are `make` targets
# that must exist.  Run from anywhere.
set -u
cd "$(dirname "$0")/../.."
root=$PWD scratch=out/readme
rm -rf "$scratch" && mkdir -p "$scratch"
passed=0 failed=0
export PATH="$root/out/bin:$PATH"

# Splits README.md into $scratch/NNN.KIND, one file per fenced block.
awk -v dir="$scratch" '/^```/ {if (inside) {close(file); inside = 0} else {inside = 1; kind = substr($0, 4);
        file = sprintf("%s/%03d.%s", dir, ++n, kind); printf "" > file} next}
    inside {print > file}' README.md

result() { # NAME STATUS [FILE that says more]
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "README: $1"
        [ -z "${3:-}" ] || head -n 8 "$3" | sed 's/^/    /'
    fi
}

console() { # FILE: each "$ command" with the output below it
    local want got
    while IFS= read -r command; do
        want=$(line="$ $command" awk '$0 == ENVIRON["line"] {on = 1; next} /^\$ / {on = 0} on' "$1")
        got=$(cd "$scratch/files" && eval "$command" 2>&1)
        diff <(printf '%s\n' "$want") <(printf '%s\n' "$got") >"$scratch/diff"
        status=$?
        result "'$command' prints something else ('<' README, '>' now): $(cat "$scratch/diff")" $status
    done < <(sed -n 's/^\$ //p' "$1")
}

mkdir -p "$scratch/files"
for block in "$scratch"/[0-9]*; do
    case $block in
    *.console) console "$block" ;;
    *.sh)
        while read -r target; do
            make -n "$target" >/dev/null 2>&1
            result "there is no target '$target'" $?
        done < <(grep -oE '^make [a-z-]+' "$block" | cut -d' ' -f2)
        ;;
    *)
        name=$(head -n 1 "$block" | grep -oE '[A-Za-z0-9_.-]+\.(ini|c|cc|py|txt)' | head -n 1)
        [ -n "$name" ] && cp "$block" "$scratch/files/$name"
        ;;
    esac
done
# Every finding has its section, with its level as the program has it, and the example there fires it: below base.ini, or
# alone where it is a table of its own.  A section without a finding is as wrong.
turnout check -I tables "$scratch/files/base.ini" >"$scratch/base" 2>&1
section() { # NAME: the ```ini block of "#### `NAME` (...)"
    awk -v head="#### \`$1\` (" 'index($0, "#") == 1 && !inside {on = index($0, head) == 1}
        /^```/ {inside = !inside; if (on && inside && $0 == "```ini") {block = 1} else {block = 0}; next}
        block' README.md
}
while read -r name level; do
    grep -qF "#### \`$name\` ($level)" README.md
    result "finding '$name' has no section '#### \`$name\` ($level)'" $?
    example=$scratch/files/example-$name.ini
    section "$name" >"$scratch/example"
    grep -q '^\[table ' "$scratch/example" && cp "$scratch/example" "$example" ||
        { cat "$scratch/files/base.ini"; echo; cat "$scratch/example"; } >"$example"
    turnout check -I tables "$example" >"$scratch/said" 2>&1
    [ -s "$scratch/example" ] && grep -q "\[-W$name\]\$" "$scratch/said"
    result "the example of '$name' does not fire it" $? "$scratch/said"
    # nothing but what the missing rules leave open is there before the example
    grep -q "\[-W$name\]\$" "$scratch/base" && [[ ! " gap never-chosen unused unsourced " == *" $name "* ]]
    result "base.ini alone fires '$name'" $((! $?))
done < <(sed -nE 's/^FINDING\([A-Z_]+, "([a-z-]+)", LEVEL_([A-Z]+).*/\1 \L\2/p' gen/findings.def)
for name in $(sed -nE 's/^#### `([a-z-]+)` \(.*/\1/p' README.md); do
    grep -q "\"$name\"" gen/findings.def
    result "'$name' is no finding" $?
done
# what README says of options is what the program has
for name in $(sed -n 's/^OPTION([A-Z_]*, [^,]*, "\([a-z-]*\)".*/\1/p' gen/options.def); do
    grep -q -- "--$name" README.md
    result "option '--$name' is not described" $?
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
