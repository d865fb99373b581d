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

result() { # NAME STATUS
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "README: $1"
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
# what README says of options and findings is what the program has
for name in $(sed -n 's/^FINDING([A-Z_]*, "\([a-z-]*\)".*/\1/p' gen/findings.def); do
    grep -q "\`$name\`" README.md
    result "finding '$name' is not described" $?
done
for name in $(sed -n 's/^OPTION([A-Z_]*, [^,]*, "\([a-z-]*\)".*/\1/p' gen/options.def); do
    grep -q -- "--$name" README.md
    result "option '--$name' is not described" $?
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
