#!/usr/bin/env bash
# The pages of `turnout docs`: well formed, every link leads somewhere, nothing of a table breaks out, the same bytes
# each time; the headings and matrices of some are held against golden files (BLESS=1 rewrites them).
set -u
cd "$(dirname "$0")/../.."
turnout=$PWD/${TURNOUT:-out/bin/turnout}
here=tests/docs
work=$PWD/out/scratch/docs
chmod -R u+w "$work" 2>/dev/null
rm -rf "$work" && mkdir -p "$work/one" "$work/two" "$work/none" "$work/all"
passed=0 failed=0

ok() { passed=$((passed + 1)); }
no() {
    failed=$((failed + 1))
    printf 'FAILED: %s\n' "$1"
    [ $# -gt 1 ] && head -n 40 "$2" | sed 's/^/    /'
}
check() { # what, command...: no output and status 0
    local what=$1
    shift
    if "$@" >"$work/log" 2>&1 && [ ! -s "$work/log" ]; then ok; else no "$what" "$work/log"; fi
}
status() { # expected, what, command...
    local expected=$1 what=$2 got
    shift 2
    "$@" >"$work/log" 2>&1
    got=$?
    if [ $got -eq "$expected" ]; then ok; else no "$what: exit status $got, expected $expected" "$work/log"; fi
}
has() { # file, text
    if grep -qF -- "$2" "$1"; then ok; else no "no '$2' in ${1##*/}"; fi
}
lacks() {
    if grep -qF -- "$2" "$1"; then no "'$2' in ${1##*/}"; else ok; fi
}
page() { python3 "$here/page.py" check "$1.html" "$1.md"; }

# ---- matrices of random tables against every cell ----
make -s out/obj/libturnout.a >"$work/log" 2>&1 || no "the library" "$work/log"
if gcc -std=c11 -D_POSIX_C_SOURCE=200809L -Igen -Itests/property -Wall -Wextra -Werror -O1 -o "$work/random" "$here/random.c" \
    tests/property/generate.c tests/property/gen_constructs.c out/obj/libturnout.a -linih -lm -lcmocka >"$work/log" 2>&1 &&
    "$work/random" "${RANDOM_TABLES:-60}" >"$work/log" 2>&1; then ok; else no "random tables" "$work/log"; fi

# ---- every table of the tree, also those with errors ----
"$turnout" docs --no-pictures -o "$work/all" tables/*.ini >"$work/log" 2>&1 || no "the tables" "$work/log"
# what an [allow] lets pass is no note: it is counted, and stands with its reason
allowed=$("$turnout" check --format=json tables/sglang-attention.ini 2>/dev/null | grep -o '"allowed": "' | wc -l)
has "$work/all/sglang-attention.md" ", $allowed allowed findings, "
has "$work/all/sglang-attention.md" "Allowed: flashinfer is taken whether it is installed or not"
has "$work/all/sglang-attention.html" "<p>Allowed: flashinfer is taken whether it is installed or not"
for f in tests/faults/*/before.ini tests/golden/find-*.ini tests/header/*.ini; do
    "$turnout" docs --no-pictures -I tables -o "$work/all/$(basename "$(dirname "$f")")-$(basename "$f" .ini)" "$f" \
        >"$work/log" 2>&1
    [ $? -le 1 ] || no "$f" "$work/log"
done
pages=("$work"/all/*.html "$work"/all/*/*.html)
if [ ${#pages[@]} -gt 60 ]; then ok; else no "only ${#pages[@]} pages"; fi
python3 "$here/page.py" check "${pages[@]}" "${pages[@]/%.html/.md}" >"$work/log" 2>&1
if [ ! -s "$work/log" ]; then passed=$((passed + ${#pages[@]})); else no "some pages" "$work/log"; fi

# ---- with pictures, and text that would break out ----
"$turnout" docs -I tables -o "$work/one" tables/gemma4.ini tests/docs/hostile.ini tests/faults/A01/before.ini \
    >/dev/null 2>&1
status 1 "a table with errors has a page" test ! -s "$work/one/a01.html"
for name in gemma4 hostile a01; do
    check "$name" page "$work/one/$name"
done
lacks "$work/one/hostile.html" '<script>alert'
lacks "$work/one/hostile.html" 'href="javascript'
lacks "$work/one/hostile.md" '<script'
if grep -qE '(^|[^\\])\]\(javascript' "$work/one/hostile.md"; then no "a link to a script"; else ok; fi
has "$work/one/hostile.html" '&lt;script&gt;alert(&quot;about&quot;)&lt;/script&gt;'
has "$work/one/hostile.html" 'href="https://example.org/a?b=1&amp;c="'
has "$work/one/hostile.html" 'aria-label="Grid kv &lt;grid&gt;"'
has "$work/one/hostile.html" 'OLD_FLAG'
has "$work/one/gemma4.html" '<svg role="img" aria-label="Decision diagram of attention"'
lacks "$work/one/gemma4.html" 'graphviz'
lacks "$work/one/gemma4.html" 'xlink'
lacks "$work/one/gemma4.html" "$PWD"
has "$work/one/a01.html" 'trtllm cubins'

# ---- what the pages say ----
for name in gemma4 hostile a01; do
    # which findings hostile.ini has is no business of its page
    python3 "$here/page.py" outline "$work/one/$name.html" |
        if [ $name = hostile ]; then grep -vE '^### (error|warning|note) '; else cat; fi >"$work/$name.outline"
    [ -n "${BLESS:-}" ] && cp "$work/$name.outline" "$here/$name.outline"
    check "$name.outline" diff "$here/$name.outline" "$work/$name.outline"
done
# the matrix of the page is what `eval` says, cell by cell
python3 - "$work/one/gemma4.html" >"$work/cells.csv" <<'END'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
table = re.search(r'<table class="matrix".*?</table>', text, re.S).group()
strip = lambda x: re.sub(r"<sup>.*?</sup>|<[^>]*>", "", x).strip()
heads = [strip(re.sub(r"<span class=.hint.*", "", h, flags=re.S)) for h in re.findall(r'<th scope="col">(.*?)</th>', table, re.S)][1:]
for row in re.findall(r"<tr>(?:(?!</tr>).)*<td.*?</tr>", table, re.S):
    names = [strip(n) for n in re.findall(r'<span class="name">(.*?)</span>', row)]
    for head, cell in zip(heads, re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)):
        for word in head.split(", "):
            for sm in word.split(".."):
                for name in names:
                    print(",".join(["Unheard" if name == "any other name" else name, "999" if sm == "newer" else sm, "99", strip(cell)]))
END
{ echo arch,sm,flashinfer; cut -d, -f1-3 "$work/cells.csv"; } |
    "$turnout" eval tables/gemma4.ini - | tail -n +2 | cut -d, -f1-4 >"$work/eval.csv"
check "matrix against eval" diff "$work/cells.csv" "$work/eval.csv"
if [ "$(wc -l <"$work/cells.csv")" -ge 40 ]; then ok; else no "few cells of the matrix" "$work/cells.csv"; fi

# ---- the same bytes, from another folder, and --check ----
(cd tables && "$turnout" docs -o "$work/two" gemma4.ini >/dev/null 2>&1)
sed -E 's/tables\/(gemma4|nvidia)/\1/g' "$work/one/gemma4.html" >"$work/same.html"
check "another folder" diff "$work/same.html" "$work/two/gemma4.html"
status 0 "--check of what stands there" "$turnout" docs --check -o "$work/one" tables/gemma4.ini
echo >>"$work/one/gemma4.md"
status 1 "--check of a changed page" "$turnout" docs --check -o "$work/one" tables/gemma4.ini
status 0 "written again" "$turnout" docs -o "$work/one" tables/gemma4.ini
if grep -q 'wrote .*gemma4.md' "$work/log" && ! grep -q 'gemma4.html' "$work/log"; then ok; else
    no "only what differs is written" "$work/log"
fi

# ---- without Graphviz ----
mkdir -p "$work/bin"
printf '#!/bin/sh\ntouch "%s/ran"\nexit 1\n' "$work" >"$work/bin/dot" && chmod +x "$work/bin/dot"
PATH=$work/none status 0 "no dot" "$turnout" docs -o "$work/none" tables/gemma4.ini
has "$work/none/gemma4.html" 'Graphviz was not installed when this page was made'
check "a page without a picture" page "$work/none/gemma4"
PATH=$work/bin status 0 "a dot that fails" "$turnout" docs -o "$work/none" tables/gemma4.ini
has "$work/none/gemma4.html" 'Graphviz could not draw it'
rm -f "$work/ran"
PATH=$work/bin status 0 "--no-pictures" "$turnout" docs --no-pictures -o "$work/none" tables/gemma4.ini
if [ ! -e "$work/ran" ]; then ok; else no "--no-pictures runs dot"; fi

# ---- faults ----
status 2 "no table" "$turnout" docs
status 1 "a fault of text" "$turnout" docs -o "$work/none" tests/golden/text-syntax.ini
if ls "$work/none" | grep -qv gemma4; then no "a page of a table that is none"; else ok; fi
status 3 "a file that is not there" "$turnout" docs -o "$work/none" gone.ini
status 3 "a folder that cannot be written" "$turnout" docs -o "$here/run.sh" tables/gemma4.ini

# ---- the checks themselves ----
fires() { # text, what page.py must say
    printf '%s' "$1" >"$work/bad.html"
    if python3 "$here/page.py" check "$work/bad.html" 2>&1 | grep -qF -- "$2"; then ok; else no "page.py does not say '$2'"; fi
}
fires '<div><p></div>' '</div> closes <p>'
fires '<p id="x"></p><p id="x"></p>' "id 'x'"
fires '<a href="#x">y</a>' "nothing on the page is '#x'"
fires '<a href="javascript:x">y</a>' "the link 'javascript:x'"
fires '<p onclick="x">y</p>' 'an event attribute onclick'
fires '<img src="x">' 'asks for another file'
fires '<table><tbody><tr><th>x</th></tr></tbody></table>' '<th> without scope'
fires '<h1>x</h1><h3>y</h3>' '<h3> follows <h1>'
fires '<style>@import "x"</style>' 'style or script asks for another file'
fires '<table><tbody><tr><td>x</td></tr><tr></tr></tbody></table>' 'rows differ in length'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
